import type { StackProcess } from '@representa/local-stack';
import { startBaseline } from './baseline/start.ts';
import { type Nginx, startNginx } from './limits/nginx.ts';
import { type Proxies, startProxies } from './limits/proxies.ts';
import { type FilledDatabase, type Product, startProduct } from './product.ts';
import { startTraced, type Traced } from './traced/traced.ts';
import type { Groups } from './usage.ts';

/** The product and all that it is compared with, on the same servers. */
export interface BenchStack {
  product: Product;
  baseline: StackProcess;
  /** The product once more, tracing every request, and tracing one in ten. */
  traced: Traced;
  tracedTenth: Traced;
  /** In front of sales; undefined where nginx is not installed. */
  nginx: Nginx | undefined;
  proxies: Proxies;
  databases: { product: FilledDatabase; baseline: FilledDatabase };
  /** The processes whose CPU is counted, by what is under load. */
  groups: Record<'product' | 'proxies' | 'traced' | 'tracedTenth', Groups>;
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
    const traced = await startTraced(servers, {});
    stopping.push(() => traced.stop());
    const tracedTenth = await startTraced(servers, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
    stopping.push(() => tracedTenth.stop());
    const groups: Groups = { ...product.groups, baseline: () => [baseline.pid()], nginx: () => [nginx?.pid] };
    return {
      product,
      baseline,
      traced,
      tracedTenth,
      nginx,
      proxies,
      databases: { product: product.database, baseline: database },
      groups: {
        product: groups,
        proxies: { ...groups, gateway: () => [proxies.gateway.pid()], nginx: () => [proxies.nginx?.pid] },
        traced: { ...groups, ...traced.groups },
        tracedTenth: { ...groups, ...tracedTenth.groups },
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
