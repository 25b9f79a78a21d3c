// One difference between bank and books: its state, and a way to book it if possible.
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { Link } from '../../office/links/Link.tsx';
import { Decision, DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { DecisionBar } from '../../office/kit/bars/DecisionBar.tsx';
import { useOperator } from '../../office/operator.ts';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { PendingBookingAlert } from './bookings/PendingBooking.tsx';
import { differenceWords } from '#contract/banking/words.ts';

/** Says what a booking may be about; only a line that the books lack may be interest. */
function linkText(kind: string | undefined, explained: number): string {
  if (explained < 0) return '記為銀行手續費或其他支出';
  return kind === 'unbooked' ? '記為存款利息或公司撥補' : '以調整分錄說明差額';
}

const reasonShape = z.object({
  reason: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500),
});

/** Why the difference stands, without which a day with a large or old one is not signed. */
function Explain({ id, reason }: { id: string; reason: string | null | undefined }) {
  const form = useZodForm(reasonShape, { reason: reason ?? '' });
  const client = useQueryClient();
  return (
    <Card as="section">
      <CardHead title="原因" />
      <Form
        form={form}
        label="原因"
        onSubmit={async (values, { idempotencyKey }) => {
          await api.banking.explainDifference({ id, ...values }, { idempotencyKey });
          await client.invalidateQueries({ queryKey: ['banking'] });
          await client.invalidateQueries({ queryKey: ['tasks'] });
          toast('已記下原因，由覆簽的同仁確認');
        }}
      >
        <TextAreaField
          name="reason"
          label="差額為何存在"
          limit={500}
          hint="超過 1,000 元或超過 2 天的差額，寫明原因或記帳之後當日才能簽核"
        />
        <SubmitButton>{reason ? '更新原因' : '記下原因'}</SubmitButton>
      </Form>
    </Card>
  );
}

export function BankDifferencePanel({ task }: PanelProps<'bank_difference'>) {
  const { kind, day, reference, amount = 0, bookable, explained, booking, reason } = task.detail;
  const mayPropose = useOperator().data?.data.roles.includes('finance') ?? false;
  const summary = { facts: [{ name: '銀行多於帳上', value: <Money amount={amount} sign /> }] };
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
              ...(reason ? [{ name: '原因', value: reason }] : []),
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
      {mayPropose && task.status === 'open' && <Explain id={task.subject.id} reason={reason} />}
      {bookable ? (
        <DecisionForm task={task} summary={summary} />
      ) : (
        <Decision task={task} summary={summary}>
          <DecisionBar subject={task.subject.label} summary={summary}>
            <p className="md:col-span-2">
              <strong className="me-2">銀行與帳上相符後自動結束</strong>
              請查明原因：補登、更正，或等銀行的下一份對帳單。由您承辦時，這筆差額在每日對帳視為有人負責。
            </p>
          </DecisionBar>
        </Decision>
      )}
    </div>
  );
}
