// Test that the contract's text follows its terms and its articles refer to each other correctly.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import { summaryOf } from './clause-summaries.ts';
import { contractClauses, type ContractTerms } from './contract-text.ts';
import { chineseNumber, moneyInWords } from './numerals.ts';

const terms: ContractTerms = {
  principal: money(100_000),
  rateAnnualBps: 1_200,
  apr: 19.86,
  periods: 12,
  method: 'level',
  dueRule: 'ANNIVERSARY',
  instalment: money(8_885),
  instalmentLast: money(8_884),
  totalInterest: money(6_619),
  platformFee: money(4_000),
  remittanceFee: money(15),
  netDisbursement: money(95_985),
  servicing: servicingTermsOf(initialNumbers),
  investorCount: 3,
  purpose: '進修／證照／學費',
  trustBank: '臺灣銀行',
  platform: { name: '百溪', company: '百溪金融科技股份有限公司' },
  court: '臺灣臺北地方法院',
};
const text = (changed: Partial<ContractTerms> = {}): string =>
  contractClauses({ ...terms, ...changed })
    .map(({ title, paragraphs }) => [title, ...paragraphs].join('\n'))
    .join('\n');

test('the figures of the terms are in the text', () => {
  for (const figure of [
    '新臺幣壹拾萬元整（NT$ 100,000）',
    '年利率 12.00%',
    '總費用年百分率為 19.86%',
    '分 12 期',
    '首期應還 NT$ 8,885，末期因整數調整為 NT$ 8,884',
    '平台服務費 NT$ 4,000 及撥款匯費 NT$ 15',
    '餘額 NT$ 95,985',
    '收取 2.00% 之手續費',
    '合計 3 人',
    '臺灣銀行之信託專戶',
    '「進修／證照／學費」',
  ]) {
    expect(text()).toContain(figure);
  }
  expect(text({ instalmentLast: money(8_885) })).not.toContain('末期因整數調整');
});

test('what law and practice require is said', () => {
  for (const said of [
    '週年百分之十六',
    '民法第二百零四條',
    '第三百二十三條',
    '不得預先扣除',
    '各有獨立且可分之債權',
    '三分之二以上之出資人',
    '不保證本金或收益',
    '電子簽章法',
    '個人資料保護法第八條',
    '消費者保護法第四十七條',
  ]) {
    expect(text()).toContain(said);
  }
});

test('the date is in the annex before the disbursement and a day after it', () => {
  expect(text()).toContain('撥款後第幾個月');
  expect(text({ disbursedOn: day('2026-12-01') })).toContain('已於中華民國115年12月1日撥付');
  expect(text({ dueRule: 'FIXED_10' })).toContain('每月十日');
});

test('articles are numbered without gaps, and references fit their articles', () => {
  const clauses = contractClauses(terms);
  expect(clauses.map(({ title }) => title.split('　')[0])).toEqual(
    clauses.map((_, i) => `第${chineseNumber(i + 1)}條`),
  );
  const titleOf = (no: number): string | undefined => clauses[no - 1]?.title.split('　')[1];
  expect([2, 6, 8, 9, 10, 11].map(titleOf)).toEqual([
    '借款金額及債權分配',
    '費用',
    '提前清償',
    '遲延利息及違約金',
    '喪失期限利益',
    '出資人之多數決及協商',
  ]);
});

test('nothing is left blank, and no forbidden word of the glossary is used', () => {
  expect(text()).not.toMatch(/undefined|null|NaN|\$\{|投資者|金主|債務人|繳款|放款|保證報酬/);
  for (const { paragraphs } of contractClauses(terms)) {
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/。$/);
  }
});

test('each clause has its own plain sentence, which has no figure', () => {
  const summaries = contractClauses(terms).map(({ title }) => summaryOf(title));
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const summary of summaries) expect(summary).toMatch(/^[^\d]{10,60}。$/);
});

test.each([
  [1, '新臺幣壹元整'],
  [10, '新臺幣壹拾元整'],
  [105, '新臺幣壹佰零伍元整'],
  [2_050, '新臺幣貳仟零伍拾元整'],
  [10_500, '新臺幣壹萬零伍佰元整'],
  [30_000, '新臺幣參萬元整'],
  [110_000, '新臺幣壹拾壹萬元整'],
  [500_000, '新臺幣伍拾萬元整'],
  [1_000_001, '新臺幣壹佰萬零壹元整'],
  [12_345_678, '新臺幣壹仟貳佰參拾肆萬伍仟陸佰柒拾捌元整'],
  [100_010_000, '新臺幣壹億零壹萬元整'],
  [0, '新臺幣零元整'],
])('%i is written %s', (amount, words) => {
  expect(moneyInWords(money(amount))).toBe(words);
});

test('articles are counted in characters', () => {
  expect([1, 9, 10, 11, 16, 20, 21].map(chineseNumber)).toEqual([
    '一',
    '九',
    '十',
    '十一',
    '十六',
    '二十',
    '二十一',
  ]);
});
