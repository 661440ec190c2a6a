import { addChanges } from '@representa/changes';
import { salesChanged } from '@representa/contracts';
import { addIdempotency } from '@representa/idempotency';
import { type App, makeService, type ServiceDependencies } from '@representa/service-kit';
import { answerQuestions } from './messaging/answers.ts';
import { makeReferencesRepository } from './references/references.repository.ts';
import { makeReferences } from './references/references.ts';
import { makeCreateSale } from './sales/create-sale.ts';
import { makeSalesRepository } from './sales/sales.repository.ts';
import { salesRoutes } from './sales/sales.routes.ts';
import { makeUpdateSale } from './sales/update-sale.ts';

interface Dependencies extends ServiceDependencies {
  now?: () => Date;
}

export const makeApp = ({ now = () => new Date(), ...dependencies }: Dependencies): App => {
  const { sql, messaging, log } = dependencies;
  const sales = makeSalesRepository(sql);
  const references = makeReferences(messaging);

  const app = makeService(dependencies, (api) =>
    salesRoutes(api, {
      sales,
      createSale: makeCreateSale({ sales, references, now }),
      updateSale: makeUpdateSale({ sales, references, now }),
      createOnce: addIdempotency(api, sql, log),
      followSales: addChanges(api, { sql, messaging, log, changed: salesChanged })('sale', sales.changes),
    }),
  );
  answerQuestions(messaging, makeReferencesRepository(sql));
  return app;
};
