/** The product at commit f8d7308, for the goals that compare with it. */
export const before = {
  /** Counted by source-lines.ts. */
  source: { lines: 7_691, files: 173 },
  /** Microseconds of all processes for a list of 20 sales, measured on the same machine within the hour. */
  listSalesCpu: 1_280,
};

/** Throughput of writes compared with the baseline's, before changes were numbered and versions kept (commit 31acaed). */
export const writesBefore: Record<string, number> = {
  'create-sale': 0.508,
  'create-sale-hot': 0.415,
  'update-client': 0.638,
  'rename-client': 0.319,
  'delete-sale': 0.687,
};
