// Facts about a borrower that investors may see: bands instead of figures, and no personal data in
// texts.
import { identityHintIn } from '#contract/investing/anonymous.ts';
import type { Day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { ageOn, tenureMonthsOf } from '../rules.ts';

export type Bands = {
  ageBand: string;
  tenureBand: string;
  incomeBand: string;
  city: string;
  debtRatioBand: string;
  lateIn12Months: boolean;
};

type Step = readonly [below: number, text: string];
const AGES: readonly Step[] = [
  [30, '20–29 歲'],
  [40, '30–39 歲'],
  [50, '40–49 歲'],
  [Infinity, '50–60 歲'],
];
const TENURES: readonly Step[] = [
  [6, '未滿 6 個月'],
  [12, '6 個月以上未滿 1 年'],
  [36, '1 年以上未滿 3 年'],
  [60, '3 年以上未滿 5 年'],
  [Infinity, '5 年以上'],
];
const INCOMES: readonly Step[] = [
  [30_000, '未滿 3 萬元'],
  [40_000, '3–4 萬元'],
  [50_000, '4–5 萬元'],
  [70_000, '5–7 萬元'],
  [100_000, '7–10 萬元'],
  [Infinity, '10 萬元以上'],
];
const DEBT_RATIOS: readonly Step[] = [
  [3_001, '30% 以下'],
  [4_001, '30–40%'],
  [5_001, '40–50%'],
  [6_001, '50–60%'],
  [Infinity, '超過 60%'],
];

/**
 * Returns the bands in which an applicant's figures lie. Income is in NT$ a month before tax, the
 * ratio in basis points.
 */
export function bandsOf(of: {
  birthday: Day;
  jobSince: string;
  monthlyIncome: number;
  city: string | null;
  debtRatioBps: number;
  lateIn12Months: boolean;
  today: Day;
}): Bands {
  return {
    ageBand: bandOf(AGES, ageOn(of.birthday, of.today)),
    tenureBand: bandOf(TENURES, tenureMonthsOf(of.jobSince, of.today)),
    incomeBand: bandOf(INCOMES, of.monthlyIncome),
    city: of.city ?? '未提供',
    debtRatioBand: bandOf(DEBT_RATIOS, of.debtRatioBps),
    lateIn12Months: of.lateIn12Months,
  };
}

function bandOf(steps: readonly Step[], value: number): string {
  return steps.find(([below]) => value < below)?.[1] ?? steps.at(-1)?.[1] ?? '';
}

/**
 * Refuses PERSONAL_DATA_IN_TEXT if a text shown to investors would identify the borrower: an e-mail
 * address, phone, account or ID number, a messenger's name, the borrower's own name or company.
 */
export function assertAnonymous(
  text: string,
  own: { name: string | null; company: string | null },
): void {
  if (identityHintIn(text, own) === null) return;
  throw new Refusal('PERSONAL_DATA_IN_TEXT', {
    fields: { purposeNote: '請勿填寫姓名、電話、電子郵件或公司名稱' },
  });
}
