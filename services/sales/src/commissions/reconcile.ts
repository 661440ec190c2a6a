import { type EmpresaCall, invalidIssues } from '@representa/service-kit';
import type { z } from 'zod';
import type { References } from '../references/references.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { sumOf } from './cents.ts';
import { messages } from './commissions.errors.ts';
import type { CommissionsRepository } from './commissions.repository.ts';
import { parseAmount, parseCsv } from './csv.ts';
import type { Compared, Reconciliation, reconcileQuery } from './statement.schemas.ts';
import { endOf } from './statement.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'ofMonth'>;
  references: Pick<References, 'findRepresentada'>;
}

const mostRows = 20_000;

/** What a text says in its own characters: many programs still write Windows-1252. */
const decode = (file: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return file.toString('latin1');
  }
};

/** Their amounts by order code. */
const readTheirs = (file: Buffer, pedido: string, valor: string): Map<string, number> => {
  const [header = [], ...rows] = parseCsv(decode(file));
  const places = [pedido, valor].map((name) => header.findIndex((one) => one.toLowerCase() === name.toLowerCase()));
  const missing = [pedido, valor].filter((_, i) => (places[i] ?? -1) < 0);
  if (missing.length > 0) throw invalidIssues(missing.map((name) => ({ path: [name], message: messages.noColumn })));
  if (rows.length > mostRows) throw invalidIssues([{ path: ['body'], message: messages.tooManyRows }]);
  const theirs = new Map<string, number>();
  rows.forEach((row, i) => {
    const [code = '', amount] = [row[places[0] ?? 0], parseAmount(row[places[1] ?? 0] ?? '')];
    if (code === '' || amount === undefined) {
      throw invalidIssues([{ path: [String(i + 2)], message: messages.unreadableRow }]);
    }
    theirs.set(code, sumOf([theirs.get(code) ?? 0, amount]));
  });
  return theirs;
};

/** Compares what a representada says it owes for a month with what is due here. */
export const makeReconcile =
  ({ commissions, references }: Dependencies) =>
  async (
    call: EmpresaCall,
    hoje: string,
    { representada_id, mes = hoje.slice(0, 7), coluna_pedido, coluna_valor }: z.output<typeof reconcileQuery>,
    file: Buffer,
  ): Promise<Reconciliation> => {
    if (!(await references.findRepresentada(call, representada_id))) throw representadaNotFound();
    const theirs = readTheirs(file, coluna_pedido, coluna_valor);
    const range = { representada_id, de: `${mes}-01`, ate: endOf(mes), isDue: true };
    const rows = await commissions.ofMonth(call, hoje, range, mostRows);
    const ours = new Map<string, { sale_id: string; valor: number }>();
    for (const { sale_id, pedido, valor } of rows) {
      if (sale_id && pedido) ours.set(pedido, { sale_id, valor: sumOf([ours.get(pedido)?.valor ?? 0, valor]) });
    }
    const known: Compared[] = [...ours].map(([pedido, one]) => {
      const valor_informado = theirs.get(pedido);
      return { pedido, ...one, ...(valor_informado !== undefined && { valor_informado }) };
    });
    const isMissing = ({ valor_informado }: Compared): boolean => valor_informado === undefined;
    const agrees = ({ valor, valor_informado }: Compared): boolean => valor === valor_informado;
    return {
      representada_id,
      mes,
      conferem: known.filter(agrees),
      divergem: known.filter((one) => !agrees(one) && !isMissing(one)),
      ausentes: known.filter(isMissing),
      desconhecidos: [...theirs]
        .filter(([pedido]) => !ours.has(pedido))
        .map(([pedido, valor_informado]) => ({ pedido, valor_informado })),
      totais: {
        valor: sumOf([...ours.values()].map(({ valor }) => valor)),
        valor_informado: sumOf([...theirs.values()]),
      },
    };
  };

export type Reconcile = ReturnType<typeof makeReconcile>;
