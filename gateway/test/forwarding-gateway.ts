import { startTestStack, type TestStack } from '@representa/testing';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from './gateway.ts';
import { type Behaviour, startUpstream, type TestUpstream } from './upstream.ts';

/** A gateway, a company, and one service behind all of the gateway's routes. */
export interface ForwardingGateway {
  stack: TestStack;
  gateway: Gateway;
  upstream: TestUpstream;
  empresa: TestEmpresa;
  stop(): Promise<void>;
}

export const startForwardingGateway = async (behave: Behaviour): Promise<ForwardingGateway> => {
  const [stack, upstream] = await Promise.all([startTestStack(), startUpstream(behave)]);
  const { empresas, database } = openEmpresas(stack);
  const empresa = await createEmpresa(empresas);
  await database.end();
  const origins = [upstream.url];
  const gateway = await startGateway(stack, { SALES_URL: origins, CATALOG_URL: origins, CLIENTS_URL: origins });
  const stop = async (): Promise<void> => {
    await gateway.close();
    await upstream.close();
    await stack.stop();
  };
  return { stack, gateway, upstream, empresa, stop };
};
