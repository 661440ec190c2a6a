import { readFileSync } from 'node:fs';
import { type ProcessName, processes } from '@representa/contracts';
import { natsConfig } from '@representa/local-stack';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const withoutComments = (text: string): string => text.replace(/^#.*\n/gm, '').trim();

it('nats-users.conf has the permissions of the tests', () => {
  const placeholders = Object.fromEntries(processes.map((name) => [name, `password of ${name}`]));
  const passwords = placeholders as Record<ProcessName, string>;
  const config = natsConfig({ host: '127.0.0.1', port: 4222, serverName: 'representa', passwords });
  const users = config
    .slice(config.indexOf('authorization'))
    .replace(/"password of (\w+)"/g, (_match, name: string) => `$NATS_${name.toUpperCase()}_PASSWORD`);
  expect(withoutComments(readFileSync(`${deployFolder}stores/nats-users.conf`, 'utf8'))).toBe(users.trim());
});
