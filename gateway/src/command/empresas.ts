import { connectPostgres, readSqlNames, waitForDatabase } from '@representa/postgres';
import { makeAuditRepository } from '@representa/records';
import { makeAccounts } from '../accounts.ts';
import { readCommandConfig } from '../config.ts';
import { runCommandLine } from './command-line.ts';
import { makeCommands } from './commands.ts';
import { makeCommandInvalidateKeys } from './connect.ts';
import { makeLoadIndex } from './inflation-index.ts';
import { makeMoveRegister } from './move-register.ts';
import { makeVerifyAudit } from './verify-audit.ts';

const args = process.argv.slice(2);
/** Not on stdout, which has only the answer: with --json, one JSON text. */
const sayWaiting = (line: string): void => void process.stderr.write(`${line}\n`);

const exitCode = await runCommandLine(args, async (use, name) => {
  const config = readCommandConfig();
  const url = config.DATABASE_URL;
  // seed-demo runs as a Job beside the migrations, so it waits for all of them. Other commands fail at once.
  if (name === 'seed-demo') {
    const sqlNames = await readSqlNames(new URL('./sql/', import.meta.url), 'gateway');
    await waitForDatabase({ url, schema: 'gateway', sqlNames, onWaiting: sayWaiting });
  }
  const database = connectPostgres({ url, schema: 'gateway', connections: 1, statementTimeoutMs: 10_000 });
  try {
    const invalidateKeys = makeCommandInvalidateKeys(config);
    return await use(
      makeCommands({
        ...makeAccounts(database, invalidateKeys),
        invalidateKeys,
        config,
        verifyAudit: makeVerifyAudit(makeAuditRepository(database), config),
        loadIndex: makeLoadIndex(config),
        moveRegister: makeMoveRegister(config),
      }),
    );
  } finally {
    await database.end({ timeout: 1 });
  }
});
// The end of a long list may still wait for a slow reader of the pipe.
await new Promise((done) => process.stdout.write('', done));
// A connection to NATS or Redis that never came about would keep the process alive.
process.exit(exitCode);
