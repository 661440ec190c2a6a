import { connectPostgres } from '@representa/postgres';
import { readCommandConfig } from './config.ts';
import { makeAnnounce } from './empresas/announce.ts';
import { printOutcome, runCommandLine } from './empresas/command-line.ts';
import { makeCommands } from './empresas/commands.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { runLoadIndex } from './empresas/load-index.ts';

const words = process.argv.slice(2);
const runCommand = (): Promise<number> =>
  runCommandLine(words, async (use) => {
    const config = readCommandConfig();
    const database = connectPostgres({
      url: config.DATABASE_URL,
      schema: 'gateway',
      connections: 1,
      statementTimeoutMs: 10_000,
    });
    try {
      return await use(
        makeCommands({ empresas: makeEmpresasRepository(database), announce: makeAnnounce(config), config }),
      );
    } finally {
      await database.end({ timeout: 1 });
    }
  });
const exitCode = await (words[0] === 'index'
  ? printOutcome(() => runLoadIndex(words.slice(1), readCommandConfig()))
  : runCommand());
// A connection to NATS or Redis that never came about would keep the process alive.
process.exit(exitCode);
