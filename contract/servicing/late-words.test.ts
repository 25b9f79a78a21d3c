// Tests every state of a late loan to prove that the sentences about it never contradict one
// another.
import { expect, test } from 'vitest';
import {
  courtWordsOf,
  lateStandingOf,
  lateStandings,
  lateWordsOf,
  type LateFacts,
} from './late-words.ts';
import { proposalStatuses } from './negotiation-calls.ts';

const today = '2026-11-22';
const notices: LateFacts['notice'][] = [
  null,
  ...[true, false].flatMap((declared) => [
    { payBy: '2026-11-27', accelerated: false, declared },
    { payBy: '2026-11-20', accelerated: false, declared },
    { payBy: '2026-11-20', accelerated: true, declared },
  ]),
];
const all: LateFacts[] = ([40, 60, 61, 65, 70, 75, 80, 90, 95] as const).flatMap((status) =>
  notices.flatMap((notice) =>
    [true, false].flatMap((isRequested) =>
      [null, ...proposalStatuses].flatMap((proposal) =>
        [true, false].map((hasFailed) => ({
          status,
          notice,
          isRequested,
          proposal,
          hasFailed,
          today,
        })),
      ),
    ),
  ),
);
const told = all.flatMap((facts) => {
  const words = lateWordsOf(facts);
  return words ? [{ facts, words, text: `${words.where}。${words.negotiation ?? ''}` }] : [];
});

test('every standing occurs, and each has texts', () => {
  expect(new Set(all.map(lateStandingOf))).toEqual(new Set([...lateStandings, null]));
  expect(told.length).toBeGreaterThan(100);
  for (const { text } of told) expect(text).not.toMatch(/[{}]|undefined|null/);
});

test('a borrower who negotiates is not threatened with the notice', () => {
  for (const { facts, text } of told) {
    if (facts.status !== 75) continue;
    expect(text).not.toMatch(/全部到期|前繳清|法律程序/);
    expect(text).toMatch(/協商|同意方案/);
  }
});

test('a borrower who requested a negotiation is not asked to request one', () => {
  for (const { facts, words } of told) {
    if (facts.isRequested) expect(words.negotiation ?? '').not.toContain('可以提出');
    else expect(words.negotiation ?? '').not.toContain('已收到');
  }
});

test('a deadline is shown as a deadline only until it has passed', () => {
  for (const { facts, text } of told) {
    const isKept = /請於 \d{4}\/\d\d\/\d\d 前繳清/.test(text);
    // To pay the arrears does not end a violation that operators declared.
    const ends = facts.notice?.payBy === '2026-11-27' && !facts.notice.declared;
    const runs = (facts.status === 70 || facts.status === 80) && ends;
    expect(isKept).toBe(runs);
  }
});

test('a negotiation is said to have failed only where one has, also without terms', () => {
  for (const { facts, text } of told) {
    expect(text.includes('協商未成立')).toBe(facts.status === 80 && facts.hasFailed);
  }
});

test('investors read of a loan in court how it came there and what its notice means', () => {
  for (const facts of all) {
    const words = courtWordsOf(facts);
    expect(words !== null).toBe(facts.status === 80);
    if (words === null) continue;
    const { notice, hasFailed } = facts;
    expect(words.title.includes('協商未成立')).toBe(hasFailed);
    const runs = notice !== null && !notice.accelerated && notice.payBy >= today;
    expect(words.notice?.includes('催告重新起算') ?? false).toBe(runs && hasFailed);
    expect(words.notice?.includes('恢復分期還款') ?? false).toBe(runs && !notice.declared);
    expect(words.notice === null).toBe(notice === null);
  }
});

test('a loan that is neither late nor negotiated has no such text', () => {
  for (const facts of all) {
    const isOver = [40, 90, 95].includes(facts.status);
    if (isOver) expect(lateWordsOf(facts)).toBeNull();
  }
});

test('a payment is said to end only what it ends', () => {
  for (const { facts, words } of told) {
    const { status, notice } = facts;
    const runs = notice !== null && !notice.accelerated && notice.payBy >= today;
    const restores =
      status === 61 ||
      status === 65 ||
      (status === 70 && !notice?.accelerated && !notice?.declared) ||
      (status === 80 && runs && !notice.declared);
    const settles = (status === 70 || status === 80) && notice?.accelerated;
    expect(words.outcome, JSON.stringify(facts)).toBe(
      restores ? '恢復正常還款' : settles ? '結清' : null,
    );
  }
});
