import { makeAuditRepository } from '@representa/audit';
import { connectPostgres, readSqlNames, waitForDatabase } from '@representa/postgres';
import { makeVerifyAudit } from './audit/verify-audit.ts';
import { readCommandConfig } from './config.ts';
import { makeAnnounce } from './empresas/announce.ts';
import { printOutcome, runCommandLine } from './empresas/command-line.ts';
import { makeCommands } from './empresas/commands.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { runLoadIndex } from './empresas/load-index.ts';
import { makeManageEmpresas } from './empresas/manage-empresas.ts';
import { makeKeysRepository } from './keys/keys.repository.ts';
import { makeManageKeys } from './keys/manage-keys.ts';

const words = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const runCommand = (): Promise<number> =>
  runCommandLine(words, async (use) => {
    const config = readCommandConfig();
    // seed-demo runs as a Job beside the migrations, so it waits for all of them. Other commands fail at once.
    if (words[0] === 'seed-demo') {
      const sqlNames = await readSqlNames(new URL('./sql/', import.meta.url), 'gateway');
      await waitForDatabase({ url: config.DATABASE_URL, schema: 'gateway', sqlNames, onWaiting: print });
    }
    const database = connectPostgres({
      url: config.DATABASE_URL,
      schema: 'gateway',
      connections: 1,
      statementTimeoutMs: 10_000,
    });
    try {
      const [empresas, keys, announce] = [
        makeEmpresasRepository(database),
        makeKeysRepository(database),
        makeAnnounce(config),
      ];
      const manageEmpresas = makeManageEmpresas({ empresas, keys, announce });
      const manageKeys = makeManageKeys({ keys, announce });
      const verifyAudit = makeVerifyAudit(makeAuditRepository(database), config);
      return await use(makeCommands({ empresas, keys, manageEmpresas, manageKeys, announce, verifyAudit, config }));
    } finally {
      await database.end({ timeout: 1 });
    }
  });
const exitCode = await (words[0] === 'index'
  ? printOutcome(() => runLoadIndex(words.slice(1), readCommandConfig()))
  : runCommand());
// A connection to NATS or Redis that never came about would keep the process alive.
process.exit(exitCode);
