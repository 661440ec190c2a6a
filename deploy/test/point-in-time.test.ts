import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@representa/local-stack';
import { makeTemporaryFolder, until } from '@representa/testing';
import { describe, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { hasClients, nobody, path, user } from './postgres-clients.ts';

/** The commands of the runbook for a plain PostgreSQL: how to archive, and how to restore. */
const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
const section = runbook.slice(runbook.indexOf('**A plain PostgreSQL**'), runbook.indexOf('## Rotate secrets'));
const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands);
const [settings = '', backup = '', switchWal = '', recover = ''] = blocks;

describe.runIf(hasClients())('point-in-time recovery', () => {
  it('with the commands of the runbook, brings back what was destroyed', async () => {
    const folder = await makeTemporaryFolder();
    const [data, archived] = [join(folder, 'data'), join(folder, 'archive')];
    mkdirSync(archived);
    for (const owned of [folder, archived]) if ('uid' in user) chownSync(owned, nobody, nobody);
    const port = await freePort();
    const run = async (commands: string): Promise<string> => {
      const env = { PATH: path, PGDATA: data, PGHOST: folder, PGPORT: String(port) };
      const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { ...user, env });
      return stdout.trim();
    };
    const ask = (statement: string): Promise<string> => run(`psql -U postgres -XAtc "${statement}"`);
    const start = () => run(`pg_ctl -w -l ${folder}/log -o "-p ${port} -k ${folder} -h 127.0.0.1" start >/dev/null`);
    const stop = () => run('pg_ctl -w -m fast stop');
    const inFolder = (commands: string): string => commands.replaceAll('/archive/', `${archived}/`);

    await run('initdb -U postgres >/dev/null');
    // As the image of the overlay `dev` does it. `all` stands for databases, and not for replication.
    appendFileSync(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
    await start();
    try {
      await run(inFolder(settings));
      await stop();
      await start();
      await ask('create table sale as select 1 as n');
      await run(inFolder(backup));
      await ask('insert into sale values (2)');
      const beforeMistake = await ask('select clock_timestamp()');
      await ask('drop table sale');

      const base = readdirSync(archived).find((name) => name.startsWith('base-')) ?? '';
      await run(switchWal);
      await stop();
      await run(
        inFolder(recover)
          .replace(/base-\d{8}/, base)
          .replace(/(recovery_target_time = )'.*'/, `$1'${beforeMistake}'`),
      );
      expect(existsSync(join(folder, 'data.old/PG_VERSION'))).toBe(true);
      await start();
      await until('it has recovered', async () => (await ask('select pg_is_in_recovery()')) === 'f');
      expect(await ask('select array_agg(n order by n) from sale')).toBe('{1,2}');
    } finally {
      // Not running: an earlier command failed.
      await stop().catch(() => {});
    }
  }, 60_000);
});
