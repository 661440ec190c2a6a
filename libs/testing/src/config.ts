import { spawnSync } from 'node:child_process';

/** Set in CI, where no test may be skipped because its tool is missing. */
const requireTools = process.env.REQUIRE_TOOLS === '1';

/** Says aloud which tests are skipped for want of what. With REQUIRE_TOOLS=1 their file fails instead. */
export const hasTool = (name: string, found: unknown): boolean => {
  if (found) return true;
  if (requireTools) throw new Error(`REQUIRE_TOOLS=1, and this machine has no ${name}`);
  process.stderr.write(`SKIPPED: the tests that need ${name}\n`);
  return false;
};

/** What the program prints, such as its version; undefined when this machine cannot run it. */
export const outputOf = (program: string, ...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
};

/** Checks metrics and alerts. */
export const hasPromtool = (): boolean => hasTool('promtool (Debian: prometheus)', outputOf('promtool', '--version'));
