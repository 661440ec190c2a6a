import { type ExportRecords, exportConfig, replyWithFile } from '@representa/exports';
import { type ImportFile, importConfig, importQuery, importReply } from '@representa/imports';
import type { App } from '@representa/service-kit';
import { docs } from './products.docs.schemas.ts';
import { exportProductsQuery, type ProductsSelection } from './products.schemas.ts';

interface Dependencies {
  importProducts: ImportFile;
  exportProducts: ExportRecords<ProductsSelection>;
}

export const productsBulkRoutes = (app: App, { importProducts, exportProducts }: Dependencies): void => {
  app.post(
    '/api/v1/products/import',
    {
      schema: { querystring: importQuery, response: { 200: importReply } },
      config: { ...importConfig, docs: docs.importProducts },
    },
    async ({ call, body, query }) => ({
      success: true as const,
      data: await importProducts(call, body, query.simular),
    }),
  );

  app.get(
    '/api/v1/products/export',
    { schema: { querystring: exportProductsQuery }, config: { ...exportConfig, docs: docs.exportProducts } },
    async ({ call, query: { formato, ...selection } }, reply) =>
      replyWithFile(reply, await exportProducts(call, selection, formato)),
  );
};
