import { constants } from 'node:os';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import type { Exit, Running } from '../children/child.ts';
import { removeContainerAtEnd } from '../children/guard.ts';
import type { Recipe } from '../children/restartable.ts';
import { disableRyuk } from '../config.ts';
import { messageOf } from '../problem.ts';

interface ContainerSpec {
  name: string;
  image: string;
  port: number;
  environment?: Record<string, string>;
  command: string[];
  files: { target: string; content: string }[];
  /** The log line that the server writes when it is ready. */
  readyLine: RegExp;
  answers(port: number): Promise<boolean>;
}

/** Loaded only when it is needed: it takes half a second. */
const load = () => import('testcontainers');

const engine = async () => (await load()).getContainerRuntimeClient();

export const containersAnswer = (): Promise<boolean> =>
  engine().then(
    () => true,
    () => false,
  );

/** Runs a server in a container. The host's port is fixed, because a random one would change with each start. */
export const inContainer =
  (spec: ContainerSpec) =>
  (port: number): Recipe => {
    let created: StartedTestContainer | undefined;
    return {
      name: spec.name,
      launch: async () => {
        if (created) await (await containerOf(created)).start();
        else created = await (await describe(spec, port)).start();
        return asRunning(created);
      },
      isReady: () => spec.answers(port),
      output: async () => (created ? readLogs(created) : ''),
      deadlineMs: 60_000,
    };
  };

const describe = async (spec: ContainerSpec, port: number): Promise<GenericContainer> => {
  const { GenericContainer, Wait } = await load();
  class GuardedContainer extends GenericContainer {
    protected override async containerCreated(id: string): Promise<void> {
      removeContainerAtEnd(id);
    }
  }
  disableRyuk();
  return new GuardedContainer(spec.image)
    .withExposedPorts({ container: spec.port, host: port })
    .withEnvironment(spec.environment ?? {})
    .withCommand(spec.command)
    .withCopyContentToContainer(spec.files.map((file) => ({ ...file, mode: 0o644 })))
    .withWaitStrategy(Wait.forLogMessage(spec.readyLine))
    .withAutoRemove(false);
};

const containerOf = async (started: StartedTestContainer) => (await engine()).container.getById(started.getId());

const asRunning = async (started: StartedTestContainer): Promise<Running> => {
  const container = await containerOf(started);
  const exited: Promise<Exit> = container.wait().then(
    ({ StatusCode }) => asExit(StatusCode),
    (error) => ({ code: null, signal: null, error: messageOf(error) }),
  );
  const unpause = (): Promise<unknown> => container.unpause().catch(() => {});
  return {
    pid: undefined,
    exited,
    kill: async (signal) => {
      // SIGSTOP would reach only the container's first process.
      if (signal === 'SIGSTOP') return container.pause();
      await unpause();
      if (signal !== 'SIGCONT') await container.kill({ signal });
      if (signal === 'SIGKILL') await exited;
    },
    stop: async () => {
      await unpause();
      await container.stop({ t: 5 }).catch(() => container.kill().catch(() => {}));
      await exited;
    },
  };
};

/** A container that a signal ended has the exit status 128 + the signal's number. */
const asExit = (status: number): Exit => {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return { code: signal ? null : status, signal: (signal as NodeJS.Signals | undefined) ?? null };
};

const readLogs = async (started: StartedTestContainer): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await started.logs({ tail: 20 })) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};
