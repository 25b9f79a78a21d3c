// Overview of a case: terms, repayment, fundraising, and the orders that fund it.
import type { OfficeLoan } from '#contract/servicing/lookup.ts';
import { Link } from '../../../office/links/Link.tsx';
import { CaseFunding, CasePreview, FundingActs } from '../../../investing/office/CaseFunding.tsx';
import { CaseOrders } from '../../../investing/office/CaseOrders.tsx';
import * as paths from '../../../office/paths.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { useBehind } from '../Behind.tsx';

const termsText = ({ annualRate, installments }: NonNullable<OfficeLoan['negotiated']>) =>
  `${formatPercent(annualRate)}，共 ${installments} 期`;

function Terms({ loan }: { loan: OfficeLoan }) {
  return (
    <Card as="section">
      <CardHead title="申貸案" />
      <Facts
        facts={[
          {
            name: '借款人',
            value: (
              <Link className="link" to={paths.member(loan.memberId)}>
                {loan.borrower}
              </Link>
            ),
          },
          { name: '方案', value: loan.planName },
          { name: '金額', value: <Money amount={loan.amount} /> },
          {
            name: '年化利率',
            value: loan.annualRate === null ? '尚未核定' : formatPercent(loan.annualRate),
          },
          { name: '期數', value: `${loan.installments} 期` },
          ...(loan.negotiated ? [{ name: '協商後', value: termsText(loan.negotiated) }] : []),
          { name: '風險等級', value: loan.grade ?? '尚未評定' },
          { name: '送件', value: <DateText at={loan.createdAt} /> },
          ...(loan.listedAt ? [{ name: '上架', value: <DateText at={loan.listedAt} /> }] : []),
          ...(loan.disbursedOn
            ? [{ name: '撥款日', value: <DateText at={loan.disbursedOn} /> }]
            : []),
          ...(loan.settledOn ? [{ name: '結清日', value: <DateText at={loan.settledOn} /> }] : []),
          ...(loan.virtualAccount
            ? [{ name: '還款帳號', value: <span className="num">{loan.virtualAccount}</span> }]
            : []),
        ]}
      />
    </Card>
  );
}

type Repaid = NonNullable<OfficeLoan['repayment']>;
type FactOf = ReturnType<typeof useBehind>['factOf'];

function Repayment({ of, factOf }: { of: Repaid; factOf: FactOf }) {
  const lost = { name: '損失本金', amount: of.principalLost, kind: 'loan_receivable' } as const;
  return (
    <Card as="section">
      <CardHead title="還款" />
      <Facts
        align="end"
        facts={[
          factOf({ name: '未還本金', amount: of.outstanding, kind: 'loan_receivable' }),
          factOf({ name: '已還本金', amount: of.principalPaid, kind: 'loan_receivable' }),
          ...(of.principalLost > 0 ? [factOf(lost)] : []),
          factOf({ name: '已還利息', amount: of.interestPaid, kind: 'interest_receivable' }),
          factOf({ name: '預收款', amount: of.prepaid, kind: 'borrower_prepaid' }),
          { name: '到期未還', value: <Money amount={of.arrears} /> },
        ]}
      />
    </Card>
  );
}

export function OverviewTab({ loan }: { loan: OfficeLoan }) {
  const { factOf, entries } = useBehind({ loan: loan.id });
  return (
    <>
      {loan.listedAt && <FundingActs id={loan.id} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Terms loan={loan} />
        <div className="grid gap-5">
          {loan.repayment && <Repayment of={loan.repayment} factOf={factOf} />}
          {loan.listedAt && <CaseFunding id={loan.id} />}
        </div>
      </div>
      <CaseOrders id={loan.id} />
      {loan.listedAt && <CasePreview id={loan.id} />}
      {entries}
    </>
  );
}
