// One difference between bank and books: its state, and a way to book it if possible.
import { Link } from '../../office/links/Link.tsx';
import { DecisionCard, DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { useOperator } from '../../office/operator.ts';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { PendingBookingAlert } from './bookings/PendingBooking.tsx';
import { differenceWords } from '#contract/banking/words.ts';

/** Says what a booking may be about; only a line that the books lack may be interest. */
function linkText(kind: string | undefined, explained: number): string {
  if (explained < 0) return '記為銀行手續費或其他支出';
  return kind === 'unbooked' ? '記為存款利息或公司撥補' : '以調整分錄說明差額';
}

export function BankDifferencePanel({ task }: PanelProps<'bank_difference'>) {
  const { kind, day, reference, amount = 0, bookable, explained, booking } = task.detail;
  const mayPropose = useOperator().data?.data.roles.includes('finance') ?? false;
  return (
    <div className="office-case">
      <Card as="section">
        <CardHead title={kind ? differenceWords[kind].text : '對帳差異'}>
          {day && (
            <Link className="link" to={paths.money('reconciliation', day)}>
              當日對帳
            </Link>
          )}
        </CardHead>
        <div className="grid gap-4">
          {kind && <p>{differenceWords[kind].about}</p>}
          <Facts
            facts={[
              { name: '日期', value: day ? <DateText at={day} /> : '—' },
              {
                name: '銀行序號或交易編號',
                value: <span className="office-mono">{reference ?? '—'}</span>,
              },
              { name: '銀行多於帳上', value: <Money amount={amount} sign /> },
            ]}
          />
          {booking && <PendingBookingAlert of={booking} />}
          {mayPropose && !booking && explained !== undefined && task.status === 'open' && day && (
            <p>
              <Link
                className="link"
                to={paths.newBookingOf({
                  difference: task.subject.id,
                  amount: String(explained),
                  day,
                })}
              >
                {linkText(kind, explained)}
              </Link>
            </p>
          )}
        </div>
      </Card>
      {bookable ? (
        <DecisionForm task={task} />
      ) : (
        <DecisionCard task={task}>
          <Alert title="銀行與帳上相符後自動結束">
            請查明原因：補登、更正，或等銀行的下一份對帳單。由您承辦時，這筆差額在每日對帳視為有人負責。
          </Alert>
        </DecisionCard>
      )}
    </div>
  );
}
