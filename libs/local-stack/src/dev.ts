import { readdirSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { describeExit } from './children/child.ts';
import { builder, root } from './paths.ts';
import { messageOf } from './problem.ts';
import { migrate, workspaceOf } from './processes.ts';
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

/** Bundles a process, and tells whether the bundle has changed. */
const rebuilds = new Map<ProcessName, () => Promise<boolean>>();

const development: Development = {
  command: 'npm run dev',
  help,
  servers: { ports: serverPorts, logStatements: true },
  processes: {
    bundle: 'dist/dev',
    servicePorts,
    inspectPorts,
    // Killed at once: a process at a breakpoint handles no signal.
    plan: [],
    env: { REQUEST_TIMEOUT_MS: '3600000' },
  },
  build: async ({ watched }) => {
    const { makeRebuild } = await builder();
    for (const name of processes) {
      const rebuild = await makeRebuild(relative(root, workspaceOf(name)));
      await rebuild();
      if (watched.includes(name)) rebuilds.set(name, rebuild);
    }
  },
  begin: ({ servers, processes, over, line }) => {
    const apply = async (name: ProcessName, rebuild: () => Promise<boolean>, hasSql: boolean): Promise<void> => {
      const begun = Date.now();
      try {
        const isChanged = await rebuild();
        if (hasSql) await migrate(servers, [name]);
        if (isChanged) await processes[name].restart();
        line(`✔ ${name} ${isChanged ? 'restarted' : 'is up to date'} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
      } catch (error) {
        line(`! ${name}: ${messageOf(error)}`);
      }
    };
    for (const [name] of rebuilds)
      processes[name].onUnexpectedEnd((exit) => {
        if (!over.aborted) line(`! ${name} ended (${describeExit(exit)}): waiting for a change`);
      });
    watchSources(async (paths) => {
      const touched = [...rebuilds].filter(([name]) => {
        const own = relative(root, workspaceOf(name));
        return paths.some((path) => path.startsWith(`${own}/`) || path.startsWith('libs/'));
      });
      const hasSql = paths.some((path) => path.endsWith('.sql'));
      await Promise.all(touched.map(([name, rebuild]) => apply(name, rebuild, hasSql)));
    });
    line(`  Watching  ${[...rebuilds.keys()].join(', ')}; ports of debuggers: npm run dev -- --help\n`);
  },
};

/** An editor writes several files, and each of them several times. */
const settleMs = 50;
const isSource = (path: string): boolean => /\.(ts|json|html|css|js|mjs|sql)$/.test(path);
const isWatched = (folder: string): boolean => !/\/(dist|test|node_modules)$/.test(folder);

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
  // Every folder by itself: Node's recursive watcher loses a file that an editor replaces.
  const follow = (folder: string): void => {
    watch(join(root, folder), (_event, name) => {
      const path = `${folder}/${name}`;
      if (isFolder(path)) return isWatched(path) && follow(path);
      if (!isSource(path)) return;
      changed.push(path);
      clearTimeout(timer);
      timer = setTimeout(flush, settleMs);
    });
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
      if (entry.isDirectory() && isWatched(`${folder}/${entry.name}`)) follow(`${folder}/${entry.name}`);
  };
  for (const folder of ['gateway', 'services', 'libs']) follow(folder);
};

const isFolder = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
