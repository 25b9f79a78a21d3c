// What operators read has words: every law of the books, every act that is audited.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readInvariants } from '../server/invariants.ts';
import { laws } from '../web/office/book-words.ts';
import { actionText } from '../web/verification/office/timeline-words.ts';

test('every law of the books has its words, and no words are left without a law', () => {
  const names = readInvariants().map(({ name }) => name);
  expect(Object.keys(laws).toSorted()).toEqual(names.toSorted());
});

test('every act on a loan that is audited has its words', () => {
  const acts = new Set<string>();
  for (const path of globSync('server/{lending,servicing}/**/*.ts')) {
    if (path.endsWith('.test.ts')) continue;
    const text = readFileSync(path, 'utf8');
    for (const [, act] of text.matchAll(/action: '((?:loan|negotiation|poll)\.[a-z_]+)'/g)) {
      acts.add(act!);
    }
  }
  expect(acts.size).toBeGreaterThan(30);
  expect([...acts].filter((act) => actionText(act) === null)).toEqual([]);
});
