import type { Call, Operation } from '@representa/contracts';
import { attributeNames, observed, type Work } from '@representa/telemetry';

const sides = {
  ask: { duration: 'messaging.client.operation.duration', verb: 'request', type: 'send' },
  answer: { duration: 'messaging.process.duration', verb: 'process', type: 'process' },
} as const;

/** Runs one side of a question in a span of its own. */
export const observeOperation = <Result>(
  side: keyof typeof sides,
  { subject }: Operation,
  call: Call,
  run: (call: Call) => Promise<Result>,
): Promise<Result> => {
  const describe = (): Work => {
    const { duration, verb, type } = sides[side];
    return {
      duration,
      name: `${verb} ${subject}`,
      attributes: {
        [attributeNames.messagingSystem]: 'nats',
        [attributeNames.messagingDestination]: subject,
        [attributeNames.messagingOperation]: verb,
        [attributeNames.messagingOperationType]: type,
      },
    };
  };
  return observed(call, describe, run);
};
