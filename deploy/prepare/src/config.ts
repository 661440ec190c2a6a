import { type ProcessName, processes } from '@representa/contracts';
import { readEnvironment } from '@representa/service-kit/process';
import { z } from 'zod';

const passwordVariable = (role: ProcessName) => `${role.toUpperCase()}_DATABASE_PASSWORD`;

export const environment = z.object({
  ADMIN_DATABASE_URL: z.string().min(1).describe('the database, with a user who may create roles and extensions'),
  ...Object.fromEntries(
    processes.map((role) => [
      passwordVariable(role),
      z.string().min(8).describe(`the password of the role \`${role}\``),
    ]),
  ),
});

interface Config {
  adminUrl: string;
  passwords: Record<string, string>;
}

export const readConfig = (): Config => {
  const { ADMIN_DATABASE_URL, ...rest } = readEnvironment(environment);
  const given = rest as Record<string, string>;
  const passwords = Object.fromEntries(processes.map((role) => [role, given[passwordVariable(role)] as string]));
  return { adminUrl: ADMIN_DATABASE_URL, passwords };
};
