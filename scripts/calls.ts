// After the browser tests: says which calls of the contract their pages never made.
import { callProblems } from '../e2e/recorded-calls.ts';
import { unmadeCalls } from '../e2e/unmade-calls.ts';

const problems = callProblems(unmadeCalls);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
