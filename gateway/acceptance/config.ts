/** All that the suite knows of the system under test: where it is, and three keys. */
const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** Without an address the suite brings up a system of its own. */
export const givenBaseUrl = setting('BASE_URL')?.replace(/\/+$/, '');

export const keys = {
  a: setting('KEY_A') ?? 'demo-empresa-a',
  b: setting('KEY_B') ?? 'demo-empresa-b',
  inactive: setting('KEY_INACTIVE') ?? 'demo-empresa-inativa',
};
