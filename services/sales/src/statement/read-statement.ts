import type { RequestCall } from '@representa/service-kit';
import { statementTooLong } from '../commissions/commissions.errors.ts';
import type { CommissionsRepository, Month } from '../commissions/commissions.repository.ts';
import type { Questions } from '../messaging/questions.ts';
import { sumOf } from '../money.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import type { Statement, StatementRow } from './statement.schemas.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'ofMonth' | 'paymentsOfMonth'>;
  questions: Pick<Questions, 'findEmpresa' | 'describeRepresentada'>;
}

interface Place {
  endereco: string;
  cidade: string;
  estado: string;
}

/** In one line. */
const addressOf = ({ endereco, cidade, estado }: Place): string =>
  [endereco, [cidade, estado].filter(Boolean).join('/')].filter(Boolean).join(' – ');

const sumsOf = (rows: readonly StatementRow[]) => {
  const valor = sumOf(rows.map((one) => one.valor));
  const pago = sumOf(rows.map((one) => one.pago));
  return { base: sumOf(rows.map((one) => one.base)), valor, pago, aberto: sumOf([valor, -pago]) };
};

const situations = ['vencida', 'devida', 'paga'] as const;

const totalsOf = (rows: readonly StatementRow[]): Statement['totais'] => ({
  ...sumsOf(rows),
  situacoes: situations.flatMap((situacao) => {
    const same = rows.filter((row) => row.situacao === situacao);
    return same.length === 0 ? [] : [{ situacao, comissoes: same.length, ...sumsOf(same) }];
  }),
});

/** What is due or paid of a representada's commissions in a month. */
export const makeReadStatement =
  ({ commissions, questions }: Dependencies) =>
  async (call: RequestCall, today: string, { representada_id, mes }: Month, max: number): Promise<Statement> => {
    const representada = await questions.describeRepresentada(call, representada_id);
    if (!representada) throw representadaNotFound();
    const [empresa_nome, comissoes] = await Promise.all([
      questions.findEmpresa(call),
      commissions.ofMonth(call, today, { representada_id, mes }, max + 1),
    ]);
    if (comissoes.length > max) throw statementTooLong(max);
    const pagamentos = await commissions.paymentsOfMonth(call, today, { representada_id, mes });
    return {
      empresa_nome,
      representada_id,
      representada_nome: representada.nome,
      representada_cnpj: representada.cnpj,
      representada_endereco: addressOf(representada),
      mes,
      emitido_em: today,
      comissoes,
      totais: totalsOf(comissoes),
      pagamentos,
    };
  };

export type ReadStatement = ReturnType<typeof makeReadStatement>;
