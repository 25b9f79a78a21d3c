// Tests of the checks of a verification: each right, wrong and at its limits.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import {
  accountCheck,
  ageChecks,
  issueChecks,
  numberCheck,
  pepCheck,
  sharedChecks,
} from './identity-checks.ts';

const okOf = (checks: readonly { ok: boolean }[]) => checks.map(({ ok }) => ok);

test.each([
  ['A123456789', true],
  ['A123456788', false],
  ['A800000014', true],
  ['nonsense', false],
])('the number %s', (number, ok) => {
  expect(numberCheck(number)).toMatchObject({ code: 'ID_CHECKSUM', ok });
});

test.each([
  [null, [false]],
  [17, [false]],
  [18, [true]],
  [100, [true]],
  [101, [true, false]],
])('an age of %s', (age, ok) => {
  expect(okOf(ageChecks(age))).toEqual(ok);
});

test.each([
  ['2005-12-21', '北市', [true, true]],
  ['2005-12-20', '北市', [false, true]],
  ['2026-11-23', '新北市', [true, true]],
  ['2026-11-24', '新北市', [false, true]],
  ['2015-08-01', '台北市', [true, false]],
])('a card issued on %s in %s', (issueDate, issueCity, ok) => {
  const checks = issueChecks({ issueDate, issueCity }, '1992-02-29', day('2026-11-23'));
  expect(okOf(checks)).toEqual(ok);
});

test('a card is not older than its owner', () => {
  const issue = { issueDate: '2007-01-01', issueCity: '北市' };
  const [date] = issueChecks(issue, '2007-05-01', day('2026-11-23'));
  expect(date).toMatchObject({ code: 'ISSUE_DATE', ok: false });
});

test('other accounts and shared papers are named with their number', () => {
  expect(
    okOf(sharedChecks({ closedAccounts: 0, papers: { total: 0, key: null, who: [] } })),
  ).toEqual([true, true]);
  const who = [
    { id: 170, name: '王○明' },
    { id: 182, name: null },
  ];
  const found = sharedChecks({ closedAccounts: 1, papers: { total: 2, key: 'x', who } });
  expect(okOf(found)).toEqual([false, false]);
  expect(found[1]?.text).toBe('與會員 170 王○明等 2 位會員上傳了完全相同的文件');
});

test('each check has another text for each outcome', () => {
  const nobody = { total: 0, key: null, who: [] };
  const free = accountCheck({ shared: nobody, proven: nobody });
  expect(free).toMatchObject({ text: '銀行帳戶未被其他會員使用', ok: true });
  const shared = { total: 1, key: 'x', who: [{ id: 170, name: '王○明' }] };
  const asked = accountCheck({ shared, proven: nobody });
  expect(asked).toMatchObject({ text: '與會員 170 王○明共用銀行帳戶', ok: false });
  const barred = accountCheck({ shared, proven: shared });
  expect(barred).toMatchObject({ text: '與會員 170 王○明已驗證的銀行帳戶相同', ok: false });
  const texts = [null, true, false].map((isPep) => pepCheck(isPep).text);
  expect(new Set(texts).size).toBe(3);
  expect(ageChecks(17)[0]?.text).toBe('17 歲，未滿 18 歲');
});
