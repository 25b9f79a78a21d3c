// Values of the placeholders in texts. Every figure is calculated by the rule that it describes.
import { NOTICE_DAYS } from '#contract/law/acceleration.ts';
import type { Brand } from '#contract/brand.ts';
import {
  FUNDRAISING_DAYS_MAX,
  REJECTED_BAN_DAYS,
  SIGNING_BUSINESS_DAYS,
  UNSIGNED_BAN_DAYS,
} from '#contract/law/loan-days.ts';
import { formatMoney, money, percentOfBps, type Money } from '#contract/core/money.ts';
import { BORROWER_DAYS, CONSENT, INVESTOR_DAYS } from '#contract/servicing/negotiation.ts';
import { noticeRetentionDays } from '#contract/notices/retention.ts';
import { riskProfiles } from '#contract/options.ts';
import { POLL_DAYS, TURNOUT } from '#contract/servicing/poll.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import { verification } from '#contract/verification/calls.ts';
import type { Work } from '../../work.ts';
import { uploadLimits } from '../../adapters/images/images.ts';
import { emailTokenMs, smsCodeMs } from '../../identity/rules.ts';
import { ORDER_STEP } from '../../investing/rules.ts';
import { plansOnOffer } from '../../lending/front.ts';
import { WRITE_OFF_FROM_DAY } from '../../servicing/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import * as lending from '../../lending/rules.ts';

/** Ranges over all plans on offer: NT$, basis points, number of instalments. */
export type PlanSpan = {
  amountMin: Money;
  amountMax: Money;
  amountStep: Money;
  rateMinBps: number;
  rateMaxBps: number;
  termMin: number;
  termMax: number;
  platformFeeMin: Money;
  feeMinBps: number;
  feeMaxBps: number;
};

type Figure = [key: string, value: string, about: string];

const MINUTE_MS = 60_000;
const MEGABYTE = 1_048_576;
const WAN = 10_000;
const PERCENT_A_TENTH = 10;

/** Formats a percentage without superfluous decimals. */
const percent = (bps: number) => `${percentOfBps(bps)}%`;
const part = ({ of, needs }: { of: number; needs: number }) =>
  of === 3 && needs === 1 ? '三分之一' : of === 3 && needs === 2 ? '三分之二' : `${needs}/${of}`;
const wan = (amount: Money) => String(amount / WAN);

/**
 * Returns the words that say who receives the prepayment fee; they complete a sentence that starts
 * with 「這筆手續費」.
 */
const feeGoesTo = ({ prepaymentCreditorsPercent: percent }: SettingNumbers) =>
  percent === 0 ? '全數由平台收取' : `${percent}% 歸出資人，其餘由平台收取`;

