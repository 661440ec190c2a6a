import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The sources of @representa/client, which is published built. Not `module`: those files are for bundlers, Node cannot load
// all of them.
const conditions = ['@representa/source', ...defaultServerConditions.filter((name) => name !== 'module')];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: 'forks',
    // One more than there are cores: the tests of faults mostly wait.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'libs/*/test/**/*.test.ts',
            'services/*/test/**/*.test.ts',
            'gateway/test/**/*.test.ts',
            'deploy/test/**/*.test.ts',
          ],
          globalSetup: 'libs/testing/src/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: ['tests/acceptance/**/*.test.ts'],
          globalSetup: 'tests/acceptance/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: 'tests/attack/global-setup.ts',
          // After the others: it measures latency.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/**/*.test.ts'],
          globalSetup: 'tests/attack/global-setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
});
