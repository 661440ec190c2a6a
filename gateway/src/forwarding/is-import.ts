import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST to this path is an import. */
    takesImports?: boolean;
  }
}

/**
 * The body of an import may be large, and streams. Other methods of its path, such as OPTIONS, are requests like any
 * other.
 */
export const isImport = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions?.config?.takesImports === true;
