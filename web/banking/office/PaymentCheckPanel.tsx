// Panel of the second person: whether this batch may be sent, with its contents.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { subtract, sum, ZERO } from '#contract/core/money.ts';
import type { Batch } from '#contract/banking/office.ts';
import type { Payee } from '#contract/banking/payees.ts';
import { Link } from '../../office/links/Link.tsx';
import { queryOf } from '../../office/api.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { payeeFacts } from '../../office/kit/PayeeLine.tsx';
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

/** Batches of which single payments can be held. */
const isHoldable = (kind: Batch['kind']) => kind === 'refund' || kind === 'payout';

/** What is to be sent: its total, its number of payments, and who released it. */
function TheBatch({ task }: PanelProps<'payment_check'>) {
  const { batchId = '', kind = 'refund', payments = 0, amount = ZERO } = task.detail;
  const batch = useQuery({
    ...queryOf('banking', 'getBatch', { id: batchId }),
    enabled: !!batchId,
  });
  const items = itemsOf[kind];
  return (
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
  );
}

/** The payments that the second person holds, while the others are approved. */
function useHolding({ payees = [], amount = ZERO }: PanelProps<'payment_check'>['task']['detail']) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const held = payees.filter(({ id }) => ids.has(id));
  const toggle = (id: string, on: boolean) => {
    const others = [...ids].filter((one) => one !== id);
    setIds(new Set(on ? [...others, id] : others));
  };
  return { holding: { ids, toggle }, held, left: subtract(amount, sumOf(held)) };
}

/** The warnings about payees of whom a payment is left; the payee is the first whom they name. */
function flagsLeft({ flags, detail }: PanelProps<'payment_check'>['task'], held: readonly Payee[]) {
  const paid = (detail.payees ?? []).filter((payee) => !held.includes(payee));
  const left = new Set(paid.map(({ memberId }) => memberId));
  const isHeld = (id: string | undefined) =>
    held.some(({ memberId }) => memberId === id) && !left.has(id ?? null);
  return flags.filter(({ who }) => !isHeld(who[0]?.id));
}

const sumOf = (payees: readonly Payee[]) => sum(payees.map(({ amount }) => amount));

export function PaymentCheckPanel({ task }: PanelProps<'payment_check'>) {
  const { kind = 'refund', payments = 0, payees = [], bookingId } = task.detail;
  const booking = useQuery({
    ...queryOf('banking', 'getBooking', { id: bookingId ?? '' }),
    enabled: bookingId !== undefined,
  });
  const { holding, held, left } = useHolding(task.detail);
  const mayHold = task.status === 'open' && payments > 1 && isHoldable(kind);
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <TheBatch task={task} />
        <PayeesCard payees={payees} holding={mayHold ? holding : null} payments={payments} />
        {bookingId !== undefined && (
          <Answered query={booking} what="帳務分錄">
            {({ data }) => <BookingCard of={data} />}
          </Answered>
        )}
      </div>
      <DecisionForm
        task={{ ...task, flags: flagsLeft(task, held) }}
        needsReason={held.length > 0 ? ['approve'] : []}
        reasonHint="給放行人員看"
        draftOf={({ decision, reason }) => {
          const why = typeof reason === 'string' ? { reason } : {};
          if (decision === 'return') return { decision: 'return', ...why };
          const heldPayments = held.map(({ id }) => id);
          return { decision: 'approve', ...why, ...(held.length > 0 && { heldPayments }) };
        }}
        summary={{
          title: batchKindText[kind],
          facts: [
            ...payeeFacts(payees.length === 1 && payments === 1 ? payees[0]?.payee : null),
            { name: '筆數', value: `${payments - held.length} 筆` },
            { name: '總額', value: <Money amount={left} /> },
          ],
          note: held.length > 0 && `保留 ${held.length} 筆，這次不匯出；請寫明原因。`,
        }}
        confirm={{
          approve: `我已核對 ${payments - held.length} 筆、總額 ${formatMoney(left)}`,
        }}
      />
    </div>
  );
}
