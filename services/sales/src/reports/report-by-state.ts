import { mostIds } from '@representa/contracts';
import type { EmpresaCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { divideHalfUp, fromCents, sumOf, toCents } from '../money.ts';
import { tooManyClients } from './reports.errors.ts';
import type { ReportsRepository, Sums } from './reports.repository.ts';
import { mostClientsByState, type SalesReportRow } from './reports.schemas.ts';

interface Dependencies {
  reports: Pick<ReportsRepository, 'byClient'>;
  questions: Pick<Questions, 'readClientStates'>;
}

const rowOf = (estado: string, clients: readonly Sums[]): SalesReportRow => {
  const sum = (field: 'total' | 'comissao' | 'total_cancelado'): number => sumOf(clients.map((one) => one[field]));
  const count = (field: 'vendas' | 'canceladas'): number => clients.reduce((all, one) => all + one[field], 0);
  const vendas = count('vendas');
  const total = sum('total');
  return {
    chave: estado,
    nome: estado,
    vendas,
    total,
    media: vendas === 0 ? 0 : fromCents(divideHalfUp(toCents(total), BigInt(vendas))),
    comissao: sum('comissao'),
    canceladas: count('canceladas'),
    total_cancelado: sum('total_cancelado'),
  };
};

/**
 * The sales of a range by the states in which their clients are now. The service of clients knows these; it is asked about
 * a page of clients at a time.
 */
export const makeReportByState =
  ({ reports, questions }: Dependencies) =>
  async (call: EmpresaCall, range: Parameters<ReportsRepository['byClient']>[1]): Promise<SalesReportRow[]> => {
    const clients = await reports.byClient(call, range, mostClientsByState + 1);
    if (clients.length > mostClientsByState) throw tooManyClients(mostClientsByState);
    const byState = new Map<string, Sums[]>();
    for (let from = 0; from < clients.length; from += mostIds) {
      const page = clients.slice(from, from + mostIds);
      const ids = page.map(({ chave }) => chave);
      const states = await questions.readClientStates(call, ids);
      page.forEach((sums, i) => {
        const estado = states[i] ?? '';
        const known = byState.get(estado);
        if (known) known.push(sums);
        else byState.set(estado, [sums]);
      });
    }
    const rows = [...byState].map(([estado, sums]) => rowOf(estado, sums));
    return rows.sort((a, b) => b.total - a.total || (a.chave < b.chave ? -1 : 1));
  };

export type ReportByState = ReturnType<typeof makeReportByState>;
