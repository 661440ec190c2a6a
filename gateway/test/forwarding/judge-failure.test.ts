import { expect, test } from 'vitest';
import { NoAnswer, TooLate } from '../../src/forwarding/exchange.ts';
import { judgeFailure } from '../../src/forwarding/send.ts';

const lost = new Error('ECONNRESET');
const get = { error: lost, method: 'GET', isFile: false, isSent: true, isAnswered: false };

test.each([
  ['a read whose connection was lost', get, { isReplicaSuspect: true, mayRepeat: true }],
  ['a write whose connection was lost', { ...get, method: 'POST' }, { isReplicaSuspect: true, mayRepeat: false }],
  ['a write that was not sent', { ...get, method: 'POST', isSent: false }, { isReplicaSuspect: true, mayRepeat: true }],
  ['a reply that broke off', { ...get, isAnswered: true }, { isReplicaSuspect: false, mayRepeat: false }],
  ['a reply to another request', { ...get, error: new NoAnswer() }, { isReplicaSuspect: false, mayRepeat: false }],
  ['a replica that hangs', { ...get, error: new TooLate() }, { isReplicaSuspect: true, mayRepeat: false }],
  ['a file that broke off', { ...get, method: 'POST', isFile: true }, { isReplicaSuspect: false, mayRepeat: false }],
  [
    'a file that was not sent',
    { ...get, method: 'POST', isFile: true, isSent: false },
    { isReplicaSuspect: true, mayRepeat: false },
  ],
])('%s', (_what, attempt, judgement) => {
  expect(judgeFailure(attempt)).toEqual(judgement);
});
