import { join } from 'node:path';
import { runInTerminal } from './children/child.ts';
import { readStackConfig } from './config.ts';
import { findRunningStack } from './data-folder.ts';
import { StackProblem } from './problem.ts';
import { buildProcesses, workspaceOf } from './processes.ts';

/** The command `npm run empresas`: runs the gateway's command against the running stack. */
export const main = async (args: string[]): Promise<void> => {
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  const env = asksForHelp ? {} : gatewayEnvironment();
  await buildProcesses();
  const script = join(workspaceOf('gateway'), 'dist/empresas.js');
  await runInTerminal({ program: process.execPath, args: [script, ...args], env });
};

const gatewayEnvironment = (): Record<string, string> => {
  const { dataDir, external } = readStackConfig();
  const running = findRunningStack(dataDir);
  if (running) {
    // On the error output: the command's own output may be read by a program.
    process.stderr.write(`DATA_DIR ${dataDir}\n`);
    return running.gateway;
  }
  if (external.postgres) return {};
  throw new StackProblem(
    `Nothing runs on the data in ${dataDir} (DATA_DIR): start it with npm start in another terminal, or set DATABASE_URL, NATS_URL and REDIS_URL.`,
  );
};
