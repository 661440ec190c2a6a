import { readAudit, readAuditChain } from './audit.ts';
import { type ProcessName, processes } from './define-operation.ts';
import {
  countRepresentadaSales,
  describeRepresentada,
  fenceReference,
  findClient,
  findEmpresa,
  findRepresentada,
  keyChanged,
  loadIndex,
  moveRegister,
  readClientAccounts,
  readClientStates,
  readProductNames,
  recordsChanged,
  renameReference,
  renameReferences,
  voidFence,
} from './operations.ts';

export const operations = [
  findClient,
  findRepresentada,
  describeRepresentada,
  fenceReference,
  voidFence,
  renameReference,
  renameReferences,
  countRepresentadaSales,
  findEmpresa,
  loadIndex,
  readClientAccounts,
  readClientStates,
  readProductNames,
  ...Object.values(moveRegister),
  ...Object.values(readAudit),
  ...Object.values(readAuditChain),
];
const broadcasts = [keyChanged, ...Object.values(recordsChanged)];

export interface NatsUser {
  publish: string[];
  subscribe: string[];
}

/** Each process may publish and subscribe only what its operations need. Replies are sent by `allow_responses`. */
export const natsUsers = (): Record<ProcessName, NatsUser> => {
  const permissionsOf = (user: ProcessName): NatsUser => {
    const asked = operations.filter(({ askedBy }) => askedBy.some((asker) => asker === user));
    const answered = operations.filter(({ answeredBy }) => answeredBy === user);
    const own = broadcasts.filter(({ among }) => among === user);
    return {
      publish: [...asked, ...own].map(({ subject }) => subject),
      subscribe: [...answered, ...own].map(({ subject }) => subject),
    };
  };
  return Object.fromEntries(processes.map((user) => [user, permissionsOf(user)])) as Record<ProcessName, NatsUser>;
};

/** The prefix of the subjects on which a process receives replies. */
export const inboxPrefix = (user: ProcessName): string => `_INBOX_${user}`;

/** The server's configuration of these users, for nats-server 2.9 or newer. `passwordOf` returns an expression of its syntax. */
export const usersConfig = (passwordOf: (user: ProcessName) => string): string => {
  const users = Object.entries(natsUsers()) as [ProcessName, NatsUser][];
  const blocks = users.map(
    ([name, { publish, subscribe }]) => `    {
      user: "${name}", password: ${passwordOf(name)}
      permissions: {
        publish: ${allow(publish)}
        subscribe: ${allow([...subscribe, `${inboxPrefix(name)}.>`])}
        allow_responses: true
      }
    }
`,
  );
  return `authorization {\n  users = [\n${blocks.join('')}  ]\n}\n`;
};

/** For NATS an empty `allow` list means everything is allowed. */
const allow = (subjects: string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `{ allow: [${subjects.map((subject) => `"${subject}"`).join(', ')}] }`;
