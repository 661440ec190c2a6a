/** All that the suite knows of the system under test: where it is, and three keys. */
const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** Without an address the suite brings up a system of its own. Vitest itself sets a BASE_URL of "/". */
export const givenBaseUrl = /^https?:\/\/.+?(?=\/*$)/.exec(setting('BASE_URL') ?? '')?.[0];

export const keys = {
  a: setting('KEY_A') ?? 'demo-empresa-a',
  b: setting('KEY_B') ?? 'demo-empresa-b',
  inactive: setting('KEY_INACTIVE') ?? 'demo-empresa-inativa',
};
