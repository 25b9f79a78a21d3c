// `npm test` and its parts: checks and tests in order, with a count and the times at the end.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callRecordings } from '../e2e/kit/recorded-calls.ts';
import { refusalRecording } from '../tests/recorded-refusals.ts';
import type { Recording } from '../tests/recorded.ts';
import { readOptions } from './options.ts';
import { shapeReport } from './shape.ts';
import {
  type Counts,
  type Report,
  countsOf,
  failedFiles,
  failuresOf,
  merged,
  readReport,
} from './reports/test-report.ts';
import { UNHANDLED_FILE } from './reports/unhandled-errors.ts';
import { installTools } from './tools.ts';

type Step = { name: string; when: keyof typeof selected; run: () => Promise<Counts> };
/** Steps that need nothing of each other; each list runs in its order, beside the other lists. */
type Stage = readonly (readonly Step[])[];

const RESULTS = 'test-results';
/** Failures of tests in files that were then run a second time. */
const unsteady: string[] = [];
const { values } = readOptions({
  command: 'npm test --',
  purpose: 'Checks and tests in order, with a count at the end.',
  options: {
    quick: { type: 'boolean', about: 'only what needs no database and no browser (npm run check)' },
    all: { type: 'boolean', about: 'all browser tests and maxima as well (npm run test:all)' },
    shape: { type: 'boolean', about: 'only prints the size and shape of the source code' },
    rest: { type: 'boolean', about: 'only what comes with --all, after an `npm test` that passed' },
  },
});
/**
 * `npm run check` does the quick steps, `npm test` the usual ones as well, and `npm run test:all`
 * all of them.
 */
const selected = {
  quick: !values.rest,
  usual: !values.rest && !values.quick,
  build: !values.quick,
  rest: Boolean(values.all || values.rest),
};
const say = (line = '') => void process.stdout.write(`${line}\n`);
if (values.shape) {
  say(shapeReport());
  process.exit(0);
}
const bin = (...parts: string[]) => join('node_modules', ...parts);
/** Programs that only check, and that `npm start` does without. */
const tool = (...parts: string[]) => join('tools', 'node_modules', ...parts);

type Ended = { ok: boolean; told: string };

type Running = { show?: boolean; env?: Record<string, string> };

/** Runs a program under this Node; shows its output only on failure, unless `show` is set. */
async function run(args: string[], { show = false, env = {} }: Running = {}): Promise<Ended> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, args, {
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
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

const lastLines = (told: string) => told.trimEnd().split('\n').slice(-25).join('\n');

/** Runs several commands as one check, which counts as one test. */
async function check(...commands: string[][]): Promise<Counts> {
  for (const command of commands) {
    const { ok, told } = await run(command);
    if (!ok) return { passed: 0, failed: 1, failures: [`✗ ${command[0]}\n${lastLines(told)}`] };
  }
  return { passed: 1, failed: 0 };
}

type Vitest = { workers?: number; show?: boolean };

/** Runs Vitest over these projects, or only over some of their files; null without a report. */
async function vitest(
  name: string,
  projects: readonly string[],
  files: readonly string[],
  { workers, show = true }: Vitest,
): Promise<Report | null> {
  const file = join(RESULTS, `${name}.json`);
  const unhandled = join(RESULTS, `${name}-unhandled.json`);
  for (const old of [file, unhandled]) rmSync(old, { force: true });
  const { ok } = await run(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/reports/unhandled-errors.ts',
      `--outputFile.json=${file}`,
      ...files,
    ],
    { show, env: { [UNHANDLED_FILE]: unhandled } },
  );
  return readReport(file, unhandled, ok);
}

/** Number of failed files above which a second run would only cost time. */
const AGAIN_MAX = 10;

/**
 * Runs the tests of these projects and counts them from Vitest's own report. Until ten runs of
 * everything have passed without it, each file with a failed test or an error outside of any is run
 * again as a whole; what failed in the first run is printed at the end.
 */
async function tests(projects: readonly string[], how: Vitest = {}): Promise<Counts> {
  const name = projects.join('-');
  const first = await vitest(name, projects, [], how);
  if (!first) return { passed: 0, failed: 1, failures: [`✗ ${name} › Vitest wrote no report`] };
  const again = failedFiles(first);
  if (again.length === 0 || again.length > AGAIN_MAX) return countsOf(first);
  say(`\n── ${name}: ${again.length} file(s) once more`);
  unsteady.push(...failuresOf(first));
  const second = await vitest(`${name}-again`, projects, again, how);
  return second ? countsOf(merged(first, second)) : countsOf(first);
}

