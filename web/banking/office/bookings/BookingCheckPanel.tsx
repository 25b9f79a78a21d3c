// Panel of the second person, who sees the entries and papers of a booking before it counts.
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import { Money } from '../../../ui/display/Amount.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { BookingCard } from './BookingCard.tsx';

export function BookingCheckPanel({ task }: PanelProps<'booking_check'>) {
  const { booking } = task.detail;
  if (!booking) return null;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <BookingCard of={booking} />
      </div>
      <DecisionForm
        task={task}
        summary={{
          title: task.subject.label,
          facts: [{ name: '金額', value: <Money amount={booking.amount} /> }],
        }}
        reasonHint="給提出的同仁看"
        confirm={{ approve: `我已核對分錄與憑證，${formatMoney(booking.amount)} 入帳` }}
      />
    </div>
  );
}
