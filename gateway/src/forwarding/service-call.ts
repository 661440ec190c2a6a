import type { Readable } from 'node:stream';

/** The parts of a request to a service that are not sent as headers. */
export interface ServiceCall {
  empresa_id: string;
  /** As the caller wrote it, without scheme and host. */
  path: string;
  /** A stream can be sent only once. */
  body: Buffer | Readable | null;
  /** A time by `performance.now()`. */
  deadline: number;
  hasCallerLeft(): boolean;
  /** It waits for a change, so it may take long. */
  isLongPoll: boolean;
  /** Rejects when the caller's key is no longer good. */
  checkKey(): Promise<void>;
  /** Returns how to stop listening. */
  onceCallerLeft(callback: () => void): () => void;
}

/** http-proxy passes on only headers; the rest of the request travels in them under this symbol. */
export const serviceCall = Symbol('service call');

export interface UpstreamOptions {
  method: string;
  headers: Record<string, string | undefined> & { [serviceCall]: ServiceCall };
}
