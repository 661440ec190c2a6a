import type { Operation } from '@representa/contracts';
import { attributeNames } from '@representa/telemetry';

/** The span and the duration of a question, at the asker or at the answerer. */
export const describeOperation = ({ subject }: Operation, side: 'ask' | 'answer') => ({
  duration: side === 'ask' ? ('messaging.client.operation.duration' as const) : ('messaging.process.duration' as const),
  name: `${side === 'ask' ? 'request' : 'process'} ${subject}`,
  attributes: {
    [attributeNames.messagingSystem]: 'nats',
    [attributeNames.messagingDestination]: subject,
    [attributeNames.messagingOperation]: side === 'ask' ? 'request' : 'process',
    [attributeNames.messagingOperationType]: side === 'ask' ? 'send' : 'process',
  },
});
