// One order at the office: payments, its share of the loan, and history.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { REFUND, REFUND_REASON } from '#contract/investing/refund-words.ts';
import type { OfficeOrder } from '#contract/servicing/lookup.ts';
import { Link } from '../../office/links/Link.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { queryOf } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Notes } from '../../tasks/office/notes/Notes.tsx';
import { useBehind } from './Behind.tsx';
import { History, PER_PAGE } from './History.tsx';

type FactOf = ReturnType<typeof useBehind>['factOf'];

function Order({ order, factOf }: { order: OfficeOrder; factOf: FactOf }) {
  return (
    <Card as="section">
      <CardHead title="訂單" />
      <Facts
        facts={[
          {
            name: '出資人',
            value: (
              <Link className="link" to={paths.member(order.memberId)}>
                {order.investor}
              </Link>
            ),
          },
          {
            name: '申貸案',
            value: (
              <Link className="link num" to={paths.loan(order.loanId)}>
                {order.caseNo}
              </Link>
            ),
          },
          { name: '金額', value: <Money amount={order.amount} /> },
          factOf({ name: '已付', amount: order.paidAmount, kind: 'order_funds' }),
          { name: '付款帳號', value: <span className="num">{order.virtualAccount}</span> },
          { name: '訂單成立', value: <DateText at={order.createdAt} /> },
          order.paidAt
            ? { name: '付清', value: <DateText at={order.paidAt} /> }
            : { name: '付款期限', value: <DateText at={order.payBy} /> },
        ]}
      />
    </Card>
  );
}

function Share({ share, factOf }: { share: NonNullable<OfficeOrder['share']>; factOf: FactOf }) {
  return (
    <Card as="section">
      <CardHead title="債權" />
      <Facts
        align="end"
        facts={[
          { name: '原始本金', value: <Money amount={share.principal} /> },
          { name: '已收回本金', value: <Money amount={share.returned} /> },
          {
            name: '損失本金',
            value: <Money amount={share.lost} />,
            ...(share.lostOn && { note: <DateText at={share.lostOn} /> }),
          },
          factOf({ name: '未回收本金', amount: share.remaining, kind: 'investor_claim' }),
          factOf({ name: '已收利息', amount: share.interest, kind: 'investor_interest_claim' }),
          { name: '已收遲延利息', value: <Money amount={share.lateInterest} /> },
          { name: '已收違約金', value: <Money amount={share.penalty} /> },
          { name: '已收提前清償分配', value: <Money amount={share.prepaymentFee} /> },
          { name: '已付服務費', value: <Money amount={share.fee} /> },
        ]}
      />
    </Card>
  );
}

const reasonOf = (reason: string) => REFUND_REASON[reason as keyof typeof REFUND_REASON] ?? reason;

function Refunds({ refunds }: { refunds: OfficeOrder['refunds'] }) {
  if (refunds.length === 0) return null;
  return (
    <Card as="section" aria-label="退款">
      <CardHead title="退款" />
      <ul className="office-list">
        {refunds.map(({ id, amount, fee, reason, status, toPayer }) => (
          <li key={id}>
            <div>
              {reasonOf(reason)}
              {toPayer && <p className="text-sm text-ink-3">第三人款項，退回原付款帳戶</p>}
              {fee > 0 && (
                <p className="text-sm text-ink-3">
                  另扣手續費 <Money amount={fee} />
                </p>
              )}
            </div>
            <Money amount={amount} />
            <Tag tone={REFUND[status].office.tone}>{REFUND[status].office.text}</Tag>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OrderHistory({ id }: { id: string }) {
  const [query] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const read = { id, item_per_page: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const history = useQuery({
    ...queryOf('servicing', 'orderHistory', read),
    placeholderData: keepPreviousData,
  });
  return <History query={history} page={page} to={(other) => paths.order(id, other)} />;
}

const back = { to: paths.orders(), text: '出資訂單' };

function Content({ order }: { order: OfficeOrder }) {
  const { factOf, entries } = useBehind({ order: order.id });
  return (
    <>
      <DetailHead title={order.orderNo} tab={`出資訂單 ${order.orderNo}`} back={back}>
        <Tag tone={order.tone}>{order.statusText}</Tag>
      </DetailHead>
      <div className="office-member grid grid-cols-1 gap-5 items-start xl:grid-cols-2">
        <div className="grid gap-5">
          <Order order={order} factOf={factOf} />
          {order.share && <Share share={order.share} factOf={factOf} />}
          <Refunds refunds={order.refunds} />
          <Notes subject="order" id={order.id} />
        </div>
        <OrderHistory id={order.id} />
      </div>
      {entries}
    </>
  );
}

export function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('servicing', 'officeOrder', { id }));
  return (
    <div className="grid gap-5">
      <Answered query={query} what="出資訂單" back={back}>
        {({ data }) => <Content key={id} order={data} />}
      </Answered>
    </div>
  );
}
