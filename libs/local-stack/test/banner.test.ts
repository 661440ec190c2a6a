import { describe, expect, test } from 'vitest';
import { banner } from '../src/banner.ts';
import { networkUrl, publicUrl } from '../src/ports.ts';

const facts = { url: 'http://localhost:3000', dataDir: '/data', production: false };

describe('the banner', () => {
  test('names the page', () => {
    expect(banner(facts)).toContain('http://localhost:3000/docs');
  });

  test('tells how to be reached from a phone, or the address for it', () => {
    expect(banner(facts)).toContain('HOST=0.0.0.0 npm start');
    const reachable = banner({ ...facts, networkUrl: 'http://192.168.0.7:3000' });
    expect(reachable).toContain('http://192.168.0.7:3000');
    expect(reachable).not.toContain('HOST=0.0.0.0');
  });
});

test('only an API that listens on all addresses has one for the network', () => {
  expect(networkUrl({ host: '127.0.0.1', port: 3000 })).toBeUndefined();
  // A machine without a network has none.
  expect(networkUrl({ host: '0.0.0.0', port: 3000 }) ?? 'http://10.0.0.1:3000').toMatch(/^http:\/\/[\d.]+:3000$/);
  expect(publicUrl({ host: '0.0.0.0', port: 3000 })).toBe('http://localhost:3000');
  expect(publicUrl({ host: '192.168.0.7', port: 80 })).toBe('http://192.168.0.7:80');
  expect(publicUrl({ host: 'fd00::7', port: 80 })).toBe('http://[fd00::7]:80');
});
