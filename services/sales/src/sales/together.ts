import { type Deadline, DeadlinePassed, isDatabaseUnavailable } from '@representa/postgres';
import type { Call } from '@representa/service-kit';
import { observeGauge } from '@representa/telemetry';

interface Wish {
  call: Call;
  sale: { itens: readonly unknown[] };
}

interface Turn<Task, Result> {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

type CarryOut<Task, Result> = (caller: Deadline, tasks: readonly Task[]) => Promise<Result[]>;

/** So that a transaction stays short, however many wait and however long their sales are. */
const mostTasks = 32;
const mostItens = 1_000;
/** Whoever has less time left goes alone: a transaction that is given up is given up for all of it. */
const enoughMs = 250;
/** A transaction that takes longer waits for somebody's lock: the next one goes past it. */
const slowMs = 50;

/**
 * Carries out in one transaction what was asked for while the one before was being carried out. Alone, nobody waits;
 * under load, the fixed price of a transaction is shared. The sales of one company follow each other, as they would in
 * the database, where they wait for its counter: so a busy company takes up one connection, not all of them.
 */
export const makeTogether = <Task extends Wish, Result>(carryOut: CarryOut<Task, Result>) => {
  type OwnTurn = Turn<Task, Result>;
  const waiting = new Set<OwnTurn>();
  /** Those who have a sale in a transaction. */
  const busyCompanies = new Set<string>();
  let current: readonly OwnTurn[] | undefined;

  /** The oldest that need not wait for their company, as many as go well together. */
  const take = (): OwnTurn[] => {
    const taken: OwnTurn[] = [];
    const hurriedBefore = Date.now() + enoughMs;
    let itens = 0;
    for (const turn of waiting) {
      const { call, sale } = turn.task;
      if (busyCompanies.has(call.empresa_id)) continue;
      const isHurried = call.deadline < hurriedBefore;
      if (taken.length > 0 && (isHurried || itens + sale.itens.length > mostItens)) continue;
      taken.push(turn);
      itens += sale.itens.length;
      if (isHurried || taken.length === mostTasks) break;
    }
    return taken;
  };

  const startNext = (): void => {
    if (current) return;
    const turns = take();
    if (turns.length === 0) return;
    for (const turn of turns) {
      clearTimeout(turn.timer);
      waiting.delete(turn);
      busyCompanies.add(turn.task.call.empresa_id);
    }
    current = turns;
    const letNextGo = (): void => {
      if (current === turns) current = undefined;
      startNext();
    };
    const slow = setTimeout(letNextGo, slowMs);
    void settle(turns, carryOut).then(() => {
      clearTimeout(slow);
      for (const { task } of turns) busyCompanies.delete(task.call.empresa_id);
      letNextGo();
    });
  };

  observeGauge('sales_waiting', () => waiting.size, { process: 'sales' });

  return (task: Task): Promise<Result> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(turn);
        reject(new DeadlinePassed('those before it took too long'));
      }, task.call.deadline - Date.now());
      const turn = { task, resolve, reject, timer };
      waiting.add(turn);
      startNext();
    });
};

/** Never rejects. What one of them is at fault for must not fail the others: nothing was written then, and each goes alone. */
const settle = async <Task extends Wish, Result>(
  turns: readonly Turn<Task, Result>[],
  carryOut: CarryOut<Task, Result>,
): Promise<void> => {
  const tasks = turns.map(({ task }) => task);
  try {
    const results = await carryOut(callerOf(tasks), tasks);
    for (const [i, { resolve }] of turns.entries()) resolve(results[i] as Result);
  } catch (error) {
    if (turns.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of turns) reject(error);
    else for (const turn of turns) await settle([turn], carryOut);
  }
};

/** As patient as the least patient of them, and in the trace of the first. */
const callerOf = (tasks: readonly Wish[]): Deadline => ({
  deadline: Math.min(...tasks.map(({ call }) => call.deadline)),
  traceparent: tasks[0]?.call.traceparent,
});
