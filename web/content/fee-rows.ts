// The fees of each side over all plans, from the plans and the contract's rules. Server only.
import type { Plan } from '#contract/lending/calls.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { remittanceFeeOf } from '../lending/plans/estimate.ts';
import { moneyRange, percentRange } from '../lending/plans/figures.ts';
import { formatMoney, formatPercent } from '../ui/format.ts';

export type FeeRow = { name: string; amount: string; when: string };
type Refund = { refundFee: number; freeWhen: string[] } | null;

const least = (numbers: readonly number[]) => Math.min(...numbers);
const most = (numbers: readonly number[]) => Math.max(...numbers);

export function borrowerFees(plans: readonly Plan[]): FeeRow[] {
  const shares = plans.map((plan) => plan.platformFeePercent);
  const remittance = plans.map(remittanceFeeOf);
  const minimum = plans.map((plan) => plan.platformFeeMin);
  // The terms of the first plan, because the platform's own terms are the same in all plans.
  const [{ servicingTerms: terms }] = plans as readonly [Plan];
  const tenths = terms.penaltySteps.map((step) => step.tenths * 10);
  const creditors = terms.prepaymentCreditorsPercent;
  const whose = creditors === 0 ? '' : `；其中 ${creditors}% 歸出資人`;
  const penalty = `約定利率的 ${least(tenths)}% 至 ${most(tenths)}%`;
  return [
    { name: '申請與審核', amount: '不收費', when: '—' },
    {
      name: '平台服務費',
      amount:
        `借款金額的 ${percentRange(least(shares), most(shares))}，` +
        `最低 ${moneyRange(least(minimum), most(minimum))}`,
      when: '撥款時收取一次；未撥款不收',
    },
    {
      name: '撥款匯費',
      amount: moneyRange(least(remittance), most(remittance)),
      when: '撥款時收取一次',
    },
    {
      name: '提前清償手續費',
      amount: `提前清償本金的 ${formatPercent(percentOfBps(terms.prepaymentFeeBps))}`,
      when: `前 ${terms.prepaymentFeeInstalments} 期內${whose}`,
    },
    {
      name: '逾期違約金',
      amount: `${penalty}，與遲延利息合計年率不超過 ${formatPercent(percentOfBps(RATE_CAP_BPS))}`,
      when: `逾期超過 ${terms.graceDays} 天；全數歸出資人，平台不留`,
    },
  ];
}

export function investorFees(plans: readonly Plan[], refund: Refund): FeeRow[] {
  const shares = plans.map((plan) => plan.investorFeePercent);
  const rows = [
    { name: '註冊與出資', amount: '不收費', when: '—' },
    {
      name: '手續費',
      amount: `實收利息的 ${percentRange(least(shares), most(shares))}`,
      when: '收到利息時；本金不收',
    },
  ];
  if (!refund) return rows;
  const { refundFee, freeWhen } = refund;
  const when = `逾期未付足、溢繳等退款時；${freeWhen.join('、')}免收`;
  return [...rows, { name: '退款手續費', amount: `每筆 ${formatMoney(refundFee)}`, when }];
}
