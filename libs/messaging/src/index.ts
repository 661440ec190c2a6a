export { isAddress } from './address.ts';
export type { Log } from './connection.ts';
export { connectMessaging, type Messaging } from './messaging.ts';
export { Unavailable } from './unavailable.ts';
