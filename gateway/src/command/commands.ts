import { readFileSync } from 'node:fs';
import { type Call, callWithin } from '@representa/contracts';
import { z } from 'zod';
import { actOfCommand } from '../audit/act.ts';
import type { Announce } from '../authentication/announce.ts';
import { prefixOf } from '../authentication/api-key.ts';
import { type CommandConfig, isProduction } from '../config.ts';
import { demoEmpresas } from '../empresas/demo.ts';
import type { EmpresasRepository } from '../empresas/empresas.repository.ts';
import { type Empresa, type EmpresaChanges, nome as empresaName } from '../empresas/empresas.schemas.ts';
import type { ManageEmpresas } from '../empresas/manage-empresas.ts';
import { readTimeZone } from '../empresas/time-zone.ts';
import type { KeysRepository } from '../keys/keys.repository.ts';
import { createKeyBody, scope as keyScopes, type Scope } from '../keys/keys.schemas.ts';
import { mostKeys } from '../keys/limits.ts';
import type { ManageKeys } from '../keys/manage-keys.ts';
import { mostBurst, mostRate } from '../rate-limit/limits.ts';
import { CommandError } from './command-error.ts';
import { type LoadIndex, readIndex } from './inflation-index.ts';
import { showEmpresas, showIssued, showKeys, withNotice } from './listings.ts';
import { asTable } from './table.ts';
import type { VerifyAudit } from './verify-audit.ts';
import { type ChainHead, chainHeads, type Verified } from './verify-chain.ts';

interface Dependencies {
  empresas: EmpresasRepository;
  keys: KeysRepository;
  manageEmpresas: ManageEmpresas;
  manageKeys: ManageKeys;
  announce: Announce;
  verifyAudit: VerifyAudit;
  loadIndex: LoadIndex;
  config: Pick<CommandConfig, 'NODE_ENV'>;
}

export interface CommandOptions {
  name?: string | undefined;
  'time-zone'?: string | undefined;
  rate?: string | undefined;
  burst?: string | undefined;
  label?: string | undefined;
  scope?: string | undefined;
  expires?: string | undefined;
  /** A file that `audit head` wrote. */
  head?: string | undefined;
}

/** What a command says to people, and to scripts (`--json`). */
export interface Output {
  text: string;
  json: unknown;
}

export type Commands = ReturnType<typeof makeCommands>;

const answerMs = 10_000;
const call = (): Call => callWithin(answerMs);
const act = () => actOfCommand(answerMs);
const pageSize = 500;

/** What can be done about empresas and keys, by the same code as the operator's API. */
export const makeCommands = ({
  empresas,
  keys,
  manageEmpresas,
  manageKeys,
  announce,
  verifyAudit,
  loadIndex,
  config,
}: Dependencies) => {
  const change = async (id: string, changes: EmpresaChanges, sentence: string): Promise<Output> => {
    const updated = await manageEmpresas.update(act(), empresaId(id), changes);
    if (!updated) throw noSuchEmpresa(id);
    return withNotice(sentence, updated.empresa, updated.isAnnounced);
  };

  const expiryOf = async (id: string, date: string | undefined): Promise<string | null> => {
    if (date === undefined) return null;
    if (!z.iso.date().safeParse(date).success) throw new CommandError('An expiry date is written like 2027-01-31.');
    if (date < '1900') throw new CommandError(`${date} is over.`);
    // It expires when the day is over, which may be in the year 10000.
    if (date >= '9999-12-31') throw new CommandError('An expiry date is before 9999-12-31.');
    const at = await empresas.endOfDay(call(), id, date);
    if (at === undefined) throw noSuchEmpresa(id);
    if (Date.parse(at) <= Date.now()) throw new CommandError(`${date} is over.`);
    return at;
  };

  const everyEmpresa = async (): Promise<Empresa[]> => {
    const all: Empresa[] = [];
    for (;;) {
      const page = await empresas.list(call(), { after: all.at(-1)?.id, limit: pageSize });
      all.push(...page);
      if (page.length < pageSize) return all.reverse();
    }
  };

  const wholeChains = async (id: string, known: readonly ChainHead[]): Promise<Whole[]> => {
    // Nothing is wrong with the empty chains of a company that does not exist.
    if (!(await empresas.findName(call(), empresaId(id)))) throw noSuchEmpresa(id);
    return requireWhole(await verifyAudit(empresaId(id), known));
  };

  return {
    create: async (nome: string, options: CommandOptions): Promise<Output> => {
      const created = await manageEmpresas.create(act(), { ...changesOf(options), nome: companyName(nome) });
      const { primeira_chave: key, ...empresa } = created;
      return { text: `Created ${empresa.nome}.\n\n  id   ${empresa.id}\n${showIssued(key)}`, json: created };
    },

    update: async (id: string, options: CommandOptions): Promise<Output> => {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0)
        throw new CommandError('"update" needs --name, --time-zone, --rate or --burst; --help shows how it is used.');
      return change(id, changes, `Updated ${id}.`);
    },

    list: async (): Promise<Output> => {
      const [listed, listedKeys] = [await everyEmpresa(), await keys.listEvery(call())];
      return {
        text: `${showEmpresas(listed)}\n\n${showKeys(listedKeys)}`,
        json: listed.map((empresa) => ({
          ...empresa,
          keys: listedKeys.filter((key) => key.empresa_id === empresa.id),
        })),
      };
    },

    deactivate: (id: string): Promise<Output> => change(id, { ativa: false }, `Deactivated ${id}.`),
    reactivate: (id: string): Promise<Output> => change(id, { ativa: true }, `Reactivated ${id}.`),

    'add-key': async (id: string, { expires, label, scope }: CommandOptions): Promise<Output> => {
      const expira_em = await expiryOf(empresaId(id), expires);
      const wanted = { rotulo: keyLabel(label ?? expires ?? 'add-key'), escopo: keyScope(scope), expira_em };
      const issued = await manageKeys.issue(act(), id, wanted);
      if (issued === 'unknown empresa') throw noSuchEmpresa(id);
      if (issued === 'too many') throw new CommandError(`The company has ${mostKeys} valid keys: revoke one first.`);
      const until = expires ? `, valid until the end of ${expires}` : '';
      return { text: `Added a key to ${id}${until}.\n\n${showIssued(issued)}`, json: issued };
    },

    revoke: async (idOrPrefix: string): Promise<Output> => {
      const [key, other] = await keys.findValid(call(), prefixOf(idOrPrefix));
      if (!key) throw noValidKey();
      if (other) throw new CommandError('Several keys begin like this: give the id that `list` shows.');
      const outcome = await manageKeys.revoke(act(), key.empresa_id, key.id);
      // It was revoked or has expired since it was found.
      if (outcome === 'unknown') throw noValidKey();
      if (outcome === 'last admin')
        throw new CommandError(
          'No other admin key of its company lasts as long: add one first (add-key --scope admin).',
        );
      return withNotice('Revoked the key.', key, outcome.isAnnounced);
    },

    'audit verify': async (id: string, { head }: CommandOptions): Promise<Output> => {
      const chains = await wholeChains(id, head === undefined ? [] : readHeads(head));
      return { text: showChains(chains), json: chains };
    },

    'audit head': async (id: string): Promise<Output> => {
      const chains = await wholeChains(id, []);
      return { text: showChains(chains), json: chains.map(({ head }) => head) };
    },

    'index load inpc': async (file: string): Promise<Output> => {
      const loaded = await loadIndex('inpc', readIndex(file));
      return { text: `Loaded ${loaded.meses} month(s) of inpc.`, json: loaded };
    },

    'seed-demo': async (): Promise<Output> => {
      if (isProduction(config)) throw new CommandError('The demo keys are public: production does not accept them.');
      const hashes = await empresas.createDemo(act(), demoEmpresas);
      const names = demoEmpresas.map(({ nome, key, ativa }) => [key, ativa ? 'active' : 'inactive', nome]);
      const json = demoEmpresas.map(({ hash: _, ...empresa }) => empresa);
      return withNotice(asTable(['KEY', 'STATE', 'NAME'], names), json, await announce(hashes));
    },
  };
};

