import { crowd } from './fill/blocks.ts';
import { measureHttp } from './measure.ts';
import type { Product } from './product.ts';

const minutes = 10;
const connections = 32;

/** Full load for ten minutes, to see whether memory stays flat. */
export const soak = async (product: Product, log: (line: string) => void): Promise<void> => {
  let deleted = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    log(`mixed day at full load, minute ${minute} of ${minutes}`);
    const job = {
      scenario: 'mixed-day',
      port: product.processes.gateway.port,
      connections,
      seconds: 60,
      seed: minute * 77_777_777,
      block: crowd,
      deleted,
    };
    const { errors, firstError, ...measured } = await measureHttp(product, job);
    deleted = measured.deleted;
    if (errors > 0) throw new Error(`${errors} failures: ${firstError}`);
  }
};
