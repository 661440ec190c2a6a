import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headers as names } from '@representa/contracts';
import { startTestStack, type TestStack } from '@representa/testing';
import { createEmpresa, type Gateway, openEmpresas, startGateway } from '../gateway.ts';

export const megabyte = 1_048_576;

export type BulkBehaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A gateway, and a service that reads and answers piece by piece, as the test tells it to. */
export interface BulkGateway {
  stack: TestStack;
  gateway: Gateway;
  origins: string[];
  /** Of three companies: some limits are for each, others for all. */
  keys: readonly [string, string, string];
  behave: BulkBehaviour;
  stop(): Promise<void>;
}

export const startBulkGateway = async (): Promise<BulkGateway> => {
  const stack = await startTestStack();
  const service = createServer((incoming, response) => {
    if (incoming.url === '/readyz') return void response.end();
    response.setHeader(names.exchangeId, incoming.headers[names.exchangeId] as string);
    started.behave(incoming, response);
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const { empresas, database } = openEmpresas(stack);
  const newKey = async (): Promise<string> => (await createEmpresa(empresas)).key;
  const keys = [await newKey(), await newKey(), await newKey()] as const;
  await database.end();
  const origins = [`http://127.0.0.1:${(service.address() as AddressInfo).port}`];
  const gateway = await startGateway(stack, { SALES_URL: origins, CATALOG_URL: origins, CLIENTS_URL: origins });
  const started: BulkGateway = {
    stack,
    gateway,
    origins,
    keys,
    behave: (_request, response) => void response.end(),
    stop: async () => {
      await gateway.close();
      service.closeAllConnections();
      service.close();
      await stack.stop();
    },
  };
  return started;
};
