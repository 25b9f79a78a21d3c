// Tests that the style page is complete: this test fails if a component is missing from it.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (pattern: string) =>
  globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

/**
 * Components that need not be shown: the frame of drawings, and a component that the layout mounts
 * once.
 */
const aside = ['Drawing', 'Toasts'];

test('every component of web/ui is on the style page', () => {
  const components = read('web/ui/**/*.tsx').matchAll(/^export function ([A-Z]\w+)/gm);
  const shown = read('web/site/{style/*,kit/Pages}.tsx');
  const missing = [...components]
    .map(([, name = '']) => name)
    .filter((name) => !aside.includes(name) && !new RegExp(`<${name}\\b`).test(shown))
    // Drawings are rendered from a list, so they are found by their names.
    .filter((name) => !shown.includes(`', ${name}]`));
  expect(missing).toEqual([]);
});
