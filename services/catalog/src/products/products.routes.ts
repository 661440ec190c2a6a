import type { AnswerOnce } from '@representa/idempotency';
import { type App, sendPage, sendRecord } from '@representa/service-kit';
import { productNotFound } from './products.errors.ts';
import type { ProductsRepository } from './products.repository.ts';
import { createProductBody, listProductsQuery, productParams, updateProductBody } from './products.schemas.ts';

interface Dependencies {
  products: ProductsRepository;
  answerOnce: AnswerOnce;
}

export const productsRoutes = (app: App, { products, answerOnce }: Dependencies): void => {
  app.post('/api/v1/products', { schema: { body: createProductBody } }, async (request, reply) =>
    answerOnce(request, reply, () => products.create(request.call, request.body)),
  );

  app.get('/api/v1/products', { schema: { querystring: listProductsQuery } }, async ({ call, query }, reply) =>
    sendPage(reply, query, await products.list(call, query)),
  );

  app.get('/api/v1/products/:id', { schema: { params: productParams } }, async ({ call, params }, reply) => {
    const product = await products.read(call, params.id);
    if (!product) throw productNotFound();
    return sendRecord(reply, product);
  });

  app.put(
    '/api/v1/products/:id',
    { schema: { params: productParams, body: updateProductBody } },
    async ({ call, params, body }, reply) => {
      const product = await products.update(call, params.id, body);
      if (!product) throw productNotFound();
      return sendRecord(reply, product);
    },
  );
};
