// Test that every page of the menu has help, and that its entries in the runbook exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { navigation } from '../navigation.ts';
import { helpAt, helpByPath } from './help.ts';

test.each(navigation)('$text has help, on its own page and below', ({ to }) => {
  const help = helpByPath[to];
  expect(help?.purpose).toMatch(/。$/);
  expect(help?.acts.length).toBeGreaterThan(0);
  expect(helpAt(to)).toBe(help);
  if (to !== '/') expect(helpAt(`${to}/1`)).toBe(help);
});

test('no help is for a page that does not exist', () => {
  expect(Object.keys(helpByPath).toSorted()).toEqual(navigation.map(({ to }) => to).toSorted());
  expect(helpAt('/nowhere')).toBeNull();
});

test('every entry of the runbook exists', () => {
  const headings = readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm);
  const anchors = [...headings].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
  for (const { runbook } of Object.values(helpByPath)) {
    if (runbook !== undefined) expect(anchors).toContain(runbook);
  }
});
