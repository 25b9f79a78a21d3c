// Which tests run where: decisions alone, with PostgreSQL, as a page, or in a real browser.
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const found = globSync('{contract,server,scripts,tests,db}/**/*.test.ts');
/** A test that starts a server needs PostgreSQL; nothing else tells the two kinds apart. */
const withDatabase = found.filter((file) =>
  /from '(\.\.?\/)*(tests\/)?server\.ts'/.test(readFileSync(file, 'utf8')),
);
const alone = found.filter((file) => !withDatabase.includes(file));

const inBrowser = (name: 'journeys' | 'browser') => ({
  name,
  // A second try on a machine that is short of breath: the report marks it, and either time a
  // failed test tells what its pages showed (`e2e/kit/browser.ts`).
  retry: 1,
  globalSetup: ['tests/template.setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // Calls are recorded in a folder of the project's own (`e2e/kit/recorded-calls.ts`).
  env: { RECORDED_CALLS: name },
});

export default defineConfig({
  test: {
    setupFiles: ['tests/strict.setup.ts'],
    // Two files at a time, also where Vitest would take one less than there are processors: most
    // of a file's time is another program's, PostgreSQL's or Chromium's.
    maxWorkers: 2,
    // What comes by itself may take its time on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: alone, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: withDatabase,
          globalSetup: ['tests/template.setup.ts'],
          setupFiles: ['tests/refusals.setup.ts'],
          // The server's modules keep nothing between two servers, so they are loaded once.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // The main acts of the product, one a file, which `npm test` does in a browser; all other
      // browser tests are left to `npm run test:all`.
      { extends: true, test: { ...inBrowser('journeys'), include: ['e2e/journeys/*.e2e.ts'] } },
      {
        extends: true,
        test: {
          ...inBrowser('browser'),
          include: ['e2e/**/*.e2e.ts'],
          exclude: ['e2e/journeys/**'],
        },
      },
    ],
  },
});
