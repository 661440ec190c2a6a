import { maxIds } from '@representa/contracts';
import type { RequestCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { fromCents, proportion, sumOf, toCents } from '../money.ts';
import { tooManyClients } from './reports.errors.ts';
import type { DateRange, ReportsRepository, Sums } from './reports.repository.ts';
import { maxClientsByState, type SalesReportRow } from './reports.schemas.ts';

interface Dependencies {
  reports: Pick<ReportsRepository, 'byClient'>;
  questions: Pick<Questions, 'readClientStates'>;
}

const add = (one: Sums, other: Sums): Sums => ({
  ...one,
  vendas: one.vendas + other.vendas,
  total: sumOf([one.total, other.total]),
  comissao: sumOf([one.comissao, other.comissao]),
  canceladas: one.canceladas + other.canceladas,
  total_cancelado: sumOf([one.total_cancelado, other.total_cancelado]),
});

const rowOf = (estado: string, sums: Sums): SalesReportRow => ({
  ...sums,
  chave: estado,
  nome: estado,
  media: fromCents(proportion(toCents(sums.total), 1, sums.vendas)),
});

/** The sales of a range by the current states of their clients. The service of clients is asked for a page of states at a time. */
export const makeReportByState =
  ({ reports, questions }: Dependencies) =>
  async (call: RequestCall, range: DateRange): Promise<SalesReportRow[]> => {
    const clients = await reports.byClient(call, range, maxClientsByState + 1);
    if (clients.length > maxClientsByState) throw tooManyClients(maxClientsByState);
    const byState = new Map<string, Sums>();
    for (let from = 0; from < clients.length; from += maxIds) {
      const page = clients.slice(from, from + maxIds);
      const ids = page.map(({ chave }) => chave);
      const states = await questions.readClientStates(call, ids);
      // Page by page: to add up all clients at the end would delay other requests.
      page.forEach((client, i) => {
        const estado = states[i] ?? '';
        const sums = byState.get(estado);
        byState.set(estado, sums ? add(sums, client) : client);
      });
    }
    const rows = [...byState].map(([estado, sums]) => rowOf(estado, sums));
    return rows.sort((a, b) => b.total - a.total || (a.chave < b.chave ? -1 : 1));
  };

export type ReportByState = ReturnType<typeof makeReportByState>;
