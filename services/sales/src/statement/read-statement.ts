import type { RequestCall } from '@representa/service-kit';
import { statementTooLong } from '../commissions/commissions.errors.ts';
import type { CommissionsRepository, Month } from '../commissions/commissions.repository.ts';
import type { Questions } from '../messaging/questions.ts';
import { sumOf } from '../money.ts';
import type { RequireRepresentada } from '../references/require-references.ts';
import type { Statement } from './statement.schemas.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'ofMonth'>;
  questions: Pick<Questions, 'findEmpresa'>;
  requireRepresentada: RequireRepresentada;
}

/** What is due or paid of a representada's commissions in a month. */
export const makeReadStatement =
  ({ commissions, questions, requireRepresentada }: Dependencies) =>
  async (call: RequestCall, today: string, { representada_id, mes }: Month, max: number): Promise<Statement> => {
    const representada = await requireRepresentada(call, representada_id);
    const [empresa_nome, comissoes] = await Promise.all([
      questions.findEmpresa(call),
      commissions.ofMonth(call, today, { representada_id, mes }, max + 1),
    ]);
    if (comissoes.length > max) throw statementTooLong(max);
    const base = sumOf(comissoes.map((one) => one.base));
    const valor = sumOf(comissoes.map((one) => one.valor));
    const pago = sumOf(comissoes.map((one) => one.pago));
    const totais = { base, valor, pago, aberto: sumOf([valor, -pago]) };
    return { empresa_nome, representada_id, representada_nome: representada.nome, mes, comissoes, totais };
  };

export type ReadStatement = ReturnType<typeof makeReadStatement>;
