import { tracingCells } from './cells.ts';
import { crowd, hot } from './fill/blocks.ts';
import { fill } from './fill/fill.ts';
import { makeMeasureScenarios, type Place } from './measure-scenarios.ts';
import type { Product } from './product.ts';
import { type CellResult, resultOf } from './results.ts';
import type { Settings } from './settings.ts';
import { startTraced, type Traced } from './traced/traced.ts';

const oneInTen = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };

/** The product without traces, and twice more with them, by turns. All three are started and warmed up alike. */
export const measureTracing = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<CellResult[]> => {
  const { servers, generator, database } = product;
  log('tracing: filling 101 companies');
  await fill(database, [crowd, hot]);
  const started: Traced[] = [];
  const start = async (sampling: Record<string, string>): Promise<Traced> => {
    const traced = await startTraced(servers, sampling);
    started.push(traced);
    return traced;
  };
  try {
    const traced = await start({});
    const tracedTenth = await start(oneInTen);
    const placeOf = ({ processes, groups }: Product | Traced): Place => ({
      port: processes.gateway.port,
      groups: { ...product.groups, ...groups },
      database,
    });
    const places: Partial<Record<string, Place>> = {
      traced: placeOf(traced),
      'traced-tenth': placeOf(tracedTenth),
    };
    const measure = makeMeasureScenarios(
      { generator, placeOf: ({ target }) => places[target] ?? placeOf(product) },
      // The cost may be few percent, so there are more rounds.
      { ...settings, closedRounds: settings.tracedRounds },
      log,
    );
    const rounds = await measure(tracingCells);
    return tracingCells.flatMap((cell) => resultOf(cell, rounds));
  } finally {
    for (const traced of started) await traced.stop();
  }
};
