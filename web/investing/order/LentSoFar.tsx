// Head of the orders: four figures of the money that is lent, which lead to the portfolio.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { dayIn } from '../../ui/clock.ts';
import { EVER, periodOf } from './order-list.ts';
import { ComingFigure } from './ComingFigure.tsx';

/**
 * The card has its whole height before the figures come, so that nothing below it moves. If they
 * cannot be read, it still leads to the portfolio.
 */
export function LentSoFar() {
  const { data, isPending } = useQuery(
    queryOf('investing', 'ongoingSummary', periodOf({ from: EVER, to: dayIn() })),
  );
  const of = data?.data;
  const missing = isPending ? <ComingFigure /> : '—';
  const last =
    of && of.xirr !== null
      ? { name: '實際年化報酬率', value: <Percent value={of.xirr} /> }
      : { name: '預估價值', value: of ? <Money amount={of.expectedValue} /> : missing };
  return (
    <Card
      as="section"
      link
      className="order-sums"
      aria-label="進行中的出資"
      aria-busy={isPending || undefined}
    >
      <CardHead title="進行中的出資">
        <Go to={paths.myOngoing()} data-stretch="">
          查看每一筆
        </Go>
      </CardHead>
      <Facts
        look="strip"
        facts={[
          { name: '在貸本金', value: of ? <Money amount={of.outstandingPrincipal} /> : missing },
          { name: '已收利息', value: of ? <Money amount={of.receivedInterest} /> : missing },
          { name: '逾期本金', value: of ? <Money amount={of.overduePrincipal} /> : missing },
          last,
        ]}
      />
    </Card>
  );
}
