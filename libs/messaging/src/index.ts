export { isAddress } from './address.ts';
export { Unavailable } from './ask.ts';
export { connectMessaging, type Messaging } from './messaging.ts';
