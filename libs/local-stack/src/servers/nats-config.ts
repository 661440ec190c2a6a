import { inboxPrefix, type NatsUser, natsUsers, type ProcessName } from '@representa/contracts';

interface NatsListen {
  host: string;
  port: number;
  serverName: string;
  passwords: Record<ProcessName, string>;
}

/** Written for nats-server 2.9, the oldest supported version. */
export const natsConfig = ({ host, port, serverName, passwords }: NatsListen): string => {
  const users = Object.entries(natsUsers()) as [ProcessName, NatsUser][];
  return `
server_name: ${serverName}
listen: "${host}:${port}"
authorization {
  users = [
${users.map(([name, user]) => userBlock(name, user, passwords[name])).join('\n')}
  ]
}
`;
};

const userBlock = (name: ProcessName, { publish, subscribe }: NatsUser, password: string): string => `    {
      user: "${name}", password: "${password}"
      permissions: {
        publish: ${allow(publish)}
        subscribe: ${allow([...subscribe, `${inboxPrefix(name)}.>`])}
        allow_responses: true
      }
    }`;

/** For NATS an empty `allow` list means everything is allowed. */
const allow = (subjects: string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `{ allow: [${subjects.map((subject) => `"${subject}"`).join(', ')}] }`;
