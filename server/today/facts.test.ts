// Tests what 今天 derives from a loan: its money after an early repayment, deadlines and endings.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import { borrowedRiver } from './coming.ts';
import { endedFact, fileFacts, loanFacts, type FileState, type LoanContext } from './facts.ts';

const today = day('2026-11-23');
const loanOf = (values: object) =>
  ({
    id: 1,
    caseNo: 'A1',
    schedule: [],
    missing: [],
    overdue: null,
    ...values,
  }) as unknown as ServerLoan;
const context: LoanContext = {
  late: null,
  answerBy: null,
  debit: null,
  hasDebitFailed: false,
  isFileReviewed: false,
  fileAnswerBy: null,
  today,
};
const file: FileState = {
  purpose: 'borrow',
  stage: 4,
  status: 1,
  answerBy: day('2026-11-24'),
  income: 3,
  profileUntil: null,
  hasDraft: false,
  mayApply: false,
  hasApplication: true,
  hasOrders: false,
  awaitsAccount: null,
  today,
};

test('what was repaid early counts as repaid, although no instalment has it any more', () => {
  const schedule = [{ principal: 35_000 }, { principal: 35_000 }];
  const of = { amount: 100_000, status: 60, outstandingPrincipal: 70_000, schedule };
  expect(borrowedRiver(loanOf(of))).toMatchObject({ total: 100_000, back: 30_000, left: 70_000 });
});

test('a loan without a schedule has no river', () => {
  expect(borrowedRiver(loanOf({ amount: 100_000, status: 55 }))).toBeNull();
});

test('what is missing is told with the day by which it must be in', () => {
  const papersBy = new Date('2026-12-05T15:59:59.999Z');
  const lacking = loanOf({ status: 10, missing: ['FINANCIAL_STATEMENT'], papersBy });
  expect(loanFacts(lacking, context)).toMatchObject([{ fact: 'loanLacking', until: '2026-12-05' }]);
  const ready = loanOf({ status: 10, papersBy });
  expect(loanFacts(ready, context)).toMatchObject([{ fact: 'loanReady', until: '2026-12-05' }]);
});

test('an application that waits for the verification only is told once, with its day', () => {
  const waiting = loanOf({ status: 10, missing: ['VERIFICATION'], papersBy: null });
  const reviewed = { ...context, isFileReviewed: true, fileAnswerBy: file.answerBy };
  expect(loanFacts(waiting, reviewed)).toMatchObject([
    { fact: 'loanUnverified', until: '2026-11-24' },
  ]);
  expect(fileFacts(file)).toEqual([]);
  expect(fileFacts({ ...file, income: 0 })).toMatchObject([{ fact: 'verificationReviewing' }]);
});

test('an ending is told for a month from its own day, however old the application is', () => {
  const lapsed = loanOf({ status: 98, createdAt: new Date('2026-10-01T00:00:00Z') });
  expect(endedFact(lapsed, day('2026-11-22'), today)).toMatchObject({ fact: 'loanEnded' });
  expect(endedFact(lapsed, day('2026-10-20'), today)).toBeNull();
});

test('money that came back is asked for until another account is on its way', () => {
  const amount = money(900);
  expect(fileFacts({ ...file, awaitsAccount: { amount, change: 'none' } })).toContainEqual(
    expect.objectContaining({ fact: 'accountReturned', amount: 900 }),
  );
  for (const change of ['proposed', 'coming'] as const) {
    const facts = fileFacts({ ...file, awaitsAccount: { amount, change } });
    expect(facts.map(({ fact }) => fact)).toContain('accountChanging');
    expect(facts.map(({ fact }) => fact)).not.toContain('accountReturned');
  }
});
