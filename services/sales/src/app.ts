import { addAudit } from '@representa/audit';
import { addChanges } from '@representa/changes';
import { salesChanged } from '@representa/contracts';
import { makeExports } from '@representa/exports';
import { addIdempotency } from '@representa/idempotency';
import { type App, makeService, type ServiceDependencies } from '@representa/service-kit';
import { makeAddReceipt } from './commissions/add-receipt.ts';
import { makeCommissionsRepository } from './commissions/commissions.repository.ts';
import { commissionsRoutes } from './commissions/commissions.routes.ts';
import { makeInflationIndexRepository } from './commissions/inflation-index.repository.ts';
import { makePayCommissions } from './commissions/pay-commissions.ts';
import { makePaymentsRepository } from './commissions/payments.repository.ts';
import { paymentsRoutes } from './commissions/payments.routes.ts';
import { makeReceiptsRepository } from './commissions/receipts.repository.ts';
import { receiptsRoutes } from './commissions/receipts.routes.ts';
import { reconcileRoutes } from './commissions/reconcile.routes.ts';
import { makeReconcile } from './commissions/reconcile.ts';
import { makeRecordReconciliation } from './commissions/record-reconciliation.ts';
import { statementRoutes } from './commissions/statement.routes.ts';
import { makeReadStatement } from './commissions/statement.ts';
import { terminationRoutes } from './commissions/termination.routes.ts';
import { makeComputeTermination } from './commissions/termination.ts';
import { makeFindFutureDate } from './find-future-date.ts';
import { answerQuestions } from './messaging/answers.ts';
import { makeQuestions } from './messaging/questions.ts';
import { makeReferencesRepository } from './references/references.repository.ts';
import { makeClientAccountsRepository } from './reports/client-accounts.repository.ts';
import { makeReportByState } from './reports/report-by-state.ts';
import { makeReportsRepository } from './reports/reports.repository.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { makeCreateSale } from './sales/create-sale.ts';
import { makeReadHistory } from './sales/read-history.ts';
import { makeSaleChangesRepository } from './sales/sale-changes.repository.ts';
import { makeSalesRepository } from './sales/sales.repository.ts';
import { salesRoutes } from './sales/sales.routes.ts';
import { saleSummary } from './sales/sales.schemas.ts';
import { makeUpdateSale } from './sales/update-sale.ts';

interface Dependencies extends ServiceDependencies {
  now?: () => Date;
}

export const makeApp = ({ now = () => new Date(), ...dependencies }: Dependencies): App => {
  const { config, database, messaging, log } = dependencies;
  const sales = makeSalesRepository(database);
  const questions = makeQuestions(messaging);
  const saleChanges = makeSaleChangesRepository(database);

  const app = makeService(dependencies, (api) => {
    const createOnce = addIdempotency(api, database, log);
    const findFutureDate = makeFindFutureDate(now);
    salesRoutes(api, {
      sales,
      createSale: makeCreateSale({ sales, questions, now }),
      updateSale: makeUpdateSale({ sales: saleChanges, questions, now }),
      readHistory: makeReadHistory({ sales: saleChanges }),
      createOnce,
      findFutureDate,
      followSales: addChanges(api, { database, messaging, log, changed: salesChanged })('sale', saleChanges.changes),
      exportSales: makeExports()({ name: 'sales', record: saleSummary, readPage: sales.list.after }),
    });
    const receipts = makeReceiptsRepository(database);
    receiptsRoutes(api, { receipts, addReceipt: makeAddReceipt({ receipts, now }), createOnce, findFutureDate });
    const commissions = makeCommissionsRepository(database);
    const payments = makePaymentsRepository(database);
    const payCommissions = makePayCommissions({ payments, questions, now });
    paymentsRoutes(api, { payments, payCommissions, createOnce, findFutureDate });
    commissionsRoutes(api, { commissions, now });
    statementRoutes(api, { readStatement: makeReadStatement({ commissions, questions }), now });
    terminationRoutes(api, { computeTermination: makeComputeTermination({ commissions, questions }) });
    const reconcile = makeReconcile({ commissions, questions, now });
    const recordReconciliation = makeRecordReconciliation({ reconcile, payCommissions });
    reconcileRoutes(api, { reconcile, recordReconciliation, createOnce, findFutureDate });
    const reports = makeReportsRepository(database);
    reportsRoutes(api, { reports, reportByState: makeReportByState({ reports, questions }), now });
  });
  answerQuestions(messaging, {
    references: makeReferencesRepository(database),
    inflationIndex: makeInflationIndexRepository(database),
    accounts: makeClientAccountsRepository(database),
  });
  addAudit(app, { service: 'sales', database, messaging, log, config });
  return app;
};
