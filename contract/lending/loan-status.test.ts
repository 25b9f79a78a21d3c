// Test that a loan can make every allowed move between statuses and no other.
import { describe, expect, it } from 'vitest';
import {
  canMoveLoan,
  isLoanOver,
  isLoanStatus,
  LOAN,
  loanStatuses,
  loanWords,
  loanWordsForOffice,
  type LoanStatus,
} from './loan-status.ts';

const allowed = `
  0→10,96 · 10→15,20,96,97,98 · 15→10,20,98 · 20→15,30,96,97 · 30→20,40,96,98 · 40→50,96,99 ·
  50→55,96,98 · 55→60,50 · 60→61,70,90 · 61→60,65,70,90 · 65→60,70,90 · 70→60,75,80,90 ·
  75→60,80,90 · 80→60,90,95 · 95→90 · 60→50 · 61→50 · 65→50`;

const edges = new Set(
  allowed.split('·').flatMap((part) => {
    const [from, to] = part.trim().split('→');
    return to!.split(',').map((end) => `${from}→${end}`);
  }),
);

const pairs = loanStatuses.flatMap((from) => loanStatuses.map((to) => [from, to] as const));

describe('a loan', () => {
  it.each(pairs.filter(([from, to]) => edges.has(`${from}→${to}`)))('moves %d→%d', (from, to) => {
    expect(canMoveLoan(from, to)).toBe(true);
  });

  it('makes no other move', () => {
    const moves = pairs.filter(([from, to]) => canMoveLoan(from, to));
    expect(new Set(moves.map(([from, to]) => `${from}→${to}`))).toEqual(edges);
    expect(pairs).toHaveLength(400);
  });

  it('is over if it is settled, cancelled, rejected, expired or failed', () => {
    expect(loanStatuses.filter(isLoanOver)).toEqual([90, 96, 97, 98, 99]);
  });

  it('can reach every status from a draft', () => {
    const reached = new Set<LoanStatus>([0]);
    for (const from of reached) {
      for (const to of loanStatuses) if (canMoveLoan(from, to)) reached.add(to);
    }
    expect(reached.size).toBe(loanStatuses.length);
  });

  it('has exactly one code and one label for each status', () => {
    const words = loanStatuses.map(loanWords);
    expect(new Set(words.map(({ code }) => code)).size).toBe(words.length);
    expect(new Set(words.map(({ text }) => text)).size).toBe(words.length);
    expect(LOAN[99].text).toBe('未募滿');
    expect(words.map(({ text }) => text).join()).not.toMatch(/流標|投資|標的|放款|呆帳/);
    expect([isLoanStatus(60), isLoanStatus(62)]).toEqual([true, false]);
  });
});

it('labels for operators do not address the borrower as 您', () => {
  for (const status of loanStatuses) expect(loanWordsForOffice(status).text).not.toContain('您');
  expect(loanWordsForOffice(30)).toEqual({ ...loanWords(30), text: '核准，待借款人同意' });
});
