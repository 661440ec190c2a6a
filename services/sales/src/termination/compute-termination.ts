import type { RequestCall } from '@representa/service-kit';
import type { z } from 'zod';
import { fromCents, proportion, sumOf, toCents } from '../money.ts';
import type { RequireRepresentada } from '../references/require-references.ts';
import type { MonthBalance, TerminationRepository } from './termination.repository.ts';
import { laws, type Termination, type terminationQuery } from './termination.schemas.ts';

interface Dependencies {
  terminations: TerminationRepository;
  requireRepresentada: RequireRepresentada;
}

/** `2026-11` → 24322 */
const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const monthName = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** A commission is earned in the month before the one in which it is due. */
const earnedIn = ({ mes }: MonthBalance): number => monthNumber(mes) - 1;

const divided = (amount: number, by: number): number => fromCents(proportion(Math.max(0, toCents(amount)), 1, by));

/** More than six months between two dates. */
const isLongContract = (inicio: string, data: string): boolean => {
  const months = monthNumber(data) - monthNumber(inicio);
  return months > 6 || (months === 6 && data.slice(8) > inicio.slice(8));
};

/** The amounts of a termination without just cause. Informative: a contract may say more. */
export const makeComputeTermination =
  ({ terminations, requireRepresentada }: Dependencies) =>
  async (call: RequestCall, query: z.output<typeof terminationQuery>): Promise<Termination> => {
    const { representada_id, inicio, data, aviso_previo = false } = query;
    await requireRepresentada(call, representada_id);
    const { balances, credito } = await terminations.readAccount(call, representada_id);
    const first = monthNumber(inicio);
    const last = monthNumber(data);

    const between = (from: number, to: number) => {
      const meses = balances
        .filter((one) => earnedIn(one) >= from && earnedIn(one) <= to && one.devida !== 0)
        .map((one) => ({ mes: monthName(earnedIn(one)), valor: one.devida }));
      return { base: sumOf(meses.map(({ valor }) => valor)), meses };
    };
    const whole = between(first, last);
    const lastThree = between(Math.max(first, last - 3), last - 1);
    const isNoticeDue = !aviso_previo && isLongContract(inicio, data);
    const noticeLaw = aviso_previo ? laws.noticeGiven : laws.noticeShort;

    const indenizacao = { fundamento: laws.indemnity, ...whole, valor: divided(whole.base, 12) };
    const aviso = {
      fundamento: isNoticeDue ? laws.notice : noticeLaw,
      ...lastThree,
      valor: isNoticeDue ? divided(lastThree.base, 3) : 0,
    };
    const prevista = sumOf(balances.map((one) => one.prevista));
    const devida = sumOf(balances.flatMap((one) => [one.devida, -one.paga]));
    const pendentes = {
      fundamento: laws.pending,
      prevista,
      devida,
      credito,
      valor: sumOf([prevista, devida, -credito]),
    };
    return {
      representada_id,
      inicio,
      data,
      informativo: true,
      observacao: laws.informative,
      indenizacao,
      aviso_previo: aviso,
      pendentes,
      total: sumOf([indenizacao.valor, aviso.valor, pendentes.valor]),
    };
  };

export type ComputeTermination = ReturnType<typeof makeComputeTermination>;
