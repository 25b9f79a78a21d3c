// Tests that the kinds of notices in the table of facts exist, and are about the same side.
import { expect, test } from 'vitest';
import { factsOfNotice } from '#contract/today/facts.ts';
import { noticeKinds as investing } from '../investing/words.ts';
import { noticeKinds as lending } from '../lending/words.ts';
import { noticeKinds as mandates } from '../mandates/words.ts';
import { resolutionNotices } from '../servicing/negotiation/resolution-words.ts';
import { noticeKinds as servicing } from '../servicing/words.ts';
import { noticeKinds as verification } from '../verification/words.ts';

const catalogues = [investing, lending, mandates, resolutionNotices, servicing, verification];
const kinds = new Map(
  catalogues.flatMap((all) => Object.values(all)).map(({ kind }) => [kind.key, kind]),
);

test('every notice that asks for an act in the table of facts is a kind that is sent', () => {
  expect(factsOfNotice.size).toBeGreaterThan(25);
  expect([...factsOfNotice.keys()].filter((key) => !kinds.has(key))).toEqual([]);
});

test('a notice of a loan asks for acts of loans, and one of an order for acts of orders', () => {
  for (const [key, facts] of factsOfNotice) {
    const { category } = kinds.get(key)!;
    const isOfOrder = facts.some((name) => /^(order|poll|terms)/.test(name));
    if (category === 'loan') expect(isOfOrder, key).toBe(false);
    if (isOfOrder) expect(category, key).toBe('invest');
  }
});
