import { type Limiter, Refused, type Why } from './refused.ts';

/** The scarce thing that is waited for: a replica, a connection, a place. */
export interface Slots<Slot> {
  /** Undefined: none is free. */
  take(): Slot | undefined;
  giveBack(slot: Slot): void;
}

export interface QueueCaps {
  /** What one company may have running. It is alone when no other has asked for ten seconds. */
  maxOfCompany(isAlone: boolean): number;
  /** Running and waiting, of all companies. */
  maxInside: number;
  maxInsideOfCompany: number;
}

interface Entry {
  /** Undefined: no company's share counts it. It has its turn like a company. */
  company: string | undefined;
  /** By `performance.now()`. It is refused if it still waits then. */
  deadline: number;
  /** Called if it has to wait, with how to leave the queue. */
  onWait?(leave: () => void): void;
}

export interface Turn<Slot> {
  readonly slot: Slot;
  /** Gives the slot back, once. */
  end(): void;
}

interface Waiting<Slot> {
  deadline: number;
  start(slot: Slot): void;
  refuse(why: Why): void;
}

interface Company<Slot> {
  id: string | undefined;
  running: number;
  waiting: Set<Waiting<Slot>>;
}

export interface FairQueue<Slot> {
  /** At once without a promise. Throws, or rejects with, Refused. */
  enter(entry: Entry): Turn<Slot> | Promise<Turn<Slot>>;
  /** Call it when a slot has come from elsewhere. */
  startNext(): void;
  /** How many run and wait, of all companies. */
  inside(): number;
  insideOf(company: string): number;
  waiting(): number;
}

/** A company counts as active for this long after it asked. */
const activeMs = 10_000;
const never = { id: '', at: Number.NEGATIVE_INFINITY };

/** Gives out slots to one company after the other, so that none waits behind the thousands of another. */
export const makeFairQueue = <Slot>(limiter: Limiter, caps: QueueCaps, slots: Slots<Slot>): FairQueue<Slot> => {
  /** Those with something inside. */
  const companies = new Map<string | undefined, Company<Slot>>();
  /** Those whose next entry lacks only a slot. A Set keeps its order: a company that is deleted and added comes last. */
  const turns = new Set<Company<Slot>>();
  let inside = 0;
  let waiting = 0;
  /** The company that asked last, and the last one that was another. */
  let latest = never;
  let other = never;

  const noteAsking = (id: string): void => {
    if (id !== latest.id) other = latest;
    latest = { id, at: performance.now() };
  };

  const isAlone = (id: string): boolean => performance.now() - (id === latest.id ? other : latest).at > activeMs;

  const isAtCap = ({ id, running }: Company<Slot>): boolean =>
    id !== undefined && running >= caps.maxOfCompany(isAlone(id));

  const leave = (company: Company<Slot>): void => {
    inside -= 1;
    if (company.running === 0 && company.waiting.size === 0) companies.delete(company.id);
  };

  const begin = (company: Company<Slot>, slot: Slot): Turn<Slot> => {
    company.running += 1;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      company.running -= 1;
      leave(company);
      slots.giveBack(slot);
      if (company.waiting.size > 0) turns.add(company);
      startNext();
    };
    return { slot, end };
  };

  const wait = (company: Company<Slot>, { deadline, onWait }: Entry): Promise<Turn<Slot>> =>
    new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        waiting -= 1;
        company.waiting.delete(entry);
      };
      const entry: Waiting<Slot> = {
        deadline,
        start: (slot) => {
          stopWaiting();
          resolve(begin(company, slot));
        },
        refuse: (why) => {
          if (!company.waiting.has(entry)) return;
          stopWaiting();
          leave(company);
          if (company.waiting.size === 0) turns.delete(company);
          reject(new Refused(limiter, why));
        },
      };
      const remaining = deadline - performance.now();
      const timer = Number.isFinite(remaining) ? setTimeout(entry.refuse, remaining, 'deadline') : undefined;
      waiting += 1;
      company.waiting.add(entry);
      if (!isAtCap(company)) turns.add(company);
      onWait?.(() => entry.refuse('left'));
      startNext();
    });

  /** Timers fire late in a busy event loop. */
  const nextInTime = (company: Company<Slot>): Waiting<Slot> | undefined => {
    const now = performance.now();
    for (const entry of company.waiting) {
      if (entry.deadline > now) return entry;
      entry.refuse('deadline');
    }
    return undefined;
  };

  const startNext = (): void => {
    for (const company of turns) {
      const next = isAtCap(company) ? undefined : nextInTime(company);
      if (!next) {
        turns.delete(company);
        continue;
      }
      const slot = slots.take();
      if (slot === undefined) return;
      turns.delete(company);
      next.start(slot);
      if (company.waiting.size > 0) turns.add(company);
    }
  };

  const enter: FairQueue<Slot>['enter'] = (entry) => {
    const { company: id } = entry;
    if (id !== undefined) noteAsking(id);
    const company = companies.get(id) ?? { id, running: 0, waiting: new Set() };
    if (id !== undefined && company.running + company.waiting.size >= caps.maxInsideOfCompany)
      throw new Refused(limiter, 'caller');
    if (inside >= caps.maxInside) throw new Refused(limiter, 'all');
    companies.set(id, company);
    inside += 1;
    const isNext = turns.size === 0 && company.waiting.size === 0 && !isAtCap(company);
    const slot = isNext ? slots.take() : undefined;
    return slot === undefined ? wait(company, entry) : begin(company, slot);
  };

  const insideOf = (id: string): number => {
    const company = companies.get(id);
    return company ? company.running + company.waiting.size : 0;
  };

  return { enter, startNext, inside: () => inside, insideOf, waiting: () => waiting };
};

/** Slots that are nothing but a number of them. */
export const makeCountedSlots = (count: number): Slots<true> => {
  let free = count;
  return {
    take: () => {
      if (free <= 0) return undefined;
      free -= 1;
      return true;
    },
    giveBack: () => {
      free += 1;
    },
  };
};
