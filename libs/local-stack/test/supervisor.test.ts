import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Exit } from '../src/child.ts';
import type { Restartable } from '../src/restartable.ts';
import { supervise } from '../src/supervisor.ts';

const killed: Exit = { code: null, signal: 'SIGKILL' };

/** A server that dies when told to, and whose starts can be made to fail. */
const makeMortal = () => {
  const listeners: ((exit: Exit) => void)[] = [];
  const start = vi.fn(async () => {});
  const mortal: Restartable = {
    name: 'sales',
    pid: () => 1,
    start,
    stop: async () => {},
    restart: async () => {},
    kill: async () => {},
    onUnexpectedEnd: (listener) => void listeners.push(listener),
  };
  const die = (): void => {
    for (const listener of listeners) listener(killed);
  };
  return { mortal, start, die };
};

/** A supervisor whose pauses end when the test says so. */
const watch = (mortal: Restartable) => {
  const said: string[] = [];
  let clock = 0;
  let endPause = (): void => {};
  const supervisor = supervise([mortal], {
    say: (sentence) => void said.push(sentence),
    now: () => clock,
    pause: () =>
      new Promise((resolve) => {
        endPause = resolve;
      }),
  });
  const pass = async (ms: number): Promise<void> => {
    clock += ms;
    endPause();
    await setImmediate();
  };
  return { said, supervisor, pass };
};

it('starts again what dies, and says so', async () => {
  const { mortal, start, die } = makeMortal();
  const { said, pass } = watch(mortal);
  die();
  await setImmediate();
  expect(start).not.toHaveBeenCalled();
  await pass(250);
  expect(start).toHaveBeenCalledOnce();
  expect(said).toEqual(['sales ended (killed by SIGKILL); starting it again in 0.25 s', 'sales runs again']);
});

it('pauses longer each time it dies again, up to ten seconds, and forgets after half a minute of health', async () => {
  const { mortal, die } = makeMortal();
  const { said, pass } = watch(mortal);
  for (const seconds of [0.25, 0.5, 1, 2, 4, 8, 10, 10]) {
    die();
    expect(said.at(-1)).toContain(`again in ${seconds} s`);
    await pass(seconds * 1_000);
  }
  await pass(30_001);
  die();
  expect(said.at(-1)).toContain('again in 0.25 s');
});

it('goes on trying when a start fails', async () => {
  const { mortal, start, die } = makeMortal();
  start.mockRejectedValueOnce(new Error('no luck'));
  const { said, pass } = watch(mortal);
  die();
  await pass(250);
  expect(said.at(-1)).toBe('sales ended (no luck); starting it again in 0.5 s');
  await pass(500);
  expect(said.at(-1)).toBe('sales runs again');
});

it('starts nothing once it is over', async () => {
  const { mortal, start, die } = makeMortal();
  const { supervisor, pass } = watch(mortal);
  die();
  supervisor.end();
  await pass(250);
  expect(start).not.toHaveBeenCalled();
});
