import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { deployFolder } from './deploy-folder.ts';

const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
const statements = /```sql\n([\s\S]*?)```/.exec(runbook)?.[1] ?? '';

export interface BackupRole {
  /** The value of DATABASE_URL in the Secret `backup-environment`. */
  url: string;
  drop(): Promise<void>;
}

/** Creates the role of the runbook. Roles belong to the whole server, so it has a name of its own. */
export const createBackupRole = async (adminUrl: string): Promise<BackupRole> => {
  const [name, password] = [`backup_${randomUUID().replaceAll('-', '')}`, randomUUID()];
  const url = Object.assign(new URL(adminUrl), { username: name, password });
  const asAdmin = async (text: string): Promise<void> => {
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    await admin.unsafe(text);
    await admin.end();
  };
  const here = statements
    .replaceAll(/\bbackup\b/g, name)
    .replaceAll(/\brepresenta\b/g, url.pathname.slice(1))
    .replace('…', password);
  await asAdmin(here);
  return { url: url.href, drop: () => asAdmin(`drop owned by ${name}; drop role ${name}`) };
};
