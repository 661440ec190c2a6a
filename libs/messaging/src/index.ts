export { isAddress } from './address.ts';
export { connectMessaging, type Messaging } from './messaging.ts';
export { Unavailable } from './unavailable.ts';
