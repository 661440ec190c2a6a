import { accessSync } from 'node:fs';
import { hasTool } from '@representa/testing';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { baseUrl } from './api.ts';
import { chromiumPath } from './config.ts';

const defaultPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const exists = (path: string): boolean => {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
};

const browserPath = [chromiumPath ?? [], defaultPaths].flat().find(exists);

export const hasBrowser = (): boolean => hasTool('Chromium (or CHROMIUM_PATH, where it is)', browserPath);

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: browserPath as string,
    args,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
  });

export interface Watched {
  page: Page;
  /** What no visitor should see: console errors, exceptions, and requests to other hosts. */
  faults: string[];
}

export const openPage = async (browser: BrowserContext, path: string, shows: string): Promise<Watched> => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !url.startsWith('data:') && !url.startsWith('blob:'))
      faults.push(`request: ${url}`);
  });
  await page.goto(`${baseUrl}${path}`);
  await page.getByText(shows).first().waitFor();
  return { page, faults };
};
