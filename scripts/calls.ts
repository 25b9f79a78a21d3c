// Runs after all browser tests and prints which calls of the contract their pages never made. The
// folder `test-results/calls` must be emptied before the tests, as `npm run test:all` does.
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
