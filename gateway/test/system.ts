import { startTestStack, until } from '@representa/testing';
import type { Config } from '../src/config.ts';
import { createEmpresa, type Gateway, openEmpresas, startGateway } from './gateway.ts';
import { call } from './http.ts';
import { answerEcho, type Behaviour, startUpstream } from './upstream.ts';

/** Gateways, and one service behind all of their routes. */
const startSystem = async (count: number, behave: Behaviour, changes: Partial<Config>) => {
  const [stack, upstream] = await Promise.all([startTestStack(), startUpstream(behave)]);
  const origins = [upstream.url];
  const services = { SALES_URL: origins, CATALOG_URL: origins, CLIENTS_URL: origins };
  const start = (): Promise<Gateway> => startGateway(stack, { ...services, ...changes });
  const gateways = await Promise.all(Array.from({ length: count }, start));
  const { empresas, database } = openEmpresas(stack);
  const stop = async (): Promise<void> => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await database.end();
    await upstream.close();
    await stack.stop();
  };
  return { stack, upstream, services, gateways, empresas, database, stop };
};

/** One gateway, and a company. */
export const startForwardingGateway = async (behave: Behaviour = answerEcho, changes: Partial<Config> = {}) => {
  const system = await startSystem(1, behave, changes);
  const [gateway] = system.gateways as [Gateway];
  return { ...system, gateway, empresa: await createEmpresa(system.empresas) };
};

/** Two gateways, which hear each other. */
export const startTwoGateways = async (changes: Partial<Config> = {}) => {
  const system = await startSystem(2, answerEcho, changes);
  const gateways = system.gateways as [Gateway, Gateway];
  for (const gateway of gateways) await untilReady(gateway);
  return { ...system, gateways };
};

export const untilReady = ({ port }: Gateway): Promise<void> =>
  until('the gateway is ready', async () => (await call(port, '/readyz')).status === 200);
