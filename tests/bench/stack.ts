import type { StackProcess } from '@representa/local-stack';
import { startBaseline } from './baseline/start.ts';
import { type Cell, stubScenario } from './cells.ts';
import { startNginx } from './limits/nginx.ts';
import { startProxies } from './limits/proxies.ts';
import type { Place } from './measure-scenarios.ts';
import { type FilledDatabase, type Product, startProduct } from './product.ts';
import type { Groups } from './usage.ts';

/** The product and all that it is compared with, on the same servers. */
export interface BenchStack {
  product: Product;
  baseline: StackProcess;
  databases: { product: FilledDatabase; baseline: FilledDatabase };
  /** The processes whose CPU is counted. */
  groups: Groups;
  hasNginx: boolean;
  placeOf(cell: Cell): Place;
  stop(): Promise<void>;
}

export const startStack = async (): Promise<BenchStack> => {
  const product = await startProduct();
  const stopping: (() => Promise<void> | void)[] = [() => product.stop()];
  const stop = async (): Promise<void> => {
    for (const stopOne of stopping.reverse()) await stopOne();
  };
  try {
    const { servers, processes } = product;
    const { process: baseline, database } = await startBaseline(servers);
    stopping.push(() => baseline.stop());
    const nginx = await startNginx(processes.sales.port);
    stopping.push(() => nginx?.stop());
    const proxies = await startProxies(servers);
    stopping.push(() => proxies.stop());
    const databases = { product: product.database, baseline: database };
    const groups: Groups = { ...product.groups, baseline: () => [baseline.pid()], nginx: () => [nginx?.pid] };
    const placeOf = ({ target, scenario }: Cell): Place => {
      const place = { groups, database: databases.product };
      if (scenario === stubScenario) {
        const own = { ...groups, gateway: () => [proxies.gateway.pid()], nginx: () => [proxies.nginx?.pid] };
        return { ...place, groups: own, port: (target === 'nginx' ? proxies.nginx : proxies.gateway)?.port ?? 0 };
      }
      if (target === 'baseline') return { groups, database: databases.baseline, port: baseline.port };
      if (target === 'nginx') return { ...place, port: nginx?.port ?? 0, gatewaySecret: servers.gatewaySecret };
      return { ...place, port: processes.gateway.port };
    };
    return { product, baseline, databases, groups, hasNginx: nginx !== undefined, placeOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