function lendingFigures(span: PlanSpan, numbers: SettingNumbers): Figure[] {
  return [
    ['amountMin', formatMoney(span.amountMin), '申貸金額下限'],
    ['amountMax', formatMoney(span.amountMax), '申貸金額上限'],
    ['amountMinWan', wan(span.amountMin), '申貸金額下限，萬元'],
    ['amountMaxWan', wan(span.amountMax), '申貸金額上限，萬元'],
    ['amountStep', formatMoney(span.amountStep), '申貸金額的單位'],
    ['termMin', String(span.termMin), '最少期數'],
    ['termMax', String(span.termMax), '最多期數'],
    ['rateMin', percent(span.rateMinBps), '年化利率下限'],
    ['rateMax', percent(span.rateMaxBps), '年化利率上限'],
    ['capRate', percent(RATE_CAP_BPS), '法定利率上限'],
    ['platformFeeMin', formatMoney(span.platformFeeMin), '平台服務費下限'],
    ['platformFeePercentMin', percent(span.feeMinBps), '平台服務費率下限'],
    ['platformFeePercentMax', percent(span.feeMaxBps), '平台服務費率上限'],
    ['remittanceFee', formatMoney(money(numbers.remittanceFee)), '撥款匯費'],
    ['refundFee', formatMoney(money(numbers.refundFee)), '退款手續費'],
    ['prepaymentFeePercent', `${numbers.prepaymentFeePercent}%`, '提前清償手續費率'],
    ['prepaymentFeeTerms', String(numbers.prepaymentFeeInstalments), '前幾期提前清償收手續費'],
    ['prepaymentFeeGoesTo', feeGoesTo(numbers), '提前清償手續費歸誰'],
    ['offerDays', String(numbers.offerDays), '核准條件保留天數'],
    ['fundraisingDays', String(numbers.fundraisingDays), '募集天數'],
    ['fundraisingDaysMax', String(FUNDRAISING_DAYS_MAX), '募集天數上限'],
    ['signingDays', String(SIGNING_BUSINESS_DAYS), '簽約期限，營業日'],
    ['signingBanDays', String(UNSIGNED_BAN_DAYS), '滿額後未簽約，幾天內不得再申請'],
    ['coolingOffDays', String(REJECTED_BAN_DAYS), '婉拒後幾天可再申請'],
    ['supplementDays', String(numbers.supplementDays), '補件天數'],
    ['ageMin', String(lending.BORROWER_AGE_MIN), '申貸年齡下限'],
    ['ageMax', String(lending.BORROWER_AGE_MAX), '申貸年齡上限'],
  ];
}

function investingFigures(numbers: SettingNumbers): Figure[] {
  const [conservative, balanced, active] = riskProfiles;
  const caps = [
    ['Conservative', conservative],
    ['Balanced', balanced],
    ['Active', active],
  ] as const;
  return [
    ['investMin', formatMoney(ORDER_STEP), '最低出資金額'],
    ['investStep', formatMoney(ORDER_STEP), '出資金額的單位'],
    ['payWithinHours', String(numbers.payWithinHours), '付款期限，小時'],
    ['reapplyMax', String(numbers.reapplyMax), '同一案件可重新出資次數'],
    ['investorFeePercent', `${numbers.investorFeePercent}%`, '出資人服務費率，按利息'],
    ['payoutMin', formatMoney(money(numbers.payoutMin)), '收益撥付下限'],
    ...caps.flatMap(([name, profile]): Figure[] => [
      [`capCase${name}`, formatMoney(profile!.perCaseMax), `${profile!.description}單案上限`],
      [`capTotal${name}`, formatMoney(profile!.totalMax), `${profile!.description}總額上限`],
    ]),
  ];
}

function lateFigures(numbers: SettingNumbers): Figure[] {
  const { graceDays, violationFromDay, penaltyEarlyTenths, penaltyLateTenths } = numbers;
  const tenths = (of: number) => `${of * PERCENT_A_TENTH}%`;
  return [
    ['graceDays', String(graceDays), '寬限天數'],
    ['overdueFromDay', String(graceDays + 1), '逾期第幾天起計費'],
    ['violationFromDay', String(violationFromDay), '逾期第幾天起為違約'],
    ['accelerationNoticeDays', String(NOTICE_DAYS), '催告天數'],
    ['penaltyPercentEarly', tenths(penaltyEarlyTenths), '違約金：前段按約定利率的比率'],
    ['penaltyPercentLate', tenths(penaltyLateTenths), '違約金：後段按約定利率的比率'],
    ['pollDays', String(POLL_DAYS), '投票天數'],
    ['pollTurnout', part(TURNOUT), '投票門檻'],
    ['negotiationBorrowerDays', String(BORROWER_DAYS), '協商方案借款人同意期限，天'],
    ['negotiationInvestorDays', String(INVESTOR_DAYS), '協商方案出資人同意期限，天'],
    ['negotiationShare', part(CONSENT), '協商方案生效門檻'],
    ['writeOffDays', String(WRITE_OFF_FROM_DAY), '逾期幾天起得轉銷'],
  ];
}

