// Which tests run where: pure functions alone, with PostgreSQL, as a page, or in a real browser.
import { randomInt } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const testFiles = globSync('{contract,server,actors,scripts,tests,db}/**/*.test.ts');
/**
 * Test files that start a server need PostgreSQL; this is the only difference between the two
 * kinds.
 */
const withDatabase = testFiles.filter((file) =>
  /from '(\.\.?\/)*(tests\/)?server\.ts'/.test(readFileSync(file, 'utf8')),
);
/**
 * The largest amounts of data and the longest histories, which take minutes each. They run once, in
 * `npm run test:all`.
 */
const maxima = [
  'db/seed.test.ts',
  'tests/book/large.test.ts',
  'tests/scale.test.ts',
  'tests/tamper/tamper.test.ts',
];
/** Steps of the market in `npm run test:all`, which draws its seed by chance. */
const LONG_MARKET = { file: 'tests/simulation.test.ts', steps: 3_000, lawsEvery: 100 };

const alone = testFiles.filter((file) => !withDatabase.includes(file));

/**
 * Files that take longest. They are started first, because otherwise one worker would wait for the
 * other at the end.
 */
const long = [
  'db/seed.test.ts',
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
for (const file of [...long, ...maxima, LONG_MARKET.file])
  if (!existsSync(file)) throw new Error(`${file} is not there to go first`);

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
  // Each failed test prints the content of its pages (`e2e/kit/browser.ts`).
  globalSetup: ['tests/template.setup.ts'],
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 120_000,
  // Each project records calls in a separate folder (`e2e/kit/recorded-calls.ts`).
  env: { RECORDED_CALLS: name, ...(name === 'browser' && { PAGES: 'still' }) },
});

const onServers = {
  globalSetup: ['tests/template.setup.ts'],
  // The server's modules have no state that could affect another server, so they are loaded once.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    setupFiles: ['tests/strict.setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Two files run at a time, even if Vitest would use fewer workers than processors, because most
    // of a file's time is spent in PostgreSQL or Chromium.
    maxWorkers: 2,
    // Conditions that tests wait for may take long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        // Loading the modules anew for each file would take longer than most files.
        test: { name: 'unit', include: alone, isolate: false, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...onServers,
          name: 'integration',
          include: withDatabase.filter((file) => !maxima.includes(file)),
          setupFiles: ['tests/refusals.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...onServers,
          name: 'maxima',
          include: [...maxima, LONG_MARKET.file],
          env: {
            SIMULATE_STEPS: String(LONG_MARKET.steps),
            SIMULATE_LAWS_EVERY: String(LONG_MARKET.lawsEvery),
            SIMULATE_SEED: process.env['SIMULATE_SEED'] ?? String(randomInt(1, 2 ** 31)),
          },
        },
      },
      // The main activities of the product, one file each, which `npm test` runs in a browser; all
      // other browser tests run only with `npm run test:all`.
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
