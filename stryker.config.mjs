// The command `npm run mutate`: changes the rules and the definition of records in small ways, and counts what no test notices.
// Only what is tested without a database; the other files of records compose SQL.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  // Stryker would rewrite it with the compiler's API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  mutate: [
    'services/*/src/**/*.rules.ts',
    'services/sales/src/money.ts',
    'libs/records/src/records/{define-record,field,record-sql}.ts',
  ],
  ignorePatterns: ['.data', 'dist', 'release', 'tests', 'deploy', '.stryker-tmp'],
  reporters: ['progress', 'clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
