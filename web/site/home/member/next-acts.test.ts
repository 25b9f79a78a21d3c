// Tests what a member is asked to do next.
import { expect, test } from 'vitest';
import type { WaitingAct } from '#contract/investing/portfolio.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { lateWordsOf } from '#contract/servicing/late-words.ts';
import { invitationOf, nextActs, type Standing } from './next-acts.ts';

const today = '2026-11-23';
const approved = { verifiedIDStage: 4, verifiedIDstatus: 3 };
const standing = (given: Partial<Standing> = {}): Standing => ({
  isConfirmed: true,
  verification: approved,
  loans: [],
  lateWords: null,
  acts: [],
  today,
  ...given,
});
const loan = (given: object) =>
  ({ id: '1', missing: [], overdue: null, nextDue: null, ...given }) as unknown as Loan;
const waiting = (kind: WaitingAct['kind'], until: string): WaitingAct =>
  ({
    kind,
    investId: '7',
    caseNo: 'A1',
    planName: '工程師方案',
    amount: 1_000,
    until,
  }) as WaitingAct;
const titles = (given: Partial<Standing>) => nextActs(standing(given)).map(({ title }) => title);
const nextDue = (dueOn: string) => ({
  no: 1,
  dueOn,
  payableUntil: dueOn,
  amount: 500,
  daysLeft: 1,
});

test('a late loan comes first, then the nearest last day, then the own file', () => {
  const late = loan({ status: 65, overdue: { lateDays: 9, amount: 8_000 } });
  const acts = [waiting('vote', '2026-11-27T01:00:00Z'), waiting('pay', '2026-11-24T01:00:00Z')];
  const verification = { verifiedIDStage: 1, verifiedIDstatus: 0 };
  expect(titles({ loans: [late], acts, verification })).toEqual([
    '已逾期 9 天，今天應還',
    '完成匯款',
    '違約投票',
    '繼續身分驗證',
  ]);
});

test('two acts of a kind are told apart by their cases', () => {
  const acts = [waiting('pay', '2026-11-24T01:00:00Z'), waiting('pay', '2026-11-25T01:00:00Z')];
  acts[1]!.caseNo = 'A2';
  expect(nextActs(standing({ acts })).map(({ caseNo }) => caseNo)).toEqual([acts[0]!.caseNo, 'A2']);
});

test('while new terms are negotiated nothing is demanded, in the words of every page', () => {
  const facts = {
    status: 75,
    notice: null,
    isRequested: true,
    hasFailed: false,
    proposal: 'offered',
    today,
  } as const;
  const lateWords = lateWordsOf(facts);
  const overdue = { lateDays: 40, amount: 8_000 };
  const [act] = nextActs(standing({ loans: [loan({ status: 75, overdue })], lateWords }));
  expect(act).toMatchObject({
    title: '還款條件協商中',
    about: '協商方案已提出，等您同意；這段期間催告暫停。',
    action: '查看協商進度',
  });
  expect(act).not.toHaveProperty('amount');
});

test('who asked for a negotiation is not told to ask for one', () => {
  const court = { status: 80, notice: null, hasFailed: false } as const;
  const facts = { ...court, isRequested: true, proposal: null, today };
  const lateWords = lateWordsOf(facts);
  const overdue = { lateDays: 90, amount: 8_000 };
  const [act] = nextActs(standing({ loans: [loan({ status: 80, overdue })], lateWords }));
  expect(act).toMatchObject({ amount: 8_000, about: `${lateWords!.where}。` });
});

test('an instalment is the next thing in its last week only', () => {
  expect(titles({ loans: [loan({ status: 60, nextDue: nextDue('2026-11-30') })] })).toEqual([
    '下一期還款快到期了',
  ]);
  expect(titles({ loans: [loan({ status: 60, nextDue: nextDue('2026-12-01') })] })).toEqual([]);
});

test.each([
  [{ status: 10, missing: ['FINANCIAL_STATEMENT'] }, '申貸案已收到，還差一步', '補齊資料'],
  [{ status: 10 }, '資料已備齊，請送出審核', '送出審核'],
  [{ status: 15, supplement: { by: '2026-11-30T01:00:00Z' } }, '審核人員需要您補件', '前往補件'],
  [{ status: 30, offer: null }, '申貸案已核准，請確認條件', '查看核准條件'],
  [{ status: 50, signBy: '2026-11-26T09:00:00Z' }, '已募滿，請完成線上簽約', '前往對保簽約'],
])('before the disbursement a loan asks for what its status needs', (given, title, action) => {
  expect(nextActs(standing({ loans: [loan(given)] }))[0]).toMatchObject({ title, action });
});

test('whoever has nothing to do reads so; the own file comes before an application', () => {
  expect(titles({})).toEqual([]);
  expect(titles({ isConfirmed: false, verification: null })).toEqual(['請先驗證電子郵件']);
  expect(titles({ verification: { verifiedIDStage: 4, verifiedIDstatus: 1 } })).toEqual([]);
  expect(titles({ verification: { verifiedIDStage: 2, verifiedIDstatus: 2 } })).toEqual([
    '身分驗證需要補件',
  ]);
  expect(titles({ verification: { verifiedIDStage: 0, verifiedIDstatus: 0 } })).toEqual([
    '完成身分驗證，就能申貸與出資',
  ]);
});

test.each([
  ['borrow', [], '/loan/alllist'],
  ['borrow', [loan({ status: 60 })], '/investment'],
  // Somebody whose application was rejected has to wait before the next one.
  ['borrow', [loan({ status: 97 })], '/investment'],
  ['invest', [], '/investment'],
  ['both', [], '/investment'],
] as const)('who registered to %s is invited to what they came for', (purpose, loans, to) => {
  expect(invitationOf({ isVerified: true, purpose, loans })).toMatchObject({ to });
  expect(invitationOf({ isVerified: false, purpose, loans })).toMatchObject({
    to: '/member/profile',
  });
});

test.each([
  [20, '審核中', '/account/loan'],
  [40, '募集中', '/account/loan'],
  [55, '撥款中', '/account/loan'],
  [60, '還款中', '/investment'],
])('with an application of status %i (%s) the home page leads to %s', (status, statusText, to) => {
  const loans = [loan({ status, statusText })];
  const found = invitationOf({ isVerified: true, purpose: 'borrow', loans });
  expect(found.to).toBe(to);
  expect(found.about.includes(statusText)).toBe(to === '/account/loan');
});
