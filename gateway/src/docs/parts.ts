import { headers, openapiPath } from '@representa/contracts';
import type { OpenApiPart } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { request } from 'undici';

interface Options {
  /** The addresses of each service's replicas. */
  services: readonly (readonly string[])[];
  secret: string;
  log: Logger;
}

/** Every service's part of the document. Undefined until each has answered once; then the last known ones. */
export type ReadParts = () => Promise<readonly OpenApiPart[] | undefined>;

/** Services are asked again after this time, since they are upgraded without the gateway. */
const freshMs = 60_000;
/** While a service is away, it is not asked at every request. */
const pauseMs = 500;
const answerMs = 2_000;

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

export const makeReadParts = ({ services, secret, log }: Options): ReadParts => {
  const parts: (OpenApiPart | undefined)[] = services.map(() => undefined);
  let all: readonly OpenApiPart[] | undefined;
  let asking: Promise<void> | undefined;
  let askAgainAt = 0;

  const askService = async (origins: readonly string[], index: number): Promise<boolean> => {
    try {
      // Every replica has the same part.
      parts[index] = await Promise.any(origins.map((origin) => askReplica(origin, secret)));
      return true;
    } catch (err) {
      log.warn({ err, origins }, 'the service did not tell its part of the OpenAPI document');
      return false;
    }
  };
  const askAll = async (): Promise<void> => {
    const answered = await Promise.all(services.map(askService));
    askAgainAt = performance.now() + (answered.every(Boolean) ? freshMs : pauseMs);
    const known = parts.filter((part) => part !== undefined);
    if (known.length === parts.length) all = known;
    asking = undefined;
  };

  return async () => {
    if (performance.now() >= askAgainAt) asking ??= askAll();
    // Nobody waits for a newer document than the last known one.
    if (!all) await asking;
    return all;
  };
};
