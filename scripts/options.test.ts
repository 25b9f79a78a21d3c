// Tests that every command explains itself with --help and rejects unknown options.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { helpOf } from './options.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
/** `npm start` passes its options on to the bundle of this source. */
const bundled = { file: 'scripts/start.js', source: 'server/main.ts' };
/** Our own commands by name; the scripts that npm runs before them take no options. */
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const line = script.replace(bundled.file, bundled.source);
  const file = /(?:^|exec )node (?:--\S+ )*((?:scripts|bench|server)\/\S+\.ts)/.exec(line)?.[1];
  return file ? [[name, file] as const] : [];
});
/**
 * Files that can be run but have no command of their own, because other scripts and npm run them.
 */
const files = globSync('{scripts,bench}/**/*.{ts,js}', { exclude: ['**/node_modules/**'] })
  .filter((path) => !/\.(test|d)\.ts$/.test(path))
  .filter((path) => {
    const text = readFileSync(path, 'utf8');
    return text.includes('import.meta.main') || !/^export /m.test(text);
  })
  .filter((path) => path !== bundled.file && !commands.some(([, file]) => file === path))
  .toSorted();
/** Files that another command runs, with the arguments that select them. */
const drills: Record<string, string> = { 'scripts/chaos/kills.ts': 'npm run chaos -- kills' };
const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', timeout: 50_000 });

function expectRefused(file: string, word: string): void {
  const { status, stdout, stderr } = run(file, word);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(word);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

test('the commands were found', () => {
  const others = Object.keys(scripts).filter((name) => !commands.some(([own]) => own === name));
  // The remaining scripts run before a command or are commands of libraries, which have their own
  // help.
  expect(others.filter((name) => !name.startsWith('pre'))).toEqual(['mutate', 'format']);
  expect(files).toContain('scripts/ready.js');
});

function expectHelp(file: string, command: RegExp): void {
  const { status, stdout, stderr } = run(file, '--help');
  expect([status, stderr]).toEqual([0, '']);
  const [first, purpose, blank, ...options] = stdout.trimEnd().split('\n');
  expect(first).toMatch(command);
  expect(purpose).toMatch(/^[A-Z].*\.$/);
  expect(blank).toBe('');
  expect(options.filter((line) => !/^ {2}\S/.test(line))).toEqual([]);
  expect(options.at(-1)).toMatch(/^ {2}--help /);
}

describe.each(commands)('npm run %s', (_name, file) => {
  test('--help explains the command and its options', () =>
    expectHelp(file, /^npm (run )?\S+ --$/));

  test('an unknown option gets one sentence', () => expectRefused(file, '--no-such-option'));
});

test.each(files)('node %s --help explains the command and its options', (file) =>
  expectHelp(file, new RegExp(`^${drills[file] ?? `node ${file}`}$`)),
);

test.each(['scripts/reset.ts', 'scripts/ready.js'])('%s reports an unknown word too', (file) =>
  expectRefused(file, 'no-such-word'),
);

test('an option is explained with its value and its default', () => {
  const help = helpOf({
    command: 'npm run thing --',
    purpose: 'Does a thing.',
    words: { twice: 'does it twice' },
    options: {
      seed: { type: 'string', default: '7', value: 'N', about: 'draws the same again' },
      dry: { type: 'boolean', default: false, about: 'writes nothing' },
    },
  });
  expect(help).toBe(
    [
      'npm run thing --',
      'Does a thing.',
      '',
      '  twice     does it twice',
      '  --seed N  draws the same again (7)',
      '  --dry     writes nothing',
      '  --help    shows this',
      '',
    ].join('\n'),
  );
});
