import type { CreateOnce } from '@representa/idempotency';
import { type App, pageReply, recordReply } from '@representa/service-kit';
import { docs } from './products.docs.schemas.ts';
import { productNotFound } from './products.errors.ts';
import type { ProductsRepository } from './products.repository.ts';
import {
  createProductBody,
  listProductsQuery,
  productParams,
  productRecord,
  updateProductBody,
} from './products.schemas.ts';

interface Dependencies {
  products: ProductsRepository;
  createOnce: CreateOnce;
}

export const productsRoutes = (app: App, { products, createOnce }: Dependencies): void => {
  app.post(
    '/api/v1/products',
    {
      schema: { body: createProductBody, response: { 201: recordReply(productRecord) } },
      config: { docs: docs.createProduct },
    },
    (request, reply) => createOnce(request, reply, () => products.create(request.call, request.body)),
  );

  app.get(
    '/api/v1/products',
    {
      schema: { querystring: listProductsQuery, response: { 200: pageReply(productRecord) } },
      config: { docs: docs.listProducts },
    },
    async ({ call, query }) => ({ ...query, ...(await products.list(call, query)) }),
  );

  app.get(
    '/api/v1/products/:id',
    {
      schema: { params: productParams, response: { 200: recordReply(productRecord) } },
      config: { docs: docs.readProduct },
    },
    async ({ call, params }) => {
      const product = await products.read(call, params.id);
      if (!product) throw productNotFound();
      return { success: true as const, data: product };
    },
  );

  app.put(
    '/api/v1/products/:id',
    {
      schema: { params: productParams, body: updateProductBody, response: { 200: recordReply(productRecord) } },
      config: { docs: docs.updateProduct },
    },
    async ({ call, params, body }) => {
      const product = await products.update(call, params.id, body);
      if (!product) throw productNotFound();
      return { success: true as const, data: product };
    },
  );
};
