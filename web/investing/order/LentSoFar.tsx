// Head of the orders: four figures of the money that is lent, which lead to the portfolio.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { dayIn } from '../../ui/clock.ts';
import { EVER, periodOf } from './order-list.ts';

/** Shows nothing until something was lent, or if the figures cannot be read. */
export function LentSoFar() {
  const query = useQuery(
    queryOf('investing', 'ongoingSummary', periodOf({ from: EVER, to: dayIn() })),
  );
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-60 md:h-40" />
      </Loading>
    );
  }
  const of = query.data?.data;
  if (!of || of.holdings === 0) return null;
  return (
    <Card as="section" link className="order-sums" aria-label="進行中的出資">
      <CardHead title="進行中的出資">
        <Go to={paths.myOngoing()} data-stretch="">
          查看每一筆
        </Go>
      </CardHead>
      <Facts
        look="strip"
        facts={[
          { name: '在貸本金', value: <Money amount={of.outstandingPrincipal} /> },
          { name: '已收利息', value: <Money amount={of.receivedInterest} /> },
          { name: '逾期本金', value: <Money amount={of.overduePrincipal} /> },
          of.xirr === null
            ? { name: '預估價值', value: <Money amount={of.expectedValue} /> }
            : { name: '實際年化報酬率', value: <Percent value={of.xirr} /> },
        ]}
      />
    </Card>
  );
}
