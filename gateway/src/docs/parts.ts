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

export interface Parts {
  /** The last known part of each service; undefined until every service has answered once. The same list until they are asked again. */
  all(): readonly OpenApiPart[] | undefined;
  stop(): void;
}

/** Services are asked again, since they are upgraded without the gateway. While one is away its last known part serves. */
const [askEveryMs, askAgainMs, answerMs] = [60_000, 500, 2_000];

const askOne = async (origin: string, secret: string): Promise<OpenApiPart> => {
  const { statusCode, body } = await request(`${origin}${openapiPath}`, {
    headers: { [headers.gatewaySecret]: secret },
    signal: AbortSignal.timeout(answerMs),
  });
  if (statusCode === 200) return (await body.json()) as OpenApiPart;
  await body.dump();
  throw new Error(`status ${statusCode}`);
};

export const followParts = ({ services, secret, log }: Options): Parts => {
  const parts: (OpenApiPart | undefined)[] = services.map(() => undefined);
  let all: OpenApiPart[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const ask = async (origins: readonly string[], index: number): Promise<void> => {
    try {
      // Every replica has the same part.
      parts[index] = await Promise.any(origins.map((origin) => askOne(origin, secret)));
    } catch (err) {
      log.debug({ err, origins }, 'the service did not tell its part of the OpenAPI document');
    }
  };
  const look = async (): Promise<void> => {
    await Promise.all(services.map(ask));
    const known = parts.filter((part) => part !== undefined);
    if (known.length === parts.length) all = known;
    if (!stopped) timer = setTimeout(look, all ? askEveryMs : askAgainMs).unref();
  };
  void look();

  return {
    all: () => all,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
