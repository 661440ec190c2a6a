import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import type { Exit, Running } from './child.ts';
import { removeContainerAtEnd } from './guard.ts';
import { messageOf, PortTaken } from './problem.ts';
import type { Recipe } from './restartable.ts';

export interface ContainerSpec {
  name: string;
  image: string;
  port: number;
  environment?: Record<string, string>;
  command: string[];
  files: { target: string; content: string }[];
  saysReady: RegExp;
  answers(port: number): Promise<boolean>;
}

export const containersAnswer = async (): Promise<boolean> => {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
};

/** The same handle as for a process of this machine. The host's port is fixed: a random one changes at each start. */
export const inContainer =
  (spec: ContainerSpec) =>
  (port: number): Recipe => {
    let created: StartedTestContainer | undefined;
    return {
      name: spec.name,
      launch: async () => {
        if (created) await (await containerOf(created.getId())).start();
        else created = await create(spec, port);
        return asRunning(created.getId());
      },
      isReady: () => spec.answers(port),
      output: async () => (created ? readLogs(created) : ''),
      deadlineMs: 60_000,
    };
  };

const create = async (spec: ContainerSpec, port: number): Promise<StartedTestContainer> => {
  try {
    const container = await new GenericContainer(spec.image)
      .withExposedPorts({ container: spec.port, host: port })
      .withEnvironment(spec.environment ?? {})
      .withCommand(spec.command)
      .withCopyContentToContainer(spec.files.map((file) => ({ ...file, mode: 0o644 })))
      .withWaitStrategy(Wait.forLogMessage(spec.saysReady))
      .withAutoRemove(false)
      .start();
    removeContainerAtEnd(container.getId());
    return container;
  } catch (error) {
    const message = messageOf(error);
    throw /port is already allocated|address already in use/.test(message) ? new PortTaken(message) : error;
  }
};

const containerOf = async (id: string) => (await getContainerRuntimeClient()).container.getById(id);

const asRunning = async (id: string): Promise<Running> => {
  const container = await containerOf(id);
  const exited: Promise<Exit> = container.wait().then(
    ({ StatusCode }) => ({ code: StatusCode, signal: null }),
    (error) => ({ code: null, signal: null, error: messageOf(error) }),
  );
  return {
    pid: undefined,
    exited,
    kill: async (signal) => {
      await container.kill({ signal });
      if (signal === 'SIGKILL') await exited;
    },
    stop: async () => {
      await container.stop({ t: 5 }).catch(() => container.kill().catch(() => {}));
      await exited;
    },
  };
};

const readLogs = async (container: StartedTestContainer): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await container.logs({ tail: 20 })) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};
