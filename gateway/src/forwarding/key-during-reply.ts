import { Readable } from 'node:stream';
import { HttpError } from '@representa/service-kit';
import type { ServiceCall } from './service-call.ts';
import type { UpstreamCallback } from './upstream.ts';

type CheckKey = ServiceCall['checkKey'];

const everyMs = 1_000;

/** A key may be revoked while its request waits for a change: then the caller is not told of the change. */
export const checkKeyBefore =
  (checkKey: CheckKey, callback: UpstreamCallback): UpstreamCallback =>
  (error, reply) => {
    if (error) return callback(error);
    checkKey().then(
      () => callback(null, reply),
      (refusal) => {
        if (reply?.body instanceof Readable) reply.body.destroy();
        callback(refusal);
      },
    );
  };

/** A key may be revoked while an export is read, which takes minutes: then the transfer breaks off. */
export const checkKeyDuring =
  (checkKey: CheckKey, callback: UpstreamCallback): UpstreamCallback =>
  (error, reply) => {
    const body = reply?.body;
    if (body instanceof Readable) {
      const end = (refusal: unknown): void => {
        // A key that could not be looked up may still be good.
        if (refusal instanceof HttpError && [401, 403].includes(refusal.status)) body.destroy(refusal);
      };
      const timer = setInterval(() => checkKey().catch(end), everyMs);
      body.once('close', () => clearInterval(timer));
    }
    callback(error, reply);
  };
