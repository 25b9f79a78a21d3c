// After all browser tests: says which calls of the contract their pages never made. Empty
// `test-results/calls` before them, as `npm run test:all` does.
import { callProblems } from '../e2e/kit/recorded-calls.ts';
import { unmadeCalls } from '../e2e/kit/unmade-calls.ts';
import { readOptions } from './options.ts';

readOptions({
  command: 'node scripts/calls.ts',
  purpose: 'Names each call of the contract that no browser test made, from test-results/calls.',
});
const problems = callProblems(unmadeCalls);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
