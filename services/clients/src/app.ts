import { writtenPhone } from '@representa/brazil';
import { findClient, moveRegister, readClientStates } from '@representa/contracts';
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
import { makeClientsRepository } from './clients/clients.repository.ts';
import { clientsRoutes } from './clients/clients.routes.ts';
import { client } from './clients/clients.schemas.ts';
import { clientsImport } from './clients/import-clients.ts';
import { makeReadVisits } from './reports/read-visits.ts';
import { reportsRoutes } from './reports/reports.routes.ts';
import { visitRecord } from './reports/reports.schemas.ts';

export const makeApp = (dependencies: ServiceDependencies): App => {
  const { database, messaging } = dependencies;
  const clients = makeClientsRepository(database);

  const app = makeService(dependencies, (api) => {
    addExternalIds(api, dependencies, [client]);
    const makeExport = makeExports();
    const owner = addReferenceOwner(api, dependencies, 'client', clients);
    clientsRoutes(api, {
      clients,
      updateClient: owner.updateRecord,
      deleteClient: owner.deleteRecord,
      createOnce: addIdempotency(api, dependencies),
      followClients: addChanges(api, dependencies, 'clients')('client', clients.changes),
      importClients: addImports(
        api,
        dependencies,
      )({
        ...clientsImport,
        afterMerge: makePushImportedRenames(makeFindRenamed(database, 'client'), owner.pushRenames),
      }),
      exportClients: makeExport({
        name: 'clients',
        record: client.reply,
        formats: { telefone: writtenPhone },
        readPage: clients.fullList.after,
      }),
    });
    const readVisits = makeReadVisits({ clients, messaging });
    reportsRoutes(api, {
      readVisits,
      exportVisits: makeExport({
        name: 'route',
        record: visitRecord,
        formats: { telefone: writtenPhone, aberto: money },
        readPage: readVisits,
      }),
    });
  });
  messaging.answerBatch(findClient, (addresses, call) => clients.find(call, addresses));
  messaging.answer(readClientStates, (asked, call) => clients.states(call, asked));
  messaging.answer(
    moveRegister.clients,
    makeMoveRegister(database, { table: 'client', value: 'lower(email)', constraint: 'client_email_key' }),
  );
  addAudit(app, dependencies, 'clients');
  return app;
};
