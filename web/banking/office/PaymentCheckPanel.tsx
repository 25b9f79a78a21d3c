// Panel of the second person: whether this batch may be sent, with its contents.
import { useQuery } from '@tanstack/react-query';
import type { Batch } from '#contract/banking/office.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { batchKindText } from '#contract/banking/words.ts';
import { PayeesCard } from './PayeesCard.tsx';
import { BookingCard } from './bookings/BookingCard.tsx';

/** Lists in which the items of an unpaid batch can be reviewed. */
const itemsOf: Partial<Record<Batch['kind'], string>> = {
  refund: paths.moneyOf('refunds', { state: 'checking' }),
  payout: paths.moneyOf('payouts', { view: 'list', state: 'checking' }),
  return: paths.moneyOf('receipts', { state: 'returned' }),
};

export function PaymentCheckPanel({ task }: PanelProps<'payment_check'>) {
  const { batchId = '', kind = 'refund', payments = 0, amount = 0, bookingId } = task.detail;
  const batch = useQuery({
    ...queryOf('banking', 'getBatch', { id: batchId }),
    enabled: !!batchId,
  });
  const booking = useQuery({
    ...queryOf('banking', 'getBooking', { id: bookingId ?? '' }),
    enabled: bookingId !== undefined,
  });
  const items = itemsOf[kind];
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title={`${batchKindText[kind]}批次 ${batchId}`}>
            <Link className="link" to={paths.money('batches', batchId)}>
              批次內容
            </Link>
          </CardHead>
          <div className="grid gap-5">
            <Facts
              look="strip"
              facts={[
                { name: '總額', value: <Money amount={amount} /> },
                { name: '筆數', value: `${payments} 筆` },
                { name: '放行', value: batch.data?.data.releasedBy ?? task.maker ?? '—' },
              ]}
            />
            {items && task.status === 'open' && (
              <p>
                <Link className="link" to={items}>
                  逐筆查看待覆核的{batchKindText[kind]}
                </Link>
              </p>
            )}
          </div>
        </Card>
        <PayeesCard payees={task.detail.payees ?? []} payments={payments} />
        {bookingId !== undefined && (
          <Answered query={booking} what="帳務分錄">
            {({ data }) => <BookingCard of={data} />}
          </Answered>
        )}
      </div>
      <DecisionForm
        task={task}
        reasonHint="給放行人員看"
        confirm={{ approve: `我已核對 ${payments} 筆、總額 ${formatMoney(amount)}` }}
      />
    </div>
  );
}
