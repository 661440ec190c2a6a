import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { baseUrl, prefix } from './api.ts';
import { hasBrowser, openBrowser, openPage, type Watched } from './browser.ts';
import { screenshotFolder } from './config.ts';

const demoKey = 'demo-exemplo';

describe.runIf(hasBrowser())('the page', () => {
  let browser: BrowserContext;
  let profile: string;
  let start: Watched;

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'representa-chromium-'));
    browser = await openBrowser(profile);
    start = await openPage(browser, '/docs', 'Criar venda');
  });
  afterAll(async () => {
    await browser?.close();
    await rm(profile, { recursive: true, force: true });
  });

  const takePicture = async (page: Page, name: string): Promise<void> => {
    if (screenshotFolder) await page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
  };

  /** Opens "try it" of an operation, and sends what stands there. */
  const tryIt = async (operation: string, title: string) => {
    const { page, faults } = await openPage(browser, `/docs#${operation}`, title);
    const section: Locator = page.locator('section', { has: page.getByRole('heading', { name: title }) }).last();
    await section.getByRole('button', { name: /Testar Requisição/ }).click();
    const client = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /^Enviar/ }) });
    const isAnswer = (response: Response): boolean => response.url().startsWith(`${baseUrl}${prefix}`);
    const answered = page.waitForResponse(isAnswer);
    await client
      .getByRole('button', { name: /^Enviar/ })
      .first()
      .click();
    const response = await answered;
    const reply = {
      status: response.status(),
      key: response.request().headers()['x-api-key'],
      prefer: response.request().headers().prefer,
      json: await response.json(),
    };
    return { page, faults, reply };
  };

  test('[DOCS-01] shows every resource in Portuguese, with no fault and no request to another host', async () => {
    const { page, faults } = start;
    for (const tag of ['Vendas', 'Clientes', 'Produtos', 'Representadas'])
      expect(await page.getByText(tag, { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.title()).toBe('Representa · API');
    await takePicture(page, 'desktop');
    await page.goto(`${baseUrl}/docs#tag/vendas/POST/api/v1/sales`);
    await page.getByRole('heading', { name: 'Criar venda' }).waitFor();
    await takePicture(page, 'operation');
    expect(faults).toEqual([]);
  });

  test('[DOCS-02] fits the width of a phone', async () => {
    const { page, faults } = start;
    await page.setViewportSize({ width: 390, height: 844 });
    await takePicture(page, 'phone');
    const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(tooWide).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  // A production system has no demo key to fill in.
  describe.skipIf(!inject('fresh'))('with the demo key', () => {
    test('[DOCS-03] "try it" lists clients', async () => {
      const { page, faults, reply } = await tryIt('tag/clientes/GET/api/v1/clients', 'Listar clientes');
      expect([reply.status, reply.key]).toEqual([200, demoKey]);
      expect(reply.json).toMatchObject({ page: 1, limit: 20 });
      expect(reply.json.data.length).toBe(20);
      await takePicture(page, 'try-it');
      expect(faults).toEqual([]);
      await page.close();
    });

    test('[DOCS-04] "try it" creates a sale, as the example stands', async () => {
      const { page, faults, reply } = await tryIt('tag/vendas/POST/api/v1/sales', 'Criar venda');
      expect(reply.status, JSON.stringify(reply.json)).toBe(201);
      expect(reply.prefer).toBe('handling=strict');
      expect(reply.json.data.pedido).toMatch(/\S/);
      await page.setViewportSize({ width: 360, height: 740 });
      const status = page.getByRole('dialog').getByText(/^201/).first();
      await status.waitFor();
      const shown = await status.boundingBox();
      expect([shown !== null, (shown?.y ?? 0) > 0, (shown?.y ?? 740) < 740]).toEqual([true, true, true]);
      await takePicture(page, 'reply-on-phone');
      const send = await page
        .getByRole('button', { name: /^Enviar/ })
        .first()
        .boundingBox();
      expect((send?.x ?? 0) + (send?.width ?? 360)).toBeLessThan(360);
      expect(faults).toEqual([]);
      await page.close();
    });
  });
});
