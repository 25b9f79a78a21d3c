// Calling a late borrower in place: the number, the outcome, a promise, one button to record.
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { addDays, type Day, day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { moneySchema, optionalText } from '#contract/core/wire.ts';
import {
  contactOutcomes,
  PROMISE_WITHIN_DAYS,
  spokenOutcomes,
} from '#contract/servicing/collections.ts';
import { contactOutcomeText } from '#contract/servicing/words.ts';
import { ChipsField } from '../../../form/choice-fields.tsx';
import { TextField } from '../../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { daySchemaWithin } from '../../../form/near-days.ts';
import { NearDayField } from '../../../form/NearDayField.tsx';
import { MoneyField } from '../../../form/number-fields.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { Money as Amount } from '../../../ui/display/Amount.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useAct } from '../../../use-act.ts';
import { useDone } from './collecting.tsx';

type Called = {
  loanId: string;
  caseNo: string;
  borrower: string;
  /** What the borrower owes today, which a promise usually covers. */
  owed: Money;
  /** The third business day from today. */
  inThreeDays: string;
};

const schemaOn = (today: Day) =>
  z.object({
    outcome: z.enum(contactOutcomes, REQUIRED),
    dueOn: daySchemaWithin(today, addDays(today, PROMISE_WITHIN_DAYS)).optional(),
    amount: moneySchema.refine((n) => n > 0, REQUIRED),
    note: optionalText(500),
  });

function CallForm({ of, phone, onDone }: { of: Called; phone: string; onDone: () => void }) {
  const today = dayIn() as Day;
  const form = useZodForm(schemaOn(today), { amount: of.owed });
  const done = useDone(onDone);
  const [outcome, dueOn] = form.watch(['outcome', 'dueOn']);
  const hasSpoken = outcome === undefined || spokenOutcomes.includes(outcome);
  return (
    <Form
      form={form}
      label="記錄通話"
      onSubmit={async ({ outcome: result, note, dueOn: promised, amount }, { idempotencyKey }) => {
        const contact = {
          id: of.loanId,
          channel: 'phone',
          outcome: result,
          ...(note && { note }),
        } as const;
        const on = hasSpoken ? promised : undefined;
        const promise = on && { promise: { amount, dueOn: on } };
        await api.servicing.addContact({ ...contact, ...promise }, { idempotencyKey });
        await done(on ? '已記錄通話與承諾' : '已記錄通話');
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <a className="link num text-h2" href={`tel:${phone}`}>
          {phone}
        </a>
        <span>
          {of.borrower}，今天應還 <Amount amount={of.owed} />
        </span>
      </div>
      <ChipsField
        name="outcome"
        label="結果"
        choices={contactOutcomes.map((value) => ({ value, title: contactOutcomeText[value] }))}
      />
      {hasSpoken && (
        <NearDayField
          name="dueOn"
          label="承諾還款日"
          optional
          first={today}
          last={addDays(today, PROMISE_WITHIN_DAYS)}
          more={[{ on: day(of.inThreeDays), name: '3 個營業日' }]}
        />
      )}
      {hasSpoken && dueOn && <MoneyField name="amount" label="承諾金額" />}
      <TextField name="note" label="內容" optional maxLength={500} />
      <div className="flex justify-end">
        <SubmitButton>記錄</SubmitButton>
      </div>
    </Form>
  );
}

/** Shows the number and the form at once; the server refuses at night and after three calls. */
export function CallButton({ of, size }: { of: Called; size?: 'sm' }) {
  const [phone, setPhone] = useState<string | null>(null);
  const { busy, run } = useAct(
    async () => setPhone((await api.servicing.revealLate({ id: of.loanId })).data.phone),
    { toasted: 'danger' },
  );
  const close = () => setPhone(null);
  return (
    <>
      <Button
        size={size ?? 'md'}
        busy={busy}
        busyLabel="讀取中……"
        icon={<Phone size={18} aria-hidden="true" />}
        aria-label={`撥打給 ${of.caseNo} 的借款人`}
        title="會顯示完整號碼，並留下稽核紀錄"
        onClick={() => void run()}
      >
        撥打
      </Button>
      <Dialog open={phone !== null} onClose={close} title={`撥打 ${of.caseNo}`}>
        {phone !== null && <CallForm of={of} phone={phone} onDone={close} />}
      </Dialog>
    </>
  );
}
