// The tests that run against each mutation of the money code (`npm run mutate`).
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['contract/{law,core}/*.test.ts', 'server/ledger/rules.test.ts'],
    testTimeout: 60_000,
  },
});
