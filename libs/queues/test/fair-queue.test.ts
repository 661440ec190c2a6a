import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCountedSlots, makeFairQueue, Refused, type Turn } from '../src/index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const share = 2;
const alone = 3;
const caps = {
  maxOfCompany: (isAlone: boolean) => (isAlone ? alone : share),
  maxInside: 9,
  maxInsideOfCompany: 5,
};
const companies = ['a', 'b', 'c', undefined] as const;
type Company = (typeof companies)[number];

interface Entered {
  company: Company;
  deadline: number;
  state: 'waits' | 'runs' | 'over';
  turn?: Turn<true>;
  leave?: () => void;
}

/** The queue, over slots that come and go, with what its users see of it. */
const begin = () => {
  let free = 2;
  let toGo = 0;
  const slots = {
    take: () => {
      if (free === 0) return undefined;
      free -= 1;
      return true as const;
    },
    giveBack: () => {
      if (toGo > 0) toGo -= 1;
      else free += 1;
    },
  };
  const queue = makeFairQueue('work', caps, slots);
  const entries: Entered[] = [];
  const faults: unknown[] = [];
  /** How often a company was served while another had an entry that lacked only a slot. */
  const overtaken = new Map<Company, Map<Company, number>>();
  let asked: { company: Company; at: number }[] = [];

  const all = (state: Entered['state'], company?: { is: Company }) =>
    entries.filter((entry) => entry.state === state && (!company || entry.company === company.is));
  const running = (company: Company) => all('runs', { is: company }).length;
  const isBelowShare = (company: Company) => company === undefined || running(company) < share;

  const started = (entry: Entered, turn: Turn<true>): void => {
    expect(entry).toBe(all('waits', { is: entry.company })[0]);
    expect(entry.deadline).toBeGreaterThan(performance.now());
    Object.assign(entry, { state: 'runs', turn });
    overtaken.delete(entry.company);
    for (const other of companies) {
      if (other === entry.company || all('waits', { is: other }).length === 0 || !isBelowShare(other)) continue;
      const counts = overtaken.get(other) ?? new Map();
      overtaken.set(other, counts.set(entry.company, (counts.get(entry.company) ?? 0) + 1));
      expect(counts.get(entry.company)).toBe(1);
    }
    if (entry.company === undefined) return;
    const others = asked.filter(({ company, at }) => company !== entry.company && at >= performance.now() - 10_000);
    expect(running(entry.company)).toBeLessThanOrEqual(others.length === 0 ? alone : share);
  };

  const refused = (entry: Entered, error: unknown): void => {
    expect(error).toBeInstanceOf(Refused);
    const { why } = error as Refused;
    const inside = entries.filter((one) => one !== entry && one.state !== 'over');
    const ofCompany = inside.filter(({ company }) => company === entry.company).length;
    if (why === 'caller') expect(ofCompany).toBe(caps.maxInsideOfCompany);
    if (why === 'all') expect(inside.length).toBe(caps.maxInside);
    if (why === 'deadline') expect(performance.now()).toBeGreaterThanOrEqual(entry.deadline);
    if (why === 'left') expect(entry.leave).toBe(left);
    entry.state = 'over';
  };
  const left = (): void => {};

  const steps = {
    enter: (which: number, patience: number) => {
      const company = companies[which % companies.length];
      const deadline = patience > 80 ? Number.POSITIVE_INFINITY : performance.now() + (1 + patience) * 20;
      const entry: Entered = { company, deadline, state: 'waits' };
      if (company !== undefined)
        asked = [...asked.filter((one) => one.company !== company), { company, at: performance.now() }];
      entries.push(entry);
      try {
        const onWait = (leave: () => void): void => void Object.assign(entry, { leave });
        const turn = queue.enter({ company, deadline, onWait });
        if (!(turn instanceof Promise)) return started(entry, turn);
        turn
          .then(
            (given) => started(entry, given),
            (error) => refused(entry, error),
          )
          .catch((error) => faults.push(error));
      } catch (error) {
        refused(entry, error);
      }
    },
    end: (which: number, times: number) => {
      const entry = all('runs')[which % Math.max(1, all('runs').length)];
      if (!entry) return;
      entry.state = 'over';
      entry.turn?.end();
      if (times > 50) entry.turn?.end();
    },
    leave: (which: number) => {
      const entry = all('waits')[which % Math.max(1, all('waits').length)];
      const { leave } = entry ?? {};
      if (!entry || !leave) return;
      entry.leave = left;
      leave();
      leave();
    },
    time: (_: number, ms: number) => void vi.advanceTimersByTime(ms * 20),
    alone: async (which: number) => {
      vi.advanceTimersByTime(10_001);
      await settle();
      look();
      for (let count = 0; count < 4; count++) {
        steps.enter(which, 99);
        await settle();
        look();
      }
    },
    /** A slot that nobody tells of: whoever asks next finds it, and gives it to the first in turn. */
    silent: async (which: number, patience: number) => {
      free += 1;
      steps.enter(which, patience);
      if (entries.at(-1)?.state === 'over') queue.startNext();
    },
    /** In a busy event loop the clock is ahead of the timers. */
    late: (_: number, ms: number) => {
      const clock = performance.now();
      const spy = vi.spyOn(performance, 'now').mockReturnValue(clock + ms * 10);
      steps.come();
      spy.mockRestore();
      vi.advanceTimersByTime(ms * 10);
    },
    come: () => {
      free += 1;
      queue.startNext();
    },
    go: () => {
      if (free > 0) free -= 1;
      else if (all('runs').length > toGo) toGo += 1;
    },
  };

  const look = (): void => {
    for (const fault of faults) throw fault;
    const waiting = all('waits');
    expect([queue.waiting(), queue.inside()]).toEqual([waiting.length, waiting.length + all('runs').length]);
    expect(waiting.filter(({ deadline }) => deadline <= performance.now())).toEqual([]);
    expect(vi.getTimerCount()).toBe(waiting.filter(({ deadline }) => Number.isFinite(deadline)).length);
    for (const company of companies)
      if (company) expect(queue.insideOf(company)).toBe(all('waits', { is: company }).length + running(company));
    for (const { company } of waiting) if (isBelowShare(company)) expect(free).toBe(0);
    for (const company of companies)
      if (!isBelowShare(company) || all('waits', { is: company }).length === 0) overtaken.delete(company);
  };

  const finish = async (): Promise<void> => {
    steps.come();
    await settle();
    while (all('runs').length > 0) {
      steps.end(0, 0);
      await settle();
      look();
    }
    vi.runAllTimers();
    await settle();
    look();
    expect([all('waits').length, queue.inside(), queue.waiting(), vi.getTimerCount()]).toEqual([0, 0, 0, 0]);
    for (const company of companies) if (company) expect(queue.insideOf(company)).toBe(0);
  };
  return { steps, look, finish };
};

