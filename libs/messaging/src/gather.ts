import { type Call, millisecondsLeft } from '@representa/contracts';
import { Unavailable } from './unavailable.ts';

type AskTogether = (questions: unknown[], caller: Call) => Promise<unknown[]>;

interface Waiting {
  question: unknown;
  caller: Call;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** One message in this time, with all that was asked meanwhile (tests/bench/README.md has the choice). */
const everyMs = 5;
const mostTogether = 64;

/**
 * Questions of one kind, asked by many at once. The first goes at once; what follows closely goes together. So whoever
 * asks alone does not wait, and under load messages and queries become fewer. No message waits for the answer to
 * another: a replica that hangs holds up only what it was asked itself.
 */
export const makeGathering = (askTogether: AskTogether, longestWaitMs: number) => {
  let waiting: Waiting[] = [];
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    lastSent = performance.now();
    const together = waiting;
    waiting = [];
    settle(
      together,
      askTogether(
        together.map(({ question }) => question),
        callerOf(together),
      ),
    );
  };

  return (question: unknown, caller: Call): Promise<unknown> => {
    const answer = new Promise((resolve, reject) => {
      waiting.push({ question, caller, resolve, reject });
    });
    const pauseMs = lastSent + everyMs - performance.now();
    if (waiting.length === mostTogether || (pauseMs <= 0 && !timer)) send();
    else timer ??= setTimeout(send, pauseMs);
    const remainingMs = millisecondsLeft(caller);
    return remainingMs < longestWaitMs ? within(remainingMs, answer) : answer;
  };
};

export type Gathering = ReturnType<typeof makeGathering>;

const settle = async (together: readonly Waiting[], asked: Promise<unknown[]>): Promise<void> => {
  try {
    const answers = await asked;
    if (answers.length !== together.length) throw new Unavailable('the answers are not as many as the questions');
    for (const [i, { resolve }] of together.entries()) resolve(answers[i]);
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
};

/** As patient as the most patient of them, and in the trace of the first. */
const callerOf = (together: readonly Waiting[]): Call => ({
  deadline: together.reduce((latest, { caller }) => Math.max(latest, caller.deadline), 0),
  traceparent: together[0]?.caller.traceparent,
});

/** For one who has less time than those it is asked together with. */
const within = async (ms: number, answer: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('no answer in time')), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};
