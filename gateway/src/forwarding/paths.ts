import { type ProcessName, reversalMs } from '@representa/contracts';

export interface PathOptions {
  /** A POST to this path is an import. */
  takesImports?: boolean;
  /** A changes feed: its caller may wait for the next change. */
  mayWait?: boolean;
  /** The longest that a DELETE may take; REQUEST_TIMEOUT_MS unless given. */
  deleteMs?: number;
}

type ForwardedPath = [path: string, service: Exclude<ProcessName, 'gateway'>, options?: PathOptions];

/** Which service answers the paths under a prefix. The longest prefix counts. */
export const forwardedPaths: readonly ForwardedPath[] = [
  ['/sales', 'sales'],
  ['/commissions', 'sales'],
  ['/commissions/payments', 'sales', { deleteMs: reversalMs }],
  ['/reports', 'sales'],
  ['/reports/route', 'clients'],
  ['/products', 'catalog'],
  ['/representadas', 'catalog'],
  ['/clients', 'clients'],
  // Routes of their own, so that the metrics tell requests that may wait or take long from slow ones.
  ['/sales/changes', 'sales', { mayWait: true }],
  ['/clients/changes', 'clients', { mayWait: true }],
  ['/products/changes', 'catalog', { mayWait: true }],
  ['/representadas/changes', 'catalog', { mayWait: true }],
  ['/clients/import', 'clients', { takesImports: true }],
  ['/products/import', 'catalog', { takesImports: true }],
  ['/sales/export', 'sales'],
  ['/clients/export', 'clients'],
  ['/products/export', 'catalog'],
  ['/representadas/export', 'catalog'],
];
