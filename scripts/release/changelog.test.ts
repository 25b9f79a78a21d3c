// Tests of the versions of the changelog.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notesOf, released } from './changelog.ts';

const text = '# Changelog\n\n## Unreleased\n- New.\n\n## 1.0.0 (2026-01-01)\n- First.\n';

test('the newest entries get a version and a day, below an empty heading', () => {
  expect(released(text, '1.1.0', '2026-02-02')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-02-02)\n- New.\n\n' +
      '## 1.0.0 (2026-01-01)\n- First.\n',
  );
});

test('without new entries there is no release', () => {
  expect(released(text.replace('- New.\n', ''), '1.1.0', '2026-02-02')).toBeNull();
});

test('the notes of a release are its entries and no others', () => {
  expect(notesOf(text, '1.0.0')).toBe('- First.\n');
  expect(notesOf(text, '1.0')).toBe('');
  expect(notesOf(text, '9.9.9')).toBe('');
});

test('our own changelog can be released, unless it has just been', () => {
  const own = readFileSync('CHANGELOG.md', 'utf8');
  const next = released(own, '99.0.0', '2099-01-01');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const notes = notesOf(next ?? own, next === null ? version : '99.0.0');
  expect(notes.length).toBeGreaterThan(100);
});
