// Fees of borrowers and investors, when and how much; all figures from the plan or the rules.
import type { Plan } from '#contract/lending/calls.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { Table } from '../../ui/display/Table.tsx';
import { remittanceFeeOf } from './estimate.ts';

type Fee = { name: string; amount: string; when: string };

const free = '不收費';

function borrowerFees(plan: Plan): Fee[] {
  const { graceDays, prepaymentFeeInstalments, prepaymentFeeBps } = plan.servicingTerms;
  const prepayment = formatPercent(percentOfBps(prepaymentFeeBps));
  const share = formatPercent(plan.platformFeePercent);
  const cap = formatPercent(percentOfBps(RATE_CAP_BPS));
  return [
    { name: '申請與審核', amount: free, when: '—' },
    {
      name: '平台服務費',
      amount: `借款金額的 ${share}，最低 ${formatMoney(plan.platformFeeMin)}`,
      when: '撥款時從撥款金額收取一次',
    },
    {
      name: '撥款匯費',
      amount: formatMoney(remittanceFeeOf(plan)),
      when: '撥款時收取一次',
    },
    {
      name: '提前清償手續費',
      amount: `提前清償本金的 ${prepayment}`,
      when: `前 ${prepaymentFeeInstalments} 期內；之後免收`,
    },
    {
      name: '遲延利息與違約金',
      amount: `依約定利率計算，合計年率不超過 ${cap}`,
      when: `逾期超過 ${graceDays} 天；${graceDays} 天內繳清不計收`,
    },
  ];
}

export type RefundFee = { refundFee: number; freeWhen: string[] };

function investorFees(plan: Plan, refund: RefundFee | null): Fee[] {
  return [
    { name: '出資', amount: free, when: '—' },
    {
      name: '手續費',
      amount: `收回利息與遲延利息的 ${formatPercent(plan.investorFeePercent)}`,
      when: '每期收回時',
    },
    ...(refund
      ? [
          {
            name: '退款手續費',
            amount: `每次 ${formatMoney(refund.refundFee)}`,
            when: `逾期未足額等自身因素退款時；${refund.freeWhen.join('、')}免收`,
          },
        ]
      : []),
  ];
}

function FeeTable({ caption, fees }: { caption: string; fees: Fee[] }) {
  return (
    <Table
      caption={caption}
      rows={fees}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', label: '項目', head: true, cell: ({ name }) => name },
        { key: 'amount', label: '金額', cell: ({ amount }) => amount },
        { key: 'when', label: '何時收取', cell: ({ when }) => when },
      ]}
    />
  );
}

/** `refund` is null if the fee could not be loaded. */
export function PlanFees({ plan, refund }: { plan: Plan; refund: RefundFee | null }) {
  return (
    <div className="fee-tables">
      <FeeTable caption="借款人" fees={borrowerFees(plan)} />
      <FeeTable caption="出資人" fees={investorFees(plan, refund)} />
      <p className="text-sm text-ink-3">費用均已含營業稅；未撥款不收取任何費用。</p>
    </div>
  );
}
