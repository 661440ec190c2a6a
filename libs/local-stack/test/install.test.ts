import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { searchPath } from '../src/config.ts';
import { findOrInstall, findProgram, natsPackage, type ServerPackage } from '../src/servers/programs.ts';

const missing: ServerPackage = {
  label: 'Example',
  programs: ['representa-example-server'],
  apt: 'example-package',
  brew: 'example-formula',
  variable: 'EXAMPLE_URL',
};

const noContainers = async (): Promise<boolean> => false;

let folder: string;
let ranFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'representa-test-'));
  ranFile = join(folder, 'ran');
  vi.stubEnv('PATH', `${folder}:${searchPath()}`);
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a shell script into PATH, in place of the program of that name. */
const fake = (name: string, ...lines: string[]): void => {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines].join('\n'));
  chmodSync(join(folder, name), 0o755);
};
const recordItself = (name: string): string => `echo "${name} $*" >> ${ranFile}`;
const createServer = (): string => `cp /bin/sh ${folder}/representa-example-server`;
const ran = (): string[] => (existsSync(ranFile) ? readFileSync(ranFile, 'utf8').trim().split('\n') : []);

const sudo = (): void => fake('sudo', 'shift', 'exec "$@"');
const aptGet = 'sudo -n env DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 apt-get -qq -o DPkg::Lock::Timeout=120';
const aptInstall = `${aptGet} install -y --no-install-recommends example-package`;

/** Each announcement on stderr, with the number of installer commands that had run by then. */
const collect = () => {
  const announced: { line: string; ranBefore: number }[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    announced.push({ line: String(line).trimEnd(), ranBefore: ran().length });
    return true;
  });
  return announced;
};

describe('installing a server that is missing', () => {
  it('announces the exact apt-get command before running it', async () => {
    sudo();
    fake('systemctl', 'exit 0');
    fake('apt-get', recordItself('apt-get'), createServer());
    const announced = collect();
    expect(await findOrInstall(missing, noContainers)).toBe(join(folder, 'representa-example-server'));
    expect(announced[0]).toEqual({ line: `… Example is missing. Running: ${aptInstall}`, ranBefore: 0 });
    expect(ran()).toHaveLength(1);
  });

  it('announces every command when the package is found only after an update', async () => {
    sudo();
    fake('systemctl', 'exit 0');
    fake('apt-get', recordItself('apt-get'), `[ "$(wc -l < ${ranFile})" = 1 ] && exit 100`, createServer());
    const announced = collect();
    await findOrInstall(missing, noContainers);
    expect(announced.slice(0, 3)).toEqual([
      { line: expect.stringContaining(aptInstall), ranBefore: 0 },
      { line: expect.stringContaining(`${aptGet} update`), ranBefore: 1 },
      { line: expect.stringContaining(aptInstall), ranBefore: 2 },
    ]);
  });

  it('announces brew where there is no apt-get for this user', async () => {
    fake('sudo', 'exit 1');
    fake('brew', recordItself('brew'), createServer());
    const announced = collect();
    await findOrInstall(missing, noContainers);
    const command = 'env HOMEBREW_NO_AUTO_UPDATE=1 brew install --quiet example-formula';
    expect(announced).toEqual([{ line: `… Example is missing. Running: ${command}`, ranBefore: 0 }]);
  });

  it.skipIf(findProgram(['brew']))(
    'names all that is missing, and one command, where sudo needs a password',
    async () => {
      fake('sudo', 'exit 1');
      fake('apt-get', recordItself('apt-get'));
      const { programs } = natsPackage;
      natsPackage.programs = ['representa-other-server'];
      onTestFinished(() => {
        natsPackage.programs = programs;
      });
      vi.stubEnv('NATS_URL', '');
      vi.stubEnv('REDIS_URL', 'redis://elsewhere');
      const command = 'sudo env SYSTEMD_OFFLINE=1 apt-get install --no-install-recommends example-package nats-server';
      await expect(findOrInstall(missing, noContainers)).rejects.toThrow(
        `Example and NATS could not be installed (sudo needs a password): run ${command}, start Docker, or set EXAMPLE_URL and NATS_URL.`,
      );
      expect(ran()).toEqual([]);
    },
  );
});
