import { watch } from 'node:fs';
import { join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import { describeExit } from './children/child.ts';
import { builder, root } from './paths.ts';
import { messageOf } from './problem.ts';
import { migrate } from './processes/migrate.ts';
import { type Development, runStack } from './start.ts';

/** The command `npm run dev`. */
export const main = (args: string[]): Promise<void> => runStack(args, development);

const serverPorts = { postgres: 15_432, nats: 14_222, redis: 16_379 };
const servicePorts = { sales: 3_001, catalog: 3_002, clients: 3_003 };
/** Also in .vscode/launch.json. */
const inspectPorts = { gateway: 9_229, sales: 9_230, catalog: 9_231, clients: 9_232 };

const help = `npm run dev: like npm start, for somebody who changes the code

  npm run dev                 watch everything
  npm run dev -- sales …      watch these processes only (gateway, sales, catalog, clients)
  npm run dev -- --fresh      start with empty data; --verbose shows everything that the processes log

A process is built and started again when its sources change; SQL is applied.

  process   port   debugger        server       port
  gateway   3000   9229            PostgreSQL   15432   every statement is in .data/postgres.log
  sales     3001   9230            NATS         14222
  catalog   3002   9231            Redis        16379
  clients   3003   9232

Deadlines are an hour long, so that a request outlives a breakpoint. npm run psql opens the database.
`;

const development: Development = {
  command: 'npm run dev',
  help,
  servers: { ports: serverPorts, logStatements: true },
  processes: () => ({
    servicePorts,
    inspectPorts,
    // A process at a breakpoint handles no signal.
    plan: [['SIGTERM', 500]],
    env: { REQUEST_TIMEOUT_MS: '3600000' },
  }),
  begin: async ({ servers, processes, config: { watched }, line }) => {
    const { makeRebuild, processWorkspaces } = await builder();
    const workspaceOf = (name: ProcessName): string =>
      processWorkspaces.find((workspace) => workspace.endsWith(name)) ?? name;
    const rebuilds = await Promise.all(watched.map((name) => makeRebuild(workspaceOf(name))));
    for (const name of watched)
      processes[name].onUnexpectedEnd((exit) => line(`! ${name} ended (${describeExit(exit)}): waiting for a change`));

    const apply = async (name: ProcessName, rebuild: () => Promise<boolean>, hasSql: boolean): Promise<void> => {
      const begun = Date.now();
      try {
        const isChanged = await rebuild();
        if (hasSql) await migrate(servers, [name]);
        if (!isChanged) return;
        await processes[name].restart();
        line(`✔ ${name} restarted (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
      } catch (error) {
        line(`! ${name}: ${messageOf(error)}`);
      }
    };
    const applyAll = (hasSql: boolean) =>
      Promise.all(watched.map((name, i) => apply(name, rebuilds[i] as () => Promise<boolean>, hasSql)));
    watchSources(async (paths) => void (await applyAll(paths.some((path) => path.endsWith('.sql')))));
    line(`  Watching  ${watched.join(', ')}; debuggers at ports 9229 to 9232 (npm run dev -- --help)\n`);
  },
};

/** An editor writes several files, and each of them several times. */
const settleMs = 50;

/** Calls back with what has changed, one call at a time. */
const watchSources = (onChange: (paths: string[]) => Promise<void>): void => {
  let changed: string[] = [];
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const paths = changed;
    changed = [];
    running = running.then(() => onChange(paths));
  };
  const note = (path: string | null): void => {
    if (!path || !/\.(ts|json|html|css|js|mjs|sql)$/.test(path) || /(^|\/)(dist|test|node_modules)\//.test(path))
      return;
    changed.push(path);
    clearTimeout(timer);
    timer = setTimeout(flush, settleMs);
  };
  for (const folder of ['gateway', 'services', 'libs'])
    watch(join(root, folder), { recursive: true }, (_event, path) => note(path));
};
