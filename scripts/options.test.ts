// Tests that every command explains itself with --help and rejects unknown options.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { helpOf } from './options.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
/** Our own commands by name; what npm runs before them takes no options. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /(?:^|exec )node ((?:scripts|bench|server)\/\S+\.ts)/.exec(line)?.[1];
  return file ? [[name, file] as const] : [];
});
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
  // Only scripts that run before a command, and the formatter, which has its own help, are left.
  expect(others.filter((name) => !name.startsWith('pre'))).toEqual(['format']);
});

describe.each(commands)('npm run %s', (_name, file) => {
  test('--help says what it is for and what it takes', () => {
    const { status, stdout, stderr } = run(file, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^npm (run )?\S+ --\n[A-Z].*\.\n\n(?: {2}\S.*\n)+$/);
  });

  test('an unknown option is named in a sentence', () => expectRefused(file, '--no-such-option'));
});

test('an unknown word is named too', () => expectRefused('scripts/reset.ts', 'no-such-word'));

test('an option is explained with its value and what it is without one', () => {
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
