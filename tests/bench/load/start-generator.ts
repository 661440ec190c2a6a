import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { distFolder } from '../paths.ts';
import type { FromGenerator, Job, JobResult, ToGenerator } from './job.ts';

export interface Generator {
  pid: number;
  /** Opens the connections. The returned function starts the job. */
  prepare(job: Job): Promise<() => Promise<JobResult>>;
  stop(): void;
}

export const startGenerator = (): Generator => {
  const child = fork(join(distFolder, 'generator.js'), { serialization: 'advanced' });
  const ask = async (question: ToGenerator): Promise<FromGenerator> => {
    const answer = answerOf(child);
    child.send(question);
    return answer;
  };
  return {
    pid: child.pid as number,
    prepare: async (job) => {
      await ask({ prepare: job });
      return async () => {
        const answer = await ask({ go: true });
        if (!('result' in answer)) throw new Error('the load generator answered out of turn');
        return answer.result;
      };
    },
    stop: () => child.disconnect(),
  };
};

const answerOf = (child: ChildProcess): Promise<FromGenerator> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`the load generator ended with code ${code}`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message as FromGenerator);
    });
  });
