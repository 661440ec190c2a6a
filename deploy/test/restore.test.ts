import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { roleUrl } from '@representa/local-stack';
import { prepareDatabase } from '@representa/postgres';
import { maintenanceUrl, makeTemporaryFolder, startTestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { describe, expect, inject, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { hasClients, path } from './postgres-clients.ts';

const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
const from = (heading: string): string => runbook.slice(runbook.indexOf(heading));
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
const [empty = '', pod = '', restore = ''] = blocksOf(from('To restore a dump'));
const [change = ''] = blocksOf(from('### Change to another database'));

it('the runbook restarts every process after the change to another database', () => {
  const restarted = /rollout restart deployment (.*)/.exec(change)?.[1]?.split(' ');
  // The gateway had no pods.
  expect(restarted).toEqual(['sales', 'catalog', 'clients']);
  expect(change).toMatch(/for process in sales catalog clients; do .* rollout status deployment \$process; done/);
  expect(empty).toContain('scale deployment gateway --replicas 0\n');
});

/** Runs here what the runbook runs in the pod. There is no cluster and no Docker. */
const standIns = `
kubectl() { while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done; [ $# = 0 ] || { shift; "$@"; }; }
docker() { :; }
`;

describe.runIf(hasClients())('a restore with the commands of the runbook', () => {
  it('makes a database that the processes can use', async () => {
    const { url, rolePasswords } = inject('postgres');
    const name = `restored_${randomUUID().replaceAll('-', '')}`;
    const restored = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const folder = await makeTemporaryFolder();
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const run = (commands: string) =>
      promisify(execFile)('bash', ['-euc', standIns + commands], {
        cwd: folder,
        env: {
          PATH: path,
          BACKUP_FOLDER: backups,
          NEW_SERVER_URL: maintenanceUrl(url),
          ADMIN_DATABASE_URL: restored,
        },
      });
    const createDatabase = readFileSync(`${deployFolder}stores/database.sql`, 'utf8');
    mkdirSync(join(folder, 'deploy/stores'), { recursive: true });
    writeFileSync(
      join(folder, 'deploy/stores/database.sql'),
      createDatabase.replace('database representa', `database ${name}`),
    );
    cpSync(`${deployFolder}components/backup`, join(folder, 'deploy/components/backup'), { recursive: true });

    const source = await startTestDatabase();
    const sourceAdmin = postgres(source.adminUrl, { max: 1 });
    const admin = postgres(maintenanceUrl(url), { max: 1, onnotice: () => {} });
    try {
      await sourceAdmin`insert into gateway.empresa (nome) values ('Aurora')`;
      await run(`DATABASE_URL='${source.adminUrl}' bash deploy/components/backup/backup.sh`);
      const dump = join(backups, readdirSync(backups)[0] ?? '');

      await run(empty);
      await prepareDatabase(restored, rolePasswords);
      await run(pod.replaceAll('/tmp/', `${folder}/`).replaceAll('/backups', backups));
      await run(restore.replace(/\/backups\/\S+/, dump));
      const { stdout } = await run(change.replace('deploy/rollout.sh production', ''));
      expect(stdout).toContain('companies with a wrong counter of clients');

      const asRole = (role: 'sales' | 'gateway') =>
        postgres(roleUrl({ url: restored, rolePasswords }, role), {
          max: 1,
          connection: { search_path: `${role}, extensions` },
        });
      const sales = asRole('sales');
      expect(await sales`select fold('Á') as folded, (select count(*)::int from sale) as sales`).toEqual([
        { folded: 'a', sales: 0 },
      ]);
      // A migration changes tables, so the role must own them.
      await sales`alter table sale add column added int`;
      await expect(sales`select from clients.client`).rejects.toThrow(/permission denied/);
      await sales.end();
      const gateway = asRole('gateway');
      expect(await gateway`select nome from empresa`).toEqual([{ nome: 'Aurora' }]);
      await gateway.end();
    } finally {
      await sourceAdmin.end();
      await source.stop();
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  }, 60_000);
});
