// Runs after the integration tests and prints which refusals of the contract no server returned in
// any test. The folder `test-results/refusals` must be emptied before the tests, as `npm test`
// does.
import { refusalProblems } from '../tests/recorded-refusals.ts';
import { unprovokedRefusals } from '../tests/unprovoked-refusals.ts';
import { readOptions } from './options.ts';

readOptions({
  command: 'node scripts/refusals.ts',
  purpose: 'Names each refusal that no server answered, from test-results/refusals.',
});
const problems = refusalProblems(unprovokedRefusals);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