type Whole = Verified & { ok: true };

const requireWhole = (chains: readonly Verified[]): Whole[] =>
  chains.map((chain) => {
    if (chain.ok) return chain;
    const { service, numero, reason } = chain.fault;
    if (reason === 'the signature of the checkpoint cannot be checked')
      throw new CommandError(`${service} has no AUDIT_SIGNING_KEY, so its checkpoint cannot be checked.`);
    throw new CommandError(`Broken: entry ${numero} of ${service}: ${reason}.`);
  });

const noSuchEmpresa = (id: string): CommandError =>
  new CommandError(`There is no empresa with the id ${id}; \`list\` shows them.`);

const noValidKey = (): CommandError =>
  new CommandError('There is no valid key with this id or prefix; `list` shows them.');

const empresaId = (text: string): string => {
  if (!z.guid().safeParse(text).success) throw noSuchEmpresa(text);
  return text.toLowerCase();
};

const parsed = <Value>(schema: z.ZodType<Value>, text: unknown, sentence: string): Value => {
  const result = schema.safeParse(text);
  if (!result.success) throw new CommandError(sentence);
  return result.data;
};

const companyName = (text: string): string => parsed(empresaName, text, 'A name has 1 to 255 characters.');
const keyLabel = (text: string): string => parsed(createKeyBody.shape.rotulo, text, 'A label has 1 to 100 characters.');
const keyScope = (text = 'write'): Scope => parsed(keyScopes, text, 'A scope is read, write or admin.');

const timeZone = (text: string): string => {
  const zone = readTimeZone(text);
  if (zone === undefined)
    throw new CommandError(`There is no time zone "${text}"; they are written like America/Manaus.`);
  return zone;
};

/** "default" takes the company's own limit away. */
const limit = (text: string, most: number): number | null =>
  text === 'default'
    ? null
    : parsed(z.coerce.number().int().min(1).max(most), text, `A limit is a number from 1 to ${most}, or "default".`);

const changesOf = ({ name, 'time-zone': time_zone, rate, burst }: CommandOptions): Omit<EmpresaChanges, 'ativa'> => ({
  ...(name !== undefined && { nome: companyName(name) }),
  ...(time_zone !== undefined && { fuso_horario: timeZone(time_zone) }),
  ...(rate !== undefined && { requisicoes_por_segundo: limit(rate, mostRate) }),
  ...(burst !== undefined && { rajada: limit(burst, mostBurst) }),
});

const showChains = (chains: readonly Whole[]): string =>
  asTable(
    ['SERVICE', 'ENTRIES', 'LAST', 'HASH'],
    chains.map(({ head, entries }) => [head.service, String(entries), String(head.numero), head.hash]),
  );

const readHeads = (file: string): ChainHead[] => {
  try {
    return chainHeads.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CommandError(`${file} is not what "audit head --json" writes.`);
  }
};
