import { addExportRoute, type ExportRecords } from '@representa/exports';
import { addImportRoute, type ImportFile } from '@representa/imports';
import type { App } from '@representa/service-kit';
import { docs } from './products.docs.schemas.ts';
import { exportProductsQuery, type ProductsSelection } from './products.schemas.ts';

interface Dependencies {
  importProducts: ImportFile;
  exportProducts: ExportRecords<ProductsSelection>;
}

export const productsBulkRoutes = (app: App, { importProducts, exportProducts }: Dependencies): void => {
  addImportRoute(app, '/api/v1/products/import', { docs: docs.importProducts, importFile: importProducts });
  addExportRoute(app, '/api/v1/products/export', {
    querystring: exportProductsQuery,
    docs: docs.exportProducts,
    exportRecords: exportProducts,
  });
};
