import { defineConfig } from 'vitest/config';

/** What `npm run mutate` runs for each mutant: no database, no processes. */
export default defineConfig({
  test: {
    include: [
      'services/*/test/**/*.rules.test.ts',
      'services/sales/test/money.test.ts',
      'libs/records/test/records/*.test.ts',
    ],
  },
});
