// `npm test`: everything that is checked, in order, with a count at the end; --quick for a part.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readOptions } from './options.ts';
import { shapeReport } from './shape.ts';
import { installTools } from './tools.ts';

/** `failures`: what each failed test is called and how it failed, told again at the very end. */
type Counts = { passed: number; failed: number; failures?: string[] };
type Step = { name: string; quick?: boolean; run: () => Promise<Counts> };

const RESULTS = 'test-results';
const { values } = readOptions({
  command: 'npm test --',
  purpose: 'Checks and tests everything, in order, with a count at the end.',
  options: {
    quick: { type: 'boolean', about: 'only what needs no database and no browser (npm run check)' },
    shape: { type: 'boolean', about: 'only prints the size and shape of the source code' },
  },
});
const quick = Boolean(values.quick);
const say = (line = '') => void process.stdout.write(`${line}\n`);
if (values.shape) {
  say(shapeReport());
  process.exit(0);
}
const bin = (...parts: string[]) => join('node_modules', ...parts);

type Ended = { ok: boolean; told: string };

/** Runs a program under this Node; shows what it says only when it fails, unless asked. */
async function run(args: string[], show = false): Promise<Ended> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, {
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    let told = '';
    child.stdout?.on('data', (text) => (told += text));
    child.stderr?.on('data', (text) => (told += text));
    child.once('close', (code) => {
      if (code !== 0 && told) process.stdout.write(told);
      settle({ ok: code === 0, told });
    });
  });
}

/** A check counts as one. */
async function check(...commands: string[][]): Promise<Counts> {
  for (const command of commands) {
    if (!(await run(command)).ok) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/** What we read of Vitest's report. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** How many lines of a failure are told again: where the log is cut, they are all there is. */
const LINES = 25;
/** Frames of a stack that lie in others' code. */
const STRANGE = /^ +at .*(node_modules|node:|new Promise)/;

/** Each failed test, and each file that failed as a whole, with the first lines of its failure. */
function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const told = failed.map(({ fullName, failureMessages }) => [fullName, ...failureMessages]);
    if (status === 'failed' && failed.length === 0) told.push(['the file itself', message]);
    return told.map(([title, ...messages]) => {
      const ours = messages
        .join('\n')
        .split('\n')
        .filter((line) => !STRANGE.test(line));
      return [`✗ ${relative('.', name)} › ${title}`, ...ours.slice(0, LINES)].join('\n    ');
    });
  });
}

/** The tests of these projects, counted from Vitest's own report. */
async function tests(name: string, ...projects: string[]): Promise<Counts> {
  const file = join(RESULTS, `${name}.json`);
  rmSync(file, { force: true });
  const { ok } = await run(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    true,
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    // A file that does not even load has no tests to fail; it counts as one.
    const failed = Math.max(report.numFailedTests, ok ? 0 : 1);
    return { passed: report.numPassedTests, failed, failures: failuresOf(report) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The browser tests, with a folder for the calls that their pages make from now on. */
function browserTests(): Promise<Counts> {
  rmSync(join(RESULTS, 'calls'), { recursive: true, force: true });
  return tests('browser', 'browser');
}

/** Whether pages made all calls of the contract; one check, told again with what is missing. */
async function calls(): Promise<Counts> {
  const { ok, told } = await run(['scripts/calls.ts']);
  if (ok) return { passed: 1, failed: 0 };
  return { passed: 0, failed: 1, failures: [`✗ calls › ${told.trim()}`] };
}

async function tools(): Promise<Counts> {
  const missing = installTools(say);
  for (const sentence of missing) say(sentence);
  return { passed: missing.length === 0 ? 1 : 0, failed: missing.length };
}

const router = bin('@react-router', 'dev', 'dist', 'cli', 'index.js');
const steps: Step[] = [
  { name: 'tools', run: tools },
  {
    name: 'format',
    quick: true,
    run: () => check([bin('oxfmt', 'bin', 'oxfmt'), '--check', '.']),
  },
  { name: 'lint', quick: true, run: () => check([bin('oxlint', 'bin', 'oxlint'), '.']) },
  {
    name: 'types',
    quick: true,
    run: () => check(['scripts/fonts.ts'], [router, 'typegen'], [bin('typescript', 'bin', 'tsc')]),
  },
  { name: 'dead code', quick: true, run: () => check([bin('knip', 'bin', 'knip.js')]) },
  { name: 'unit', quick: true, run: () => tests('unit', 'unit', 'web') },
  { name: 'integration', run: () => tests('integration', 'integration') },
  { name: 'build', run: () => check(['scripts/build.ts', '--if-changed']) },
  { name: 'browser', run: browserTests },
  { name: 'calls', run: calls },
];

mkdirSync(RESULTS, { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
const done: string[] = [];
const failures: string[] = [];
for (const step of steps) {
  if (quick && !step.quick) continue;
  say(`── ${step.name}`);
  const began = performance.now();
  const { passed, failed, failures: told = [] } = await step.run();
  failures.push(...told);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(7);
  done.push(`${failed ? '✗' : '✓'} ${step.name.padEnd(12)} ${seconds} s  ${passed} ✓ ${failed} ✗`);
}
say();
for (const line of done) say(line);
for (const failure of failures) say(`\n${failure}`);
say();
say(total.failed === 0 ? 'All is well.' : 'Something is wrong; the steps marked ✗ say what.');
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
