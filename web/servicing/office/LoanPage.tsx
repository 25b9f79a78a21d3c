// One loan at the office: terms, state of repayment, orders and history.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { OfficeLoan } from '#contract/servicing/lookup.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { queryOf } from '../../office/api.ts';
import { useListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { formatPercent } from '../../ui/format.ts';
import { CaseOrders } from '../../investing/office/CaseOrders.tsx';
import { useBehind } from './Behind.tsx';
import { History, PER_PAGE } from './History.tsx';

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

function LoanHistory({ id }: { id: string }) {
  const url = useListUrl(PER_PAGE);
  const read = { id, item_per_page: PER_PAGE, offset: url.offset };
  const history = useQuery({
    ...queryOf('servicing', 'loanHistory', read),
    placeholderData: keepPreviousData,
  });
  return <History query={history} page={url.page} to={(page) => url.to({ page })} />;
}

function Content({ loan }: { loan: OfficeLoan }) {
  const { factOf, entries } = useBehind({ loan: loan.id });
  const { repayment } = loan;
  return (
    <>
      <DetailHead title={loan.caseNo} tab={`申貸案 ${loan.caseNo}`}>
        <Tag tone={loan.tone}>{loan.statusText}</Tag>
        {loan.listedAt && (
          <Link className="link" to={paths.fundedCase(loan.id)}>
            募集
          </Link>
        )}
        {repayment && repayment.lateDays > 0 && (
          <Link className="link" to={paths.lateLoan(loan.id)}>
            催收，逾期 {repayment.lateDays} 天
          </Link>
        )}
      </DetailHead>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Terms loan={loan} />
        {repayment && (
          <Card as="section">
            <CardHead title="還款" />
            <Facts
              align="end"
              facts={[
                factOf({
                  name: '未還本金',
                  amount: repayment.outstanding,
                  kind: 'loan_receivable',
                }),
                factOf({
                  name: '已還本金',
                  amount: repayment.principalPaid,
                  kind: 'loan_receivable',
                }),
                ...(repayment.principalLost > 0
                  ? [
                      factOf({
                        name: '損失本金',
                        amount: repayment.principalLost,
                        kind: 'loan_receivable',
                      }),
                    ]
                  : []),
                factOf({
                  name: '已還利息',
                  amount: repayment.interestPaid,
                  kind: 'interest_receivable',
                }),
                factOf({ name: '預收款', amount: repayment.prepaid, kind: 'borrower_prepaid' }),
                { name: '到期未還', value: <Money amount={repayment.arrears} /> },
              ]}
            />
          </Card>
        )}
      </div>
      <CaseOrders id={loan.id} />
      <LoanHistory id={loan.id} />
      {entries}
    </>
  );
}

export function LoanPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('servicing', 'officeLoan', { id }));
  return (
    <div className="grid gap-5">
      <Answered query={query} what="申貸案">
        {({ data }) => <Content key={id} loan={data} />}
      </Answered>
    </div>
  );
}
