// Tests that the guide explains every value of the files in deploy/, and that its units exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const guide = readFileSync('docs/machines.md', 'utf8');
const read = (file: string) => readFileSync(file, 'utf8');

test.each(globSync('deploy/*.{yml,cfg,conf,ini}'))('the guide names every value of %s', (file) => {
  const names = [...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) =>
    name.replace(/^NODE[123]_/, 'NODEk_'),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  expect(guide).toContain(file);
});

test.each(globSync('deploy/systemd/*.service'))('%s starts a script that exists', (file) => {
  const [, script = ''] = /^ExecStart=\S+ (\S+)/m.exec(read(file)) ?? [];
  expect(existsSync(script)).toBe(true);
});
