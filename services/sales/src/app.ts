import { limits } from '@representa/queues';
import { addAudit, addChanges, addExternalIds, addIdempotency } from '@representa/records';
import type { App } from '@representa/service-kit';
import { makeService, makeTakeSlot, type ServiceDependencies } from '@representa/service-kit/process';
import { makeExports, money } from '@representa/tables';
import { makeCommissionsRepository } from './commissions/commissions.repository.ts';
import { commissionsRoutes } from './commissions/commissions.routes.ts';
import { makeInflationIndexRepository } from './commissions/inflation-index.repository.ts';
import { answerQuestions } from './messaging/answers.ts';
import { makeQuestions } from './messaging/questions.ts';
import { makePaymentsRepository } from './payments/payments.repository.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { makeRecordPayments } from './payments/record-payments.ts';
import { makeReceiptsRepository } from './receipts/receipts.repository.ts';
import { receiptsRoutes } from './receipts/receipts.routes.ts';
import { makeReconcile } from './reconciliation/reconcile.ts';
import { makeReconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts';
import { makeRecordReconciliation } from './reconciliation/record-reconciliation.ts';
import { makeReferencesRepository } from './references/references.repository.ts';
import { makeRequireRepresentada } from './references/require-references.ts';
import { makeReportByProduct } from './reports/report-by-product.ts';
import { makeReportByState } from './reports/report-by-state.ts';
import { reportsBusy, reportsRunning } from './reports/reports.errors.ts';
import { makeReportsRepository } from './reports/reports.repository.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { makeCreateSales } from './sales/batch-sales.repository.ts';
import { makeCreateSale } from './sales/create-sale.ts';
import { makeSaleChangesRepository } from './sales/sale-changes.repository.ts';
import { makeSalesRepository } from './sales/sales.repository.ts';
import { salesRoutes } from './sales/sales.routes.ts';
import { saleSummary } from './sales/sales.schemas.ts';
import { makeSalesList } from './sales/sales-list.repository.ts';
import { makeUpdateSale } from './sales/update-sale.ts';
import { makeWriteSale } from './sales/write-sale.repository.ts';
import { makeReadStatement } from './statement/read-statement.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { makeComputeTermination } from './termination/compute-termination.ts';
import { makeTerminationRepository } from './termination/termination.repository.ts';
import { terminationRoutes } from './termination/termination.routes.ts';
import { makeFindFutureDate } from './today.ts';

interface Dependencies extends ServiceDependencies {
  now?: () => Date;
}

export const makeApp = ({ now = () => new Date(), ...dependencies }: Dependencies): App => {
  const { database, messaging } = dependencies;
  const writeSale = makeWriteSale(database);
  const salesList = makeSalesList(database);
  const questions = makeQuestions(messaging);
  const requireRepresentada = makeRequireRepresentada(questions);
  const saleChanges = makeSaleChangesRepository(database);
  const reports = makeReportsRepository(database);

  const app = makeService(dependencies, (api) => {
    addExternalIds(api, dependencies, [{ table: 'sale', resource: 'sales' }]);
    const createOnce = addIdempotency(api, dependencies);
    const findFutureDate = makeFindFutureDate(now);
    salesRoutes(api, {
      sales: makeSalesRepository(database, writeSale),
      salesList,
      saleChanges,
      createSale: makeCreateSale({ createSales: makeCreateSales(database), questions, now }),
      updateSale: makeUpdateSale({ writeSale, questions, now }),
      createOnce,
      findFutureDate,
      followSales: addChanges(api, dependencies, 'sales')('sale', saleChanges.changes),
      exportSales: makeExports()({
        name: 'sales',
        record: saleSummary,
        formats: { valor_total: money },
        readPage: salesList.after,
      }),
    });
    receiptsRoutes(api, { receipts: makeReceiptsRepository(database, writeSale), createOnce, findFutureDate, now });
    const takeReportSlot = makeTakeSlot('report', limits.report, { company: reportsRunning, all: reportsBusy });
    const commissions = makeCommissionsRepository(database);
    const payments = makePaymentsRepository(database);
    const recordPayments = makeRecordPayments({ payments, requireRepresentada, now });
    paymentsRoutes(api, { payments, recordPayments, createOnce, findFutureDate });
    commissionsRoutes(api, { commissions, takeReportSlot, now });
    statementRoutes(api, { readStatement: makeReadStatement({ commissions, questions }), now });
    const terminations = makeTerminationRepository(database);
    const computeTermination = makeComputeTermination({ terminations, requireRepresentada });
    terminationRoutes(api, { computeTermination, takeReportSlot });
    const reconciliations = makeReconciliationRepository(database);
    const reconcile = makeReconcile({ commissions, reconciliations, requireRepresentada, now });
    const recordReconciliation = makeRecordReconciliation({ reconcile, reconciliations, recordPayments });
    reconciliationRoutes(api, { reconcile, recordReconciliation, createOnce, findFutureDate });
    const reportByState = makeReportByState({ reports, questions });
    const reportByProduct = makeReportByProduct({ reports, questions });
    reportsRoutes(api, { reports, reportByProduct, reportByState, takeSlot: takeReportSlot, now });
  });
  answerQuestions(messaging, {
    references: makeReferencesRepository(database),
    inflationIndex: makeInflationIndexRepository(database),
    reports,
  });
  addAudit(app, dependencies, 'sales');
  return app;
};
