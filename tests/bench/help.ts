import { scenarios } from './cells.ts';

export const help = `npm run bench: measures Representa on this machine, beside a monolith and the limits

  npm run bench                      everything; writes tests/bench/results/latest.*
  npm run bench -- --quick           a first look, about two minutes; writes results/quick.*
  npm run bench -- --only <what>     one scenario; "growth", "reports", "bulk", "tracing", "replicas", "neighbour", "writes", or
                                     "soak" (ten minutes at full load); or one target: product, baseline, nginx, pgbench
  npm run bench -- --out <folder>    writes there instead

Scenarios: ${scenarios.join(', ')}

pgbench (Debian: postgresql-contrib or postgresql) and nginx are used when they are installed.
`;
