import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inheritedEnvironment, readStackConfig, type StackConfig } from './config.ts';
import { findRunningStack } from './data-folder/stack-lock.ts';
import { messageOf, StackProblem } from './problem.ts';
import { buildProcesses, workspaceOf } from './processes/processes.ts';

/** The command `npm run empresas`: runs the gateway's command against the running stack. */
export const main = async (args: string[]): Promise<void> => {
  try {
    const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
    const env = asksForHelp ? {} : gatewayEnvironment(readStackConfig());
    await buildProcesses();
    const script = join(workspaceOf('gateway'), 'dist/empresas.js');
    const options = { stdio: 'inherit', env: { ...inheritedEnvironment(), ...env } } as const;
    spawn(process.execPath, [script, ...args], options).once('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
};

const gatewayEnvironment = ({ dataDir, external }: StackConfig): Record<string, string> => {
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
