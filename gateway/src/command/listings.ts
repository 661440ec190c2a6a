import type { Empresa } from '../empresas/empresas.schemas.ts';
import type { ListedKey } from '../keys/keys.repository.ts';
import type { IssuedKey } from '../keys/keys.schemas.ts';
import type { WholeChain } from './verify-audit.ts';

/** A company chooses the labels of its keys: shown as they are, some characters would move the terminal's cursor. */
const withoutControls = (cell: string): string =>
  cell.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Columns as wide as their widest cell. */
export const asTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows.map((cells) => cells.map(withoutControls))];
  const widths = header.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 0),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** What a command says to people, and to scripts (`--json`). */
export interface Output {
  text: string;
  json: unknown;
}

/** What the command `empresas` prints for people. */
export const showEmpresas = (empresas: readonly Empresa[]): string =>
  asTable(
    ['ID', 'STATE', 'NAME', 'TIME ZONE', 'RATE', 'BURST', 'REGISTER'],
    empresas.map(({ id, nome, ativa, fuso_horario, requisicoes_por_segundo, rajada, registro_proprio }) => [
      id,
      ativa ? 'active' : 'inactive',
      nome,
      fuso_horario,
      String(requisicoes_por_segundo ?? 'default'),
      String(rajada ?? 'default'),
      registro_proprio ? 'own' : 'shared',
    ]),
  );

const states = { valida: 'valid', expirada: 'expired', revogada: 'revoked' } as const;

export const showKeys = (keys: readonly ListedKey[]): string =>
  asTable(
    ['KEY ID', 'STATE', 'PREFIX', 'SCOPE', 'EXPIRES', 'LAST USED', 'LABEL', 'NAME'],
    keys.map((key) => [
      key.id,
      states[key.estado],
      key.prefixo,
      key.escopo,
      key.expira_no_dia ?? 'never',
      key.ultimo_uso?.slice(0, 16) ?? 'never',
      key.rotulo,
      key.empresa,
    ]),
  );

export const showChains = (chains: readonly WholeChain[]): string =>
  asTable(
    ['SERVICE', 'ENTRIES', 'LAST', 'HASH'],
    chains.map(({ head, entries }) => [head.service, String(entries), String(head.numero), head.hash]),
  );

export const showIssued = ({ chave, escopo }: IssuedKey): string =>
  `  key  ${chave}\n\nIts scope is ${escopo}. Keep the key: it is not shown again.`;

/** See decision 127. */
const notice = 'NATS or Redis did not answer: running gateways will know within 63 seconds.';

export const withNotice = (sentence: string, json: object, isInvalidated: boolean): Output => ({
  text: isInvalidated ? sentence : `${sentence}\n${notice}`,
  json: Array.isArray(json) ? json : { ...json, announced: isInvalidated },
});
