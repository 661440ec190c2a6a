import { join } from 'node:path';
import { environmentOf, type Servers, startProcess } from '@representa/local-stack';
import { distFolder } from '../paths.ts';
import { nodeEnv } from '../product.ts';
import { type Nginx, startNginx } from './nginx.ts';

/** The gateway and nginx in front of a stub service, to measure what they cost themselves. */
export interface Proxies {
  gateway: { port: number; pid(): number | undefined };
  nginx: Nginx | undefined;
  stop(): Promise<void>;
}

export const startProxies = async (servers: Servers): Promise<Proxies> => {
  const service = await startProcess('sales', {}, { script: join(distFolder, 'stub-service.js') });
  const [SALES_URL, CATALOG_URL, CLIENTS_URL] = [service.url, service.url, service.url];
  const env = { SALES_URL, CATALOG_URL, CLIENTS_URL };
  const gateway = await startProcess('gateway', environmentOf('gateway', servers, { nodeEnv, env }));
  const nginx = await startNginx(service.port);
  return {
    gateway,
    nginx,
    stop: async () => {
      nginx?.stop();
      await gateway.stop();
      await service.stop();
    },
  };
};
