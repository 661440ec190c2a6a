import { randomUUID } from 'node:crypto';
import { maintenanceUrl } from '@representa/testing';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { prepareDatabase } from '../src/index.ts';

const { url } = inject('postgres');

test('databases of one server, whose roles are the same, can be prepared at the same time', async () => {
  const admin = postgres(maintenanceUrl(url), { max: 1, onnotice: () => {} });
  const id = randomUUID().replaceAll('-', '');
  const databases = Array.from({ length: 4 }, (_, n) => `prepare_${id}_${n}`);
  const roles = Array.from({ length: 3 }, (_, n) => `role_${id}_${n}`);
  const passwords = Object.fromEntries(roles.map((role) => [role, 'secret']));
  const urlOf = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  try {
    for (const name of databases) await admin.unsafe(`create database ${name}`);
    for (let round = 0; round < 3; round++) {
      await Promise.all(databases.map((name) => prepareDatabase(urlOf(name), passwords)));
    }
    expect(await admin`select rolname from pg_roles where rolname like ${`role_${id}%`}`).toHaveLength(roles.length);
  } finally {
    for (const name of databases) await admin.unsafe(`drop database if exists ${name} with (force)`);
    for (const role of roles) await admin.unsafe(`drop role if exists ${role}`);
    await admin.end();
  }
});
