import { inject } from 'vitest';
import { makeReplyChecks } from '../openapi/check-replies.ts';

export type { DocumentedOperation } from '../openapi/check-replies.ts';

const text = await (await fetch(`${inject('baseUrl')}/openapi.json`)).text();

/** The document of the system under test, and the checks that replies are as it says. */
export const { openapi, expectDocumented, expectDocumentedStatus } = makeReplyChecks(text, '/api/v1');
