import { headers, openapiPath } from '@representa/contracts';
import { serviceUnavailable } from '@representa/service-kit';
import type { OpenApiPart } from '@representa/service-kit/openapi';
import { type Logger, reasonOf } from '@representa/telemetry';
import { request } from 'undici';
import { type CachedReply, makeCachedReply } from './cached-reply.ts';
import { joinDocument } from './document.ts';

interface Options {
  /** The addresses of each service's replicas. */
  services: readonly (readonly string[])[];
  secret: string;
  /** Describes the gateway's own operations. */
  ownPart: () => OpenApiPart;
  log: Logger;
}

/** The document. Rejects with a 503 until every service has told its part once; then the last known parts serve. */
export type CurrentDocument = () => Promise<CachedReply>;

/** Services are asked again after this time, since they are upgraded without the gateway. */
const freshMs = 60_000;
/** While a service is away, it is not asked at every request. */
const pauseMs = 500;
const answerMs = 2_000;
const replyOptions = { type: 'application/json; charset=utf-8', cacheControl: 'public, max-age=60' };

const askReplica = async (origin: string, secret: string): Promise<OpenApiPart> => {
  const { statusCode, body } = await request(`${origin}${openapiPath}`, {
    headers: { [headers.gatewaySecret]: secret },
    signal: AbortSignal.timeout(answerMs),
    reset: true,
  });
  if (statusCode === 200) return (await body.json()) as OpenApiPart;
  await body.dump();
  throw new Error(`status ${statusCode}`);
};

export const makeCurrentDocument = ({ services, secret, ownPart, log }: Options): CurrentDocument => {
  const parts: (OpenApiPart | undefined)[] = services.map(() => undefined);
  let document: CachedReply | undefined;
  let asking: Promise<void> | undefined;
  let askAgainAt = 0;

  const askService = async (origins: readonly string[], index: number): Promise<boolean> => {
    try {
      // Every replica has the same part.
      parts[index] = await Promise.any(origins.map((origin) => askReplica(origin, secret)));
      return true;
    } catch (error) {
      // Without stacks: anybody can make the gateway ask again.
      const reasons = (error as AggregateError).errors.map((one) => reasonOf(one));
      log.warn({ reasons, origins }, 'the service did not tell its part of the OpenAPI document');
      return false;
    }
  };
  const askAll = async (): Promise<void> => {
    const answered = await Promise.all(services.map(askService));
    askAgainAt = performance.now() + (answered.every(Boolean) ? freshMs : pauseMs);
    asking = undefined;
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return;
    const text = JSON.stringify(joinDocument([...known, ownPart()]));
    if (document?.text !== text) document = makeCachedReply(text, replyOptions);
  };

  return async () => {
    if (performance.now() >= askAgainAt)
      asking ??= askAll().catch((err) => log.error({ err }, 'the parts of the OpenAPI document could not be joined'));
    // Nobody waits for a newer document than the last known one.
    if (!document) await asking;
    if (!document) throw serviceUnavailable();
    return document;
  };
};
