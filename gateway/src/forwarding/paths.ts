import type { ProcessName } from '@representa/contracts';

type ForwardedPath = [path: string, service: Exclude<ProcessName, 'gateway'>, options?: { takesImports: boolean }];

/** Which service answers the paths under a prefix. The longest prefix counts. */
export const forwardedPaths: readonly ForwardedPath[] = [
  ['/sales', 'sales'],
  ['/commissions', 'sales'],
  ['/reports', 'sales'],
  ['/reports/route', 'clients'],
  ['/products', 'catalog'],
  ['/representadas', 'catalog'],
  ['/clients', 'clients'],
  // Routes of their own, so that the metrics tell requests that may wait or take long from slow ones.
  ['/sales/changes', 'sales'],
  ['/clients/changes', 'clients'],
  ['/products/changes', 'catalog'],
  ['/representadas/changes', 'catalog'],
  ['/clients/import', 'clients', { takesImports: true }],
  ['/products/import', 'catalog', { takesImports: true }],
  ['/sales/export', 'sales'],
  ['/clients/export', 'clients'],
  ['/products/export', 'catalog'],
  ['/representadas/export', 'catalog'],
];
