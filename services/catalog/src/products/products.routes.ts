import { addChangesRoute, answerCreation, type CreateOnce, type FollowChanges } from '@representa/records';
import {
  type App,
  listReply,
  makeAnswerList,
  recordReply,
  replyUnlessKnown,
  replyWithRecord,
} from '@representa/service-kit';
import { addExportRoute, addImportRoute, type ExportRecords, type ImportFile } from '@representa/tables';
import { docs } from './products.docs.schemas.ts';
import { productNotFound } from './products.errors.ts';
import type { ProductsRepository } from './products.repository.ts';
import {
  exportProductsQuery,
  listProductsQuery,
  type Product,
  type ProductsSelection,
  product,
  productParams,
  productPositions,
} from './products.schemas.ts';

interface Dependencies {
  products: ProductsRepository;
  createOnce: CreateOnce;
  followProducts: FollowChanges<Product>;
  importProducts: ImportFile;
  exportProducts: ExportRecords<ProductsSelection>;
}

export const productsRoutes = (
  app: App,
  { products, createOnce, followProducts, importProducts, exportProducts }: Dependencies,
): void => {
  const listProducts = makeAnswerList({ resource: 'products', positions: productPositions, list: products.list });

  app.post(
    '/api/v1/products',
    {
      schema: { body: product.createBody, response: { 201: recordReply(product.reply) } },
      config: { docs: docs.createProduct, ignoresUnknownFields: true },
    },
    answerCreation(createOnce, product, products),
  );

  app.get(
    '/api/v1/products',
    {
      schema: { querystring: listProductsQuery, response: { 200: listReply(product.summary) } },
      config: { docs: docs.listProducts },
    },
    ({ call, query }) => listProducts(call, query),
  );

  addChangesRoute(app, '/api/v1/products/changes', {
    record: product.reply,
    docs: docs.followProducts,
    followChanges: followProducts,
  });

  app.get(
    '/api/v1/products/:id',
    {
      schema: { params: productParams, response: { 200: recordReply(product.reply) } },
      config: { docs: docs.readProduct },
    },
    async (request, reply) => {
      const found = await products.read(request.call, request.params.id);
      if (!found) throw productNotFound();
      return replyUnlessKnown(request, reply, found);
    },
  );

  app.put(
    '/api/v1/products/:id',
    {
      schema: { params: productParams, body: product.updateBody, response: { 200: recordReply(product.reply) } },
      config: { docs: docs.updateProduct, ignoresUnknownFields: true },
    },
    async (request, reply) =>
      replyWithRecord(reply, await products.update(request.call, request.params.id, request.body)),
  );

  addImportRoute(app, '/api/v1/products/import', { docs: docs.importProducts, importFile: importProducts });
  addExportRoute(app, '/api/v1/products/export', {
    querystring: exportProductsQuery,
    docs: docs.exportProducts,
    exportRecords: exportProducts,
  });
};
