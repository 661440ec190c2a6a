import { readFileSync } from 'node:fs';
import { type ProcessName, processes } from '@representa/contracts';

import { expect, it } from 'vitest';
import { natsConfig } from '../../libs/local-stack/src/nats-config.ts';
import { deployFolder } from './overlays.ts';

const withoutComments = (text: string): string => text.replace(/^#.*\n/gm, '').trim();

it('NATS users may do in a cluster what they may do in the tests', () => {
  const marks = Object.fromEntries(processes.map((name) => [name, `password of ${name}`]));
  const passwords = marks as Record<ProcessName, string>;
  const made = natsConfig({ host: '127.0.0.1', port: 4222, serverName: 'representa', passwords });
  const users = made
    .slice(made.indexOf('authorization'))
    .replace(/"password of (\w+)"/g, (_mark, name: string) => `$NATS_${name.toUpperCase()}_PASSWORD`);
  expect(withoutComments(readFileSync(`${deployFolder}stores/nats-users.conf`, 'utf8'))).toBe(users.trim());
});
