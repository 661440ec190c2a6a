import { readAudit, readAuditChain } from './audit.ts';
import { catalogChanged, findRepresentada } from './catalog.ts';
import { clientsChanged, findClient, readClientStates } from './clients.ts';
import { findEmpresa, keyChanged } from './gateway.ts';
import { type ProcessName, processes } from './operation.ts';
import {
  countRepresentadaSales,
  fenceReference,
  loadIndex,
  readClientAccounts,
  renameReference,
  salesChanged,
  voidFence,
} from './sales.ts';

export const operations = [
  findClient,
  findRepresentada,
  fenceReference,
  voidFence,
  renameReference,
  countRepresentadaSales,
  findEmpresa,
  loadIndex,
  readClientAccounts,
  readClientStates,
  ...Object.values(readAudit),
  ...Object.values(readAuditChain),
];
const broadcasts = [keyChanged, salesChanged, catalogChanged, clientsChanged];

export interface NatsUser {
  publish: string[];
  subscribe: string[];
}

/** Each process may publish and subscribe only what its operations need. Replies are sent by `allow_responses`. */
export const natsUsers = (): Record<ProcessName, NatsUser> => {
  const permissionsOf = (user: ProcessName): NatsUser => ({
    publish: [
      ...operations.filter(({ askedBy }) => askedBy.some((asker) => asker === user)),
      ...broadcasts.filter(({ sentBy }) => sentBy.includes(user)),
    ].map(({ subject }) => subject),
    subscribe: [
      ...operations.filter(({ answeredBy }) => answeredBy === user),
      ...broadcasts.filter(({ heardBy }) => heardBy.includes(user)),
    ].map(({ subject }) => subject),
  });
  return Object.fromEntries(processes.map((user) => [user, permissionsOf(user)])) as Record<ProcessName, NatsUser>;
};

/** The prefix of the subjects on which a process receives replies. */
export const inboxPrefix = (user: ProcessName): string => `_INBOX_${user}`;
