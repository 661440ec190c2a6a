import { makeRestartable, type Recipe, type Restartable } from '../children/restartable.ts';
import { testStack, type Where } from '../config.ts';
import { freePort } from '../ports/ports.ts';
import type { Announce } from './programs.ts';

export interface ServerOptions {
  /** The data folder. Without one, a temporary folder that is removed when this process ends. */
  dataDir?: string;
  port?: number;
  /** Shows a line to the user, such as the command of an installation; on stderr unless given. */
  announce?: Announce;
  /** Unless given, TEST_STACK decides. */
  where?: Where;
}

export interface Server extends Restartable {
  /** Stays the same over stops and starts. */
  port: number;
}

export const inContainers = ({ where = testStack() }: ServerOptions): boolean => where === 'containers';

export const startOnPort = async (given: number | undefined, recipe: (port: number) => Recipe): Promise<Server> => {
  const port = given ?? (await freePort());
  const server = makeRestartable(recipe(port));
  await server.start();
  return { ...server, port };
};
