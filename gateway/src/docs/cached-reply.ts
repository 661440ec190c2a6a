import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matchesEtag } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A reply that is the same for everybody. Compressed once for each encoding, outside of the event loop. */
export interface CachedReply {
  readonly text: string;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface Options {
  type: string;
  cacheControl: string;
  headers?: Record<string, string>;
}

/** Much faster than the best quality, and within 5 % of its size. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encoders = {
  br: (bytes: Buffer): Promise<Buffer> => promisify(brotliCompress)(bytes, quality),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
  identity: async (bytes: Buffer): Promise<Buffer> => bytes,
};

type Encoding = keyof typeof encoders;

const encodingFor = ({ headers }: FastifyRequest): Encoding => {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
};

export const makeCachedReply = (text: string, { type, cacheControl, headers = {} }: Options): CachedReply => {
  const bytes = Buffer.from(text);
  const version = hash('sha256', bytes, 'base64url').slice(0, 22);
  const encoded = new Map<Encoding, Promise<Buffer>>();
  const bytesIn = (encoding: Encoding): Promise<Buffer> => {
    const known = encoded.get(encoding);
    if (known) return known;
    const made = encoders[encoding](bytes);
    encoded.set(encoding, made);
    made.catch(() => encoded.delete(encoding));
    return made;
  };
  return {
    text,
    send: async (request, reply) => {
      const encoding = encodingFor(request);
      const etag = `"${version}-${encoding}"`;
      reply.headers({ ...headers, etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
      if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type(type).send(await bytesIn(encoding));
    },
  };
};
