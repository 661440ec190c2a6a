import { errorsPath } from '@representa/contracts';
import { answerOtherMethods } from '@representa/service-kit/process';
import type { FastifyInstance } from 'fastify';
import { type CachedReply, makeCachedReply } from './cached-reply.ts';
import type { CurrentDocument } from './current-document.ts';
import { index, llmsText } from './docs.words.ts';
import { makeErrorsPage } from './errors-page.ts';
import { makePage, type Page, scriptPath } from './page.ts';
import { makePostmanCollection } from './postman.ts';

interface Dependencies {
  currentDocument: CurrentDocument;
  /** Filled in on the page; undefined in production. */
  demoKey: string | undefined;
}

/** The document and its page: without a key, the same for everybody (decision 27). */
export const docsRoutes = (app: FastifyInstance, { currentDocument, demoKey }: Dependencies): void => {
  let page: Promise<Page> | undefined;
  const errorsPage = makeErrorsPage();

  const currentPage = (): Promise<Page> => {
    page ??= makePage(demoKey).catch((error) => {
      page = undefined;
      throw error;
    });
    return page;
  };

  const collections = new WeakMap<CachedReply, CachedReply>();
  const currentCollection = async (): Promise<CachedReply> => {
    const document = await currentDocument();
    const known = collections.get(document);
    if (known) return known;
    const text = JSON.stringify(makePostmanCollection(JSON.parse(document.text), demoKey ?? ''));
    const made = makeCachedReply(text, {
      type: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=60',
    });
    collections.set(document, made);
    return made;
  };
  const llms = makeCachedReply(llmsText, { type: 'text/plain; charset=utf-8', cacheControl: 'public, max-age=60' });

  answerOtherMethods(app, () => {
    app.get('/', async (request, reply) => {
      if (request.headers.accept?.includes('text/html')) return reply.redirect('/docs');
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(index));
    });
    app.get('/openapi.json', async (request, reply) => (await currentDocument()).send(request, reply));
    app.get('/postman.json', async (request, reply) => (await currentCollection()).send(request, reply));
    app.get('/llms.txt', async (request, reply) => llms.send(request, reply));
    app.get('/docs', async (request, reply) => (await currentPage()).html.send(request, reply));
    app.get(errorsPath, async (request, reply) => errorsPage.send(request, reply));
    app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308));
    app.get(scriptPath, async (request, reply) => (await currentPage()).script.send(request, reply));
  });
};
