import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The sources of @representa/client, which is published built. Not `module`: those files are for bundlers, Node cannot load
// all of them.
const conditions = ['@representa/source', ...defaultServerConditions.filter((name) => name !== 'module')];

/** Files share the modules that they import: loading them anew for each file takes a fifth of the whole time. */
const sharedModules = { isolate: false };

const rollout = 'gateway/test/rolling-restart.test.ts';

/** Small files that take long and mostly wait. Otherwise the smallest files come last. */
const longest = ['tests/chaos/fault-points.test.ts', 'tests/chaos/chaos.test.ts', rollout];

/** The longest begin first, and leave a worker to the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** As the build imports them. */
const markdownAsText = {
  name: 'markdown as text',
  transform: (code: string, id: string) =>
    id.endsWith('.md') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined,
};

export default defineConfig({
  plugins: [markdownAsText],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: 'forks',
    // More than two cores: many tests mostly wait. With many more, processes would miss their deadlines on a busy machine.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // `npm run coverage`. What runs in a process of its own is not counted.
    coverage: {
      include: ['{gateway,services/*,libs/*}/src/**/*.ts'],
      exclude: ['**/*.generated.ts', 'libs/testing/**'],
      reporter: ['text-summary', 'html'],
    },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{libs,services}/*/test/**/*.test.ts', '{gateway,deploy,tests/bench}/test/**/*.test.ts'],
          exclude: [rollout],
          globalSetup: 'libs/testing/src/global-setup.ts',
          ...sharedModules,
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: ['tests/acceptance/**/*.test.ts'],
          globalSetup: 'tests/acceptance/global-setup.ts',
          ...sharedModules,
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          // After the others, and again if need be: it compares latencies of a few seconds, which other machines on the host
          // disturb.
          sequence: { groupOrder: 1 },
          retry: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'rollout',
          include: [rollout],
        },
      },
      {
        extends: true,
        test: { name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
});
