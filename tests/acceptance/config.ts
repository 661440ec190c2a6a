/** The suite knows only the address of the system under test, and three keys. */
const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** Without an address the suite starts its own system. Vitest itself sets BASE_URL to "/". */
export const givenBaseUrl = /^https?:\/\/.+?(?=\/*$)/.exec(setting('BASE_URL') ?? '')?.[0];

export const keys = {
  a: setting('KEY_A') ?? 'demo-empresa-a',
  b: setting('KEY_B') ?? 'demo-empresa-b',
  inactive: setting('KEY_INACTIVE') ?? 'demo-empresa-inativa',
};

/** Where Chromium is, if not at a usual place. */
export const chromiumPath = setting('CHROMIUM_PATH');

/** Keeps pictures of the page in this folder. */
export const screenshotFolder = setting('SCREENSHOTS');
