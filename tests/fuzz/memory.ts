import { processes } from '@representa/contracts';
import type { StackProcesses } from '@representa/local-stack';
import { residentMegabytes } from '@representa/testing';

/** No process may need more, however strange the requests are. */
const mostMegabytes = 400;

/** The processes that have grown too large, with their size. */
export const findLargeProcesses = (stack: StackProcesses): string[] =>
  processes
    .map((name) => ({ name, megabytes: residentMegabytes(stack[name].pid() ?? 0) }))
    .filter(({ megabytes }) => megabytes > mostMegabytes)
    .map(
      ({ name, megabytes }) =>
        `${name} has ${megabytes.toFixed(0)} MB in memory; at most ${mostMegabytes} were expected`,
    );
