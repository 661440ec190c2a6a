import { maxIds } from '@representa/contracts';
import type { RequestCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { salesReportTooLong } from './reports.errors.ts';
import type { DateRange, ReportsRepository } from './reports.repository.ts';
import { maxRows, type SalesReportRow } from './reports.schemas.ts';

interface Dependencies {
  reports: Pick<ReportsRepository, 'sales'>;
  questions: Pick<Questions, 'readProductNames'>;
}

/** The sales of a range by product, with the names that the products have now. Catalog is asked for a page of names at a time. */
export const makeReportByProduct =
  ({ reports, questions }: Dependencies) =>
  async (call: RequestCall, range: DateRange): Promise<SalesReportRow[]> => {
    const rows = await reports.sales(call, { ...range, por: 'produto' }, maxRows + 1);
    if (rows.length > maxRows) throw salesReportTooLong(maxRows);
    const named: SalesReportRow[] = [];
    for (let from = 0; from < rows.length; from += maxIds) {
      const page = rows.slice(from, from + maxIds);
      const ids = page.map(({ chave }) => chave);
      const names = await questions.readProductNames(call, ids);
      named.push(...page.map((row, i) => ({ ...row, produto_nome: names[i] ?? null })));
    }
    return named;
  };

export type ReportByProduct = ReturnType<typeof makeReportByProduct>;
