// Which tests run where: decisions alone, with PostgreSQL, as a page, or in a real browser.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const testFiles = globSync('{contract,server,scripts,tests,db}/**/*.test.ts');
/** A test that starts a server needs PostgreSQL; nothing else tells the two kinds apart. */
const withDatabase = testFiles.filter((file) =>
  /from '(\.\.?\/)*(tests\/)?server\.ts'/.test(readFileSync(file, 'utf8')),
);
const alone = testFiles.filter((file) => !withDatabase.includes(file));

/** Files that take longest: begun last, one of them would keep one worker waiting for the other. */
const long = [
  'tests/simulation.test.ts',
  'server/servicing/late/default.test.ts',
  'server/servicing/lifetime.test.ts',
  'server/servicing/negotiation/negotiation.test.ts',
  'server/identity/credentials/timing.test.ts',
  'tests/attacks/ids.test.ts',
  'e2e/journeys/negotiation.e2e.ts',
  'e2e/journeys/public-pages.e2e.ts',
  'e2e/site/looks.e2e.ts',
];
for (const file of long) if (!existsSync(file)) throw new Error(`${file} is not there to go first`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? long.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

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
    sequence: { sequencer: LongestFirst },
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