function platformFigures(brand: Brand): Figure[] {
  return [
    ['linkMinutes', String(emailTokenMs / MINUTE_MS), '驗證信連結有效分鐘數'],
    ['smsMinutes', String(smsCodeMs / MINUTE_MS), '簡訊驗證碼有效分鐘數'],
    ['noticeDays', String(noticeRetentionDays), '通知保留天數'],
    [
      'statementDocsMax',
      String(verification.sendFinancialStatement.files.max),
      '財力證明檔案數上限',
    ],
    ['fileSizeMb', String(uploadLimits.bytesMax / MEGABYTE), '單一檔案大小上限，MB'],
    ['brand', brand.name, '平台名稱'],
    ['entity', brand.entity, '公司名稱'],
    ['phone', brand.phone, '客服電話'],
    ['hours', brand.hours, '客服時間'],
    ['email', brand.email, '客服信箱'],
  ];
}

/**
 * Plan ranges for a site without plans, needed only to list the keys; these values are never shown.
 */
const noSpan: PlanSpan = {
  amountMin: money(0),
  amountMax: money(0),
  amountStep: money(0),
  rateMinBps: 0,
  rateMaxBps: 0,
  termMin: 0,
  termMax: 0,
  platformFeeMin: money(0),
  feeMinBps: 0,
  feeMaxBps: 0,
};
/** Keys of the figures that depend on the plans on offer. */
const OF_PLANS = /^(amount|term|rate|platformFee)/;

/**
 * Returns every key with its value and description. The value of a figure about plans is a dash if
 * there are no plans.
 */
export function figureList(span: PlanSpan | null, numbers: SettingNumbers, brand: Brand): Figure[] {
  const ofPlans = lendingFigures(span ?? noSpan, numbers).map(([key, value, about]): Figure => {
    return [key, span === null && OF_PLANS.test(key) ? '—' : value, about];
  });
  return [
    ...ofPlans,
    ...investingFigures(numbers),
    ...lateFigures(numbers),
    ...platformFigures(brand),
  ];
}

/**
 * Returns the figures that may appear in unchanging texts: the brand's name and contact details.
 */
export function brandFigures(brand: Brand): ReadonlyMap<string, string> {
  const own = ['brand', 'entity', 'phone', 'hours', 'email'];
  const list = platformFigures(brand).filter(([key]) => own.includes(key));
  return new Map(list.map(([key, value]) => [key, value]));
}

/** Returns the ranges over all plans on offer today; null if there are none. */
async function planSpan({ tx }: Pick<Work, 'tx'>): Promise<PlanSpan | null> {
  const plans = await plansOnOffer(tx);
  if (plans.length === 0) return null;
  type Plan = (typeof plans)[number];
  const least = (of: (plan: Plan) => number) => Math.min(...plans.map(of));
  const most = (of: (plan: Plan) => number) => Math.max(...plans.map(of));
  return {
    amountMin: money(least((plan) => plan.amountMin)),
    amountMax: money(most((plan) => plan.amountMax)),
    amountStep: money(least((plan) => plan.amountStep)),
    rateMinBps: least((plan) => plan.rateMinBps),
    rateMaxBps: most((plan) => plan.rateMaxBps),
    termMin: least((plan) => Math.min(...plan.installments)),
    termMax: most((plan) => Math.max(...plan.installments)),
    platformFeeMin: money(least((plan) => plan.platformFeeMin)),
    feeMinBps: least((plan) => plan.platformFeeBps),
    feeMaxBps: most((plan) => plan.platformFeeBps),
  };
}

/** Returns every key with its current value and description. */
export async function figureListNow(work: Work): Promise<Figure[]> {
  const numbers = await numbersInForce(work.tx, work.now);
  return figureList(await planSpan(work), numbers, work.services.config.brand);
}

/** Returns the current value of every key. */
export async function figuresNow(work: Work): Promise<ReadonlyMap<string, string>> {
  return new Map((await figureListNow(work)).map(([key, value]) => [key, value]));
}
