import type { ProcessName } from '@representa/contracts';
import { buildProcesses, migrate, startPostgres } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; rolePasswords: Record<ProcessName, string> };
  }
}

/** One PostgreSQL for all test files. Its first database is the template of every file's own. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const [postgres] = await Promise.all([startPostgres({ fsync: false }), buildProcesses()]);
  await migrate({ postgres });
  project.provide('postgres', { url: postgres.url, rolePasswords: postgres.rolePasswords });
  return () => postgres.stop();
};
