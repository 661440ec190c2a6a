import { mostIds } from '@representa/contracts';
import type { EmpresaCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { divideHalfUp, fromCents, toCents } from '../money.ts';
import { tooManyClients } from './reports.errors.ts';
import type { ReportsRepository, Sums } from './reports.repository.ts';
import { mostClientsByState, type SalesReportRow } from './reports.schemas.ts';

interface Dependencies {
  reports: Pick<ReportsRepository, 'byClient'>;
  questions: Pick<Questions, 'readClientStates'>;
}

/** The sums of a state, in cents. */
interface StateSums {
  vendas: number;
  canceladas: number;
  total: bigint;
  comissao: bigint;
  total_cancelado: bigint;
}

const noSums = (): StateSums => ({ vendas: 0, canceladas: 0, total: 0n, comissao: 0n, total_cancelado: 0n });

const add = (sums: StateSums, client: Sums): void => {
  sums.vendas += client.vendas;
  sums.canceladas += client.canceladas;
  sums.total += toCents(client.total);
  sums.comissao += toCents(client.comissao);
  sums.total_cancelado += toCents(client.total_cancelado);
};

const rowOf = (
  estado: string,
  { vendas, total, comissao, canceladas, total_cancelado }: StateSums,
): SalesReportRow => ({
  chave: estado,
  nome: estado,
  vendas,
  total: fromCents(total),
  media: vendas === 0 ? 0 : fromCents(divideHalfUp(total, BigInt(vendas))),
  comissao: fromCents(comissao),
  canceladas,
  total_cancelado: fromCents(total_cancelado),
});

/**
 * The sales of a range by the states in which their clients are now. The service of clients knows these; it is asked about
 * a page of clients at a time.
 */
export const makeReportByState =
  ({ reports, questions }: Dependencies) =>
  async (call: EmpresaCall, range: Parameters<ReportsRepository['byClient']>[1]): Promise<SalesReportRow[]> => {
    const clients = await reports.byClient(call, range, mostClientsByState + 1);
    if (clients.length > mostClientsByState) throw tooManyClients(mostClientsByState);
    const byState = new Map<string, StateSums>();
    for (let from = 0; from < clients.length; from += mostIds) {
      const page = clients.slice(from, from + mostIds);
      const ids = page.map(({ chave }) => chave);
      const states = await questions.readClientStates(call, ids);
      // Page by page: to add up all clients at the end would delay other requests.
      page.forEach((client, i) => {
        const estado = states[i] ?? '';
        const sums = byState.get(estado) ?? noSums();
        add(sums, client);
        byState.set(estado, sums);
      });
    }
    const rows = [...byState].map(([estado, sums]) => rowOf(estado, sums));
    return rows.sort((a, b) => b.total - a.total || (a.chave < b.chave ? -1 : 1));
  };

export type ReportByState = ReturnType<typeof makeReportByState>;
