import { writtenPhone } from '@representa/brazil';
import { describeRepresentada, findRepresentada, moveRegister, readProductNames } from '@representa/contracts';
import {
  addAudit,
  addChanges,
  addExternalIds,
  addIdempotency,
  addReferenceOwner,
  makeMoveRegister,
} from '@representa/records';
import type { App } from '@representa/service-kit';
import { makeService, type ServiceDependencies } from '@representa/service-kit/process';
import { addImports, makeExports, makeFindRenamed, makePushImportedRenames, money } from '@representa/tables';
import { makeProductsRepository, productsImport } from './products/products.repository.ts';
import { productsRoutes } from './products/products.routes.ts';
import { product } from './products/products.schemas.ts';
import { makeDeleteRepresentada } from './representadas/delete-representada.ts';
import { makeRepresentadasRepository, representadasImport } from './representadas/representadas.repository.ts';
import { representadasRoutes } from './representadas/representadas.routes.ts';
import { representada } from './representadas/representadas.schemas.ts';

export const makeApp = (dependencies: ServiceDependencies): App => {
  const { database, messaging } = dependencies;
  const products = makeProductsRepository(database);
  const representadas = makeRepresentadasRepository(database);

  const app = makeService(dependencies, (api) => {
    addExternalIds(api, dependencies, [product, representada]);
    const createOnce = addIdempotency(api, dependencies);
    const follow = addChanges(api, dependencies, 'catalog');
    const makeExport = makeExports();
    const makeImport = addImports(api, dependencies);
    productsRoutes(api, {
      products,
      createOnce,
      followProducts: follow('product', products.changes),
      importProducts: makeImport(productsImport),
      exportProducts: makeExport({
        name: 'products',
        record: product.reply,
        formats: { preco: money },
        readPage: products.list.after,
      }),
    });
    const owner = addReferenceOwner(api, dependencies, 'representada', representadas);
    representadasRoutes(api, {
      representadas,
      updateRepresentada: owner.updateRecord,
      deleteRepresentada: makeDeleteRepresentada({ representadas, messaging, deleteRecord: owner.deleteRecord }),
      createOnce,
      importRepresentadas: makeImport({
        ...representadasImport,
        afterMerge: makePushImportedRenames(makeFindRenamed(database, 'representada'), owner.pushRenames),
      }),
      followRepresentadas: follow('representada', representadas.changes),
      exportRepresentadas: makeExport({
        name: 'representadas',
        record: representada.reply,
        formats: { telefone: writtenPhone },
        readPage: representadas.list.after,
      }),
    });
  });
  messaging.answerBatch(findRepresentada, (questions, call) => representadas.find(call, questions));
  messaging.answer(describeRepresentada, (asked, call) => representadas.describe(call, asked));
  messaging.answer(readProductNames, (asked, call) => products.names(call, asked));
  messaging.answer(
    moveRegister.catalog,
    makeMoveRegister(database, { table: 'product', value: 'id', constraint: 'product_id_key' }),
  );
  addAudit(app, dependencies, 'catalog');
  return app;
};
