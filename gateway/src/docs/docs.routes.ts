import { answerOtherMethods, type OpenApiPart, serviceUnavailable } from '@representa/service-kit';
import type { FastifyInstance } from 'fastify';
import { type CachedReply, makeCachedReply } from './cached-reply.ts';
import { index } from './docs.words.ts';
import { joinDocument } from './document.ts';
import { makePage, type Page, scriptPath } from './page.ts';
import type { ReadParts } from './parts.ts';

interface Dependencies {
  /** Reads the services' parts of the document. */
  readParts: ReadParts;
  /** Describes the gateway's own operations. */
  ownPart: () => OpenApiPart;
  /** Filled in on the page; undefined in production. */
  demoKey: string | undefined;
}

const documentOptions = { type: 'application/json; charset=utf-8', cacheControl: 'public, max-age=60' };

/** The document and its page: without a key, the same for everybody (decision 27). */
export const docsRoutes = (app: FastifyInstance, { readParts, ownPart, demoKey }: Dependencies): void => {
  let joined: Awaited<ReturnType<ReadParts>>;
  let document: CachedReply | undefined;
  let page: Promise<Page> | undefined;

  const currentDocument = async (): Promise<CachedReply> => {
    const all = await readParts();
    if (!all) throw serviceUnavailable();
    if (!document || all !== joined) {
      const text = JSON.stringify(joinDocument([...all, ownPart()]));
      if (document?.text !== text) document = makeCachedReply(text, documentOptions);
      joined = all;
    }
    return document;
  };
  const currentPage = (): Promise<Page> => {
    page ??= makePage(demoKey).catch((error) => {
      page = undefined;
      throw error;
    });
    return page;
  };

  answerOtherMethods(app, () => {
    app.get('/', async (request, reply) => {
      if (request.headers.accept?.includes('text/html')) return reply.redirect('/docs');
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(index));
    });
    app.get('/openapi.json', async (request, reply) => (await currentDocument()).send(request, reply));
    app.get('/docs', async (request, reply) => (await currentPage()).html.send(request, reply));
    app.get(scriptPath, async (request, reply) => (await currentPage()).script.send(request, reply));
  });
};