const settle = async (): Promise<void> => {
  for (let count = 0; count < 5; count++) await undefined;
};

const number = fc.integer({ min: 0, max: 99 });
/** Slots go as often as they come, or nobody would wait. */
const often = ['enter', 'enter', 'enter', 'enter', 'end', 'end', 'late', 'go', 'go', 'go', 'go'] as const;
const name = fc.constantFrom(...often, 'leave', 'time', 'alone', 'silent', 'come');
const runs = 200;

test('whatever comes and goes: nobody above its share, in order, in turn, and no slot is idle', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, number, number), { maxLength: 120, size: 'max' }), async (sequence) => {
      vi.clearAllTimers();
      const { steps, look, finish } = begin();
      for (const [step, which, amount] of sequence) {
        await steps[step as keyof typeof steps](which, amount);
        await settle();
        look();
      }
      await finish();
    }),
    { numRuns: runs },
  );
});

test('a company without anything inside is forgotten, also by the one that asks next', async () => {
  const queue = makeFairQueue('work', caps, makeCountedSlots(1));
  const deadline = performance.now() + 1_000;
  const first = queue.enter({ company: 'a', deadline }) as Turn<true>;
  const second = queue.enter({ company: 'a', deadline });
  first.end();
  first.end();
  (await second).end();
  expect([queue.inside(), queue.insideOf('a')]).toEqual([0, 0]);
});

test('nobody waits where all that is inside may run', () => {
  const places = { maxOfCompany: () => 1, maxInside: 2, maxInsideOfCompany: 1 };
  const queue = makeFairQueue('pdf', places, makeCountedSlots(2));
  const enter = (company: string) => queue.enter({ company, deadline: Number.POSITIVE_INFINITY }) as Turn<true>;
  const [one] = [enter('a'), enter('b')];
  expect(() => enter('a')).toThrow(expect.objectContaining({ limiter: 'pdf', why: 'caller' }));
  expect(() => enter('c')).toThrow(expect.objectContaining({ limiter: 'pdf', why: 'all' }));
  one.end();
  enter('c').end();
});
