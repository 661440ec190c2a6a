import { type Call, millisecondsLeft } from '@representa/contracts';
import { DeadlinePassed, wasRolledBack } from '@representa/postgres';
import { observeGauge } from '@representa/telemetry';
import type { WantedSale } from './wanted-sale.ts';

interface Turn<Outcome> {
  wanted: WantedSale;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
  /** Runs while it waits. */
  timer?: NodeJS.Timeout;
  /** It was in a transaction that failed, perhaps by its fault. */
  goesAlone?: boolean;
}

/** So that a transaction stays short, however many wait and however long their sales are. */
const mostSales = 32;
const mostItens = 1_000;
/** A transaction is given up for all of it: those with less time left than this go together, and not with the others. */
const enoughMs = 250;
/** A transaction that takes longer waits for a lock or for the disk: the next one goes past it. */
const slowMs = 50;

/**
 * Makes in one transaction the sales that were asked for while the one before was under way. Alone, nobody waits; under
 * load, the fixed price of a transaction is shared. The sales of one company follow each other, as they would in the
 * database, where they wait for its counter: so a busy company takes up one connection, not all of them.
 */
export const makeTogether = <Outcome>(
  make: (caller: Call, wanted: readonly WantedSale[]) => Promise<Outcome[]>,
): ((wanted: WantedSale) => Promise<Outcome>) => {
  type OwnTurn = Turn<Outcome>;
  let waiting: OwnTurn[] = [];
  /** Those that have a sale in a transaction. */
  const busyCompanies = new Set<string>();
  let current: readonly OwnTurn[] | undefined;

  const startTimer = (turn: OwnTurn): void => {
    turn.timer = setTimeout(() => {
      waiting = waiting.filter((other) => other !== turn);
      turn.reject(new DeadlinePassed('those before it took too long'));
    }, millisecondsLeft(turn.wanted.call));
  };

  /** The oldest that need not wait for their company, as many as go well together. */
  const take = (): OwnTurn[] => {
    const free = waiting.filter(({ wanted }) => !busyCompanies.has(wanted.call.empresa_id));
    const [first] = free;
    if (!first || first.goesAlone) return free.slice(0, 1);
    const hurriedBefore = performance.now() + enoughMs;
    const isHurried = ({ wanted }: OwnTurn): boolean => wanted.call.deadline < hurriedBefore;
    const taken: OwnTurn[] = [];
    let itens = 0;
    for (const turn of free) {
      if (turn.goesAlone || isHurried(turn) !== isHurried(first)) continue;
      itens += turn.wanted.sale.itens.length;
      if (taken.length === mostSales || (itens > mostItens && taken.length > 0)) break;
      taken.push(turn);
    }
    return taken;
  };

  /** Never rejects. */
  const carryOut = async (turns: readonly OwnTurn[]): Promise<void> => {
    const all = turns.map(({ wanted }) => wanted);
    try {
      const outcomes = await make(callerOf(all), all);
      for (const [i, { resolve }] of turns.entries()) resolve(outcomes[i] as Outcome);
    } catch (error) {
      // What one of them is at fault for must not fail the others, nor keep them waiting for its company's lock.
      if (turns.length > 1 && wasRolledBack(error)) putBack(turns);
      else for (const { reject } of turns) reject(error);
    }
  };

  const putBack = (turns: readonly OwnTurn[]): void => {
    for (const turn of turns) {
      turn.goesAlone = true;
      startTimer(turn);
    }
    waiting = [...turns, ...waiting];
  };

  const startNext = (): void => {
    if (current) return;
    const turns = take();
    if (turns.length === 0) return;
    waiting = waiting.filter((turn) => !turns.includes(turn));
    for (const { wanted, timer } of turns) {
      clearTimeout(timer);
      busyCompanies.add(wanted.call.empresa_id);
    }
    current = turns;
    const letNextGo = (): void => {
      if (current === turns) current = undefined;
      startNext();
    };
    const slow = setTimeout(letNextGo, slowMs);
    void carryOut(turns).then(() => {
      clearTimeout(slow);
      for (const { wanted } of turns) busyCompanies.delete(wanted.call.empresa_id);
      letNextGo();
    });
  };

  observeGauge('sales_waiting', () => waiting.length, { process: 'sales' });

  return (wanted) =>
    new Promise((resolve, reject) => {
      const turn: OwnTurn = { wanted, resolve, reject };
      startTimer(turn);
      waiting.push(turn);
      startNext();
    });
};

/** As patient as the least patient of them, and in the trace of the first. */
const callerOf = (wanted: readonly WantedSale[]): Call => ({
  deadline: Math.min(...wanted.map(({ call }) => call.deadline)),
  traceparent: wanted[0]?.call.traceparent,
});
