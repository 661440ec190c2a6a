import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { baseUrl } from './api.ts';
import { hasBrowser, openBrowser } from './browser.ts';
import { keys } from './config.ts';
import { pageOrigin } from './global-setup.ts';
import { clientBody, word } from './records.ts';

/** The page is of another origin than the API, which must allow it. */
const pagePort = inject('pagePort');

const bundlePage = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'client-in-browser.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'page',
    platform: 'browser',
    conditions: ['@representa/source'],
  });
  return `<!doctype html><title>page</title><script>${outputFiles[0]?.text}</script>`;
};

describe.runIf(hasBrowser() && pagePort !== 0)('the client in a browser', () => {
  let browser: BrowserContext;
  let profile: string;
  let server: Server;

  beforeAll(async () => {
    const html = await bundlePage();
    server = createServer((_request, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    );
    await new Promise<void>((resolve) => server.listen(pagePort, 'localhost', resolve));
    profile = await mkdtemp(join(tmpdir(), 'representa-chromium-'));
    browser = await openBrowser(profile);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
    await rm(profile, { recursive: true, force: true });
  });

  test('[LIB-06] creates, reads errors, and iterates, from a page of another origin', async () => {
    const page = await browser.newPage();
    await page.goto(pageOrigin(pagePort));
    const body = clientBody({ nome: `São ${word()}` });
    const used = await page.evaluate(`page.useClient(${[baseUrl, keys.a, body].map((one) => JSON.stringify(one))})`);
    expect(used).toEqual({
      id: expect.stringMatching(/\S/),
      requestId: expect.stringMatching(/\S/),
      taken: 'Email já cadastrado no sistema',
      invalid: { email: 'Formato de email inválido' },
      found: [(used as { id: string }).id],
      changes: expect.any(Number),
    });
    expect((used as { changes: number }).changes).toBeGreaterThan(0);
  });
});
