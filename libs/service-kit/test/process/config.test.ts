import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMigrateUrl } from '../../src/process/config.ts';
import { baseEnvironment, readEnvironment } from '../../src/process/index.ts';

const right = {
  DATABASE_URL: 'postgres://clients:secret@127.0.0.1/representa',
  NATS_URL: 'nats://clients:secret@127.0.0.1',
  GATEWAY_SECRET: 'a secret of enough characters',
};

class Exit extends Error {}

let said: string;
beforeEach(() => {
  said = '';
  for (const name of Object.keys(baseEnvironment.shape)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(right)) vi.stubEnv(name, value);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(String(code));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const read = () => readEnvironment(baseEnvironment);

it('an environment that is right is read', () => {
  expect(read()).toMatchObject({ DATABASE_URL: right.DATABASE_URL, PORT: 0 });
  expect(said).toBe('');
});

it('a secret and the one that replaces it are separated by a comma; another comma is no fault', () => {
  vi.stubEnv('GATEWAY_SECRET', 'the secret of today , the secret of tomorrow,');
  expect(read().GATEWAY_SECRET).toEqual(['the secret of today', 'the secret of tomorrow']);
  vi.stubEnv('GATEWAY_SECRET', ',');
  expect(read).toThrow(Exit);
});

it('migrations do not need the key of the audit', () => {
  vi.stubEnv('AUDIT_RETENTION_DAYS', '30');
  expect(readMigrateUrl()).toBe(right.DATABASE_URL);
});

it.each(['', ' '])('the value %j counts as missing: it is not the number 0', (value) => {
  for (const name of ['REQUEST_TIMEOUT_MS', 'MAX_IN_FLIGHT', 'AUDIT_RETENTION_DAYS']) vi.stubEnv(name, value);
  expect(read()).toMatchObject({ REQUEST_TIMEOUT_MS: 4_000, MAX_IN_FLIGHT: 512 });
  vi.stubEnv('DATABASE_URL', '');
  expect(read).toThrow(Exit);
  expect(said).toContain('DATABASE_URL (missing)');
});

describe('a secret in a file', () => {
  const file = join(tmpdir(), `${randomUUID()}.secret`);
  beforeEach(() => writeFileSync(file, 'a secret in a file\n'));
  afterEach(() => rmSync(file));

  it('is read instead of the variable', () => {
    vi.stubEnv('GATEWAY_SECRET', undefined);
    vi.stubEnv('GATEWAY_SECRET_FILE', file);
    expect(read().GATEWAY_SECRET).toEqual(['a secret in a file']);
  });

  it('that is empty counts as missing', () => {
    writeFileSync(file, '\n');
    vi.stubEnv('MAX_IN_FLIGHT_FILE', file);
    expect(read()).toMatchObject({ MAX_IN_FLIGHT: 512 });
  });

  it.each([
    [
      'is refused beside the variable',
      right.GATEWAY_SECRET,
      file,
      'GATEWAY_SECRET (also given as GATEWAY_SECRET_FILE)',
    ],
    ['is refused when it cannot be read', undefined, '/nowhere', 'GATEWAY_SECRET_FILE (cannot be read)'],
  ])('%s', (_what, value, path, fault) => {
    vi.stubEnv('GATEWAY_SECRET', value);
    vi.stubEnv('GATEWAY_SECRET_FILE', path);
    expect(read).toThrow(new Exit('1'));
    expect(said).toBe(`Cannot start with this environment: ${fault}\n`);
  });
});

describe('an environment that is not right is told in one line, and ends the process', () => {
  it.each([
    [{ DATABASE_URL: undefined, NATS_URL: '' }, /: DATABASE_URL \(missing\); NATS_URL \(missing\)\n$/],
    [{ PORT: 'http' }, /: PORT \(Invalid input: expected number, received NaN\)\n$/],
    [{ GATEWAY_SECRET: 'short' }, /: GATEWAY_SECRET \(Too small: expected string to have >=16 characters\)\n$/],
    [{ NATS_URL: 'http://user:secret@host' }, /: NATS_URL \(expected nats:\/\/… or tls:\/\/…, .*\)\n$/],
    [{ NATS_URL: 'nats://a,tls://b' }, /: NATS_URL \(expected/],
    [{ LOG_LEVEL: 'loud' }, /: LOG_LEVEL \(Invalid option: expected one of "trace"\|.*\)\n$/],
    [{ AUDIT_RETENTION_DAYS: '30' }, /: AUDIT_SIGNING_KEY \(missing, with AUDIT_RETENTION_DAYS\)\n$/],
    [{ NODE_ENV: 'staging' }, /: NODE_ENV \(Invalid option: expected one of "development"\|.*\)\n$/],
    [{ NODE_ENV: 'Production' }, /: NODE_ENV \(Invalid option/],
    [{ NODE_ENV: '' }, /: NODE_ENV \(Invalid option/],
    [{ NODE_ENV: 'production', FAULT_POINT: '/tmp/armed' }, /: FAULT_POINT \(not in production\)\n$/],
  ])('%j', (changes: Record<string, string | undefined>, line) => {
    for (const [name, value] of Object.entries(changes)) vi.stubEnv(name, value);
    expect(read).toThrow(new Exit('1'));
    expect(said).toMatch(line);
    expect(said.match(/\n/g)).toHaveLength(1);
    for (const secret of ['secret', 'short']) expect(said).not.toContain(secret);
  });
});
