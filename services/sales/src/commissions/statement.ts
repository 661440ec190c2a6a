import { toCsv } from '@representa/csv';
import type { EmpresaCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { sumOf } from '../sales/money.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { statementTooLong } from './commissions.errors.ts';
import type { CommissionsRepository } from './commissions.repository.ts';
import type { Statement } from './statement.schemas.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'ofMonth'>;
  questions: Pick<Questions, 'findEmpresa' | 'findRepresentada'>;
}

/**
 * A page of a statement has about 40 rows; more than this is no statement that a person reads. A PDF costs half a
 * millisecond a row, and must be there before the request's deadline on a busy machine too.
 */
export const mostRows = { json: 2_000, csv: 2_000, pdf: 1_000 } as const;

/** The last day of a month. */
export const endOf = (mes: string): string => {
  const [year = 0, month = 0] = mes.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

/** What is due or paid of a representada's commissions in a month. */
export const makeReadStatement =
  ({ commissions, questions }: Dependencies) =>
  async (call: EmpresaCall, hoje: string, representada_id: string, mes: string, most: number): Promise<Statement> => {
    const range = { representada_id, de: `${mes}-01`, ate: endOf(mes), isDue: true };
    const [empresa_nome, representada, comissoes] = await Promise.all([
      questions.findEmpresa(call),
      questions.findRepresentada(call, representada_id),
      commissions.ofMonth(call, hoje, range, most + 1),
    ]);
    if (!representada) throw representadaNotFound();
    if (comissoes.length > most) throw statementTooLong(most);
    const [valor, pago] = [sumOf(comissoes.map((one) => one.valor)), sumOf(comissoes.map((one) => one.pago))];
    const totais = { base: sumOf(comissoes.map(({ base }) => base)), valor, pago, aberto: sumOf([valor, -pago]) };
    return { empresa_nome, representada_id, representada_nome: representada.nome, mes, comissoes, totais };
  };

export type ReadStatement = ReturnType<typeof makeReadStatement>;

const columns = [
  'pedido',
  'base',
  'percentual',
  'valor',
  'pago',
  'situacao',
  'vencimento',
  'pago_em',
  'motivo',
] as const;

export const statementAsCsv = ({ comissoes }: Statement): string =>
  toCsv(
    columns,
    comissoes.map((row) => columns.map((column) => row[column])),
  );
