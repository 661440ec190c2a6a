// Writes stores/nats-users.conf. Part of `npm run generate`.
import { writeFileSync } from 'node:fs';
import { usersConfig } from '../libs/contracts/src/nats-users.ts';

const head = `# Permissions of the NATS users. Generated from natsUsers() in libs/contracts: npm run generate.
# Passwords come from the environment, in quotes (the server parses a variable as configuration).
`;
const passwordOf = (user) => `$NATS_${user.toUpperCase()}_PASSWORD`;
writeFileSync(new URL('stores/nats-users.conf', import.meta.url), head + usersConfig(passwordOf));
