import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@representa/testing';
import { beforeEach, expect, test } from 'vitest';
import { createLockFile, readLockFile, removeStaleLock } from '../src/lock-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  path = join(folder, 'lock');
});

test('is created once', () => {
  expect(createLockFile(path, 'first')).toBe(true);
  expect(createLockFile(path, 'second')).toBe(false);
  expect(readLockFile(path)).toBe('first');
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('of two that find a stale lock, the second does not remove the lock of the first', () => {
  createLockFile(path, 'stale');
  removeStaleLock(path, 'stale');
  createLockFile(path, 'of the first');
  removeStaleLock(path, 'stale');
  expect(readLockFile(path)).toBe('of the first');
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('while another process removes the stale lock, it is left alone', () => {
  createLockFile(path, 'stale');
  createLockFile(`${path}.removal`, '');
  removeStaleLock(path, 'stale');
  expect(readLockFile(path)).toBe('stale');
});

test('a process that was killed while it removed the stale lock is no obstacle', () => {
  createLockFile(path, 'stale');
  createLockFile(`${path}.removal`, '');
  const earlier = new Date(Date.now() - 5_000);
  utimesSync(`${path}.removal`, earlier, earlier);
  removeStaleLock(path, 'stale');
  removeStaleLock(path, 'stale');
  expect(readdirSync(folder)).toEqual([]);
});
