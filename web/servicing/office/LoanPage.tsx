// One loan at the office: its terms, where repayment stands, its orders, all that happened.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import type { OfficeLoan } from '#contract/servicing-lookup.ts';
import { Answered } from '../../office/Answered.tsx';
import { asked } from '../../office/api.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/Card.tsx';
import { formatPercent } from '../../ui/format.ts';
import { useBehind } from './Behind.tsx';
import { History, PER_PAGE } from './History.tsx';

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

function Orders({ loan: { orders, orderCount } }: { loan: OfficeLoan }) {
  if (orderCount === 0) return null;
  return (
    <Card as="section" aria-label="出資訂單">
      <CardHead title="出資訂單">
        <span className="text-sm text-ink-3">{orderCount} 筆</span>
      </CardHead>
      <ul className="office-list">
        {orders.map((order) => (
          <li key={order.id}>
            <div>
              <Link className="link num" to={paths.order(order.id)}>
                {order.orderNo}
              </Link>
              <p className="text-sm text-ink-3">{order.investor}</p>
            </div>
            <Money amount={order.amount} />
            <Tag tone={order.tone}>{order.statusText}</Tag>
          </li>
        ))}
      </ul>
      {orderCount > orders.length && (
        <p className="pt-3 text-sm text-ink-3">僅列出前 {orders.length} 筆</p>
      )}
    </Card>
  );
}

function LoanHistory({ id }: { id: string }) {
  const [query] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const read = { id, item_per_page: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const history = useQuery({
    ...asked('servicing', 'loanHistory', read),
    placeholderData: keepPreviousData,
  });
  return <History query={history} page={page} to={(other) => paths.loan(id, other)} />;
}

function Found({ loan }: { loan: OfficeLoan }) {
  const { factOf, entries } = useBehind({ loan: loan.id });
  const { repayment } = loan;
  return (
    <>
      <PageTitle>{`申貸案 ${loan.caseNo}`}</PageTitle>
      <header className="office-task-head">
        <h1 className="num text-h2">{loan.caseNo}</h1>
        <p className="office-task-meta">
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
        </p>
      </header>
      <div className="office-member">
        <div className="grid gap-5">
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
          <Orders loan={loan} />
        </div>
        <LoanHistory id={loan.id} />
      </div>
      {entries}
    </>
  );
}

export function LoanPage() {
  const { id = '' } = useParams();
  const query = useQuery(asked('servicing', 'officeLoan', { id }));
  return (
    <div className="grid gap-5">
      <Answered query={query} what="申貸案">
        {({ data }) => <Found key={id} loan={data} />}
      </Answered>
    </div>
  );
}
