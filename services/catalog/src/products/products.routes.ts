import { type App, sendCreated, sendRecord } from '@representa/service-kit';
import { productNotFound } from './products.errors.ts';
import type { ProductsRepository } from './products.repository.ts';
import { createProductBody, productParams, updateProductBody } from './products.schemas.ts';

interface Dependencies {
  products: ProductsRepository;
}

export const productsRoutes = (app: App, { products }: Dependencies): void => {
  app.post('/api/v1/products', { schema: { body: createProductBody } }, async ({ call, body }, reply) =>
    sendCreated(reply, await products.create(call, body)),
  );

  app.put(
    '/api/v1/products/:id',
    { schema: { params: productParams, body: updateProductBody } },
    async ({ call, params, body }, reply) => {
      const product = await products.update(call, params.id, body);
      if (product === undefined) throw productNotFound();
      return sendRecord(reply, product);
    },
  );
};
