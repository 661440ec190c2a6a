import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inheritedEnvironment, readStackConfig, type StackConfig } from './config.ts';
import { findRunningStack } from './data-folder/stack-file.ts';
import { messageOf, StackProblem } from './problem.ts';
import { buildProcesses } from './processes/build.ts';
import { workspaceOf } from './processes/processes.ts';

/** The command `npm run empresas`: runs the gateway's command against the running stack. */
export const main = async (args: string[]): Promise<void> => {
  try {
    const env = asksForHelp(args) ? {} : await gatewayEnvironment(readStackConfig());
    await buildProcesses();
    const script = join(workspaceOf('gateway'), 'dist/empresas.js');
    const child = spawn(process.execPath, [script, ...args], {
      stdio: 'inherit',
      env: { ...inheritedEnvironment(), ...env },
    });
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
};

const asksForHelp = (args: string[]): boolean => args.length === 0 || args.includes('--help') || args.includes('-h');

const gatewayEnvironment = async ({ dataDir, external }: StackConfig): Promise<Record<string, string>> => {
  const running = await findRunningStack(dataDir);
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