/** Runs the browser tests of one project after deleting the calls that earlier runs recorded. */
function browserTests(name: 'journeys' | 'browser'): Promise<Counts> {
  callRecordings[name].empty();
  return tests([name]);
}

/** Runs the tests of a project after deleting what earlier runs recorded. */
function recorded(recording: Recording, project: string): Promise<Counts> {
  recording.empty();
  return tests([project]);
}

/**
 * Compares what the tests recorded with the contract. This is one check; on failure it prints what
 * is missing.
 */
async function compared(name: 'refusals' | 'calls'): Promise<Counts> {
  const { ok, told } = await run([`scripts/${name}.ts`]);
  if (ok) return { passed: 1, failed: 0 };
  return { passed: 0, failed: 1, failures: [`✗ ${name} › ${told.trim()}`] };
}

async function tools(): Promise<Counts> {
  const missing = installTools(say);
  for (const sentence of missing) say(sentence);
  const failures = missing.map((sentence) => `✗ tools › ${sentence}`);
  return { passed: missing.length === 0 ? 1 : 0, failed: missing.length, failures };
}

const knip = tool('knip', 'bin', 'knip.js');
const router = bin('@react-router', 'dev', 'dist', 'cli', 'index.js');
const format = () => check([tool('oxfmt', 'bin', 'oxfmt'), '--check', '.']);
const types = () =>
  check(['scripts/fonts/fonts.ts'], [router, 'typegen'], [tool('typescript', 'bin', 'tsc')]);
const deadCode = () => check([knip], [knip, '--production', '--dependencies']);
/** One worker if other tests run beside it, whose output it must not interrupt. */
const unit = () => tests(['unit', 'web'], values.quick ? {} : { workers: 1, show: false });

/** Each stage waits for the one before it: browser tests, for example, need the build. */
const stages: Stage[] = [
  [[{ name: 'tools', when: 'usual', run: tools }]],
  [[{ name: 'build', when: 'build', run: () => check(['scripts/build.ts', '--if-changed']) }]],
  [
    [
      { name: 'format', when: 'quick', run: format },
      { name: 'lint', when: 'quick', run: () => check([tool('oxlint', 'bin', 'oxlint'), '.']) },
      { name: 'types', when: 'quick', run: types },
      { name: 'dead code', when: 'quick', run: deadCode },
      { name: 'unit', when: 'quick', run: unit },
    ],
    [
      { name: 'integration', when: 'usual', run: () => recorded(refusalRecording, 'integration') },
      { name: 'refusals', when: 'usual', run: () => compared('refusals') },
    ],
  ],
  [[{ name: 'journeys', when: 'usual', run: () => browserTests('journeys') }]],
  [[{ name: 'maxima', when: 'rest', run: () => tests(['maxima']) }]],
  [[{ name: 'browser', when: 'rest', run: () => browserTests('browser') }]],
  [[{ name: 'calls', when: 'rest', run: () => compared('calls') }]],
];

const total: Counts = { passed: 0, failed: 0 };
const done: string[] = [];
const failures: string[] = [];

async function take(step: Step): Promise<void> {
  if (!selected[step.when]) return;
  say(`── ${step.name}`);
  const began = performance.now();
  const { passed, failed, failures: told = [] } = await step.run();
  failures.push(...told);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(7);
  done.push(`${failed ? '✗' : '✓'} ${step.name.padEnd(12)} ${seconds} s  ${passed} ✓ ${failed} ✗`);
}

async function takeInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await take(step);
}

mkdirSync(RESULTS, { recursive: true });
for (const stage of stages) await Promise.all(stage.map(takeInTurn));
done.push(`  ${'together'.padEnd(12)} ${(performance.now() / 1000).toFixed(1).padStart(7)} s`);
const ending = [...done];
if (unsteady.length > 0) {
  ending.push('\nFailed in the first run of their file, which was then run again:', ...unsteady);
}
if (failures.length > 0) ending.push('\nFailed:', ...failures);
ending.push(
  total.failed === 0 ? '\nAll is well.' : '\nSomething is wrong; the steps marked ✗ say what.',
);
ending.push(`${total.passed} passed, ${total.failed} failed`);
say();
for (const line of ending) say(line);
// A truncated log shows only its end, so `.ci/run` repeats both endings there.
writeFileSync(
  join(RESULTS, values.rest ? 'ending-rest.txt' : 'ending.txt'),
  `${ending.join('\n')}\n`,
);
process.exit(total.failed === 0 ? 0 : 1);
