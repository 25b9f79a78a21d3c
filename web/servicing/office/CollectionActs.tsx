// Dialogs in which an operator records or proposes a collection measure on a loan.
import { add, isPositive } from '#contract/core/money.ts';
import { CalendarCheck, MessageSquarePlus, Scale } from 'lucide-react';
import { z } from 'zod';
import {
  contactChannels,
  contactOutcomes,
  measureKinds,
  PROMISE_WITHIN_DAYS,
  type LateLoan,
  type MeasureKind,
} from '#contract/servicing/collections.ts';
import { isWithin } from '#contract/servicing/contact-hours.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import { moneySchema, optionalText } from '#contract/core/wire.ts';
import { ChipsField } from '../../form/choice-fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { daySchemaWithin } from '../../form/near-days.ts';
import { NearDayField } from '../../form/NearDayField.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { Form, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { dayIn, now } from '../../ui/clock.ts';
import { formatMoney } from '../../ui/format.ts';
import {
  contactChannelText,
  measureKindText,
  contactOutcomeText,
} from '#contract/servicing/words.ts';

import { CallButton } from './collecting/CallButton.tsx';
import { Act, Buttons, collectors, useDone, useHasRole } from './collecting/collecting.tsx';
import { MessageButton } from './collecting/MessageButton.tsx';

const note = z.string().trim().min(1, REQUIRED).max(500);
const amount = moneySchema.refine((n) => n > 0, REQUIRED);

type Loan = { loan: LateLoan; onDone: () => void };

const contactSchema = z.object({
  channel: z.enum(contactChannels, REQUIRED),
  outcome: z.enum(contactOutcomes, REQUIRED),
  note: optionalText(500),
});

function ContactForm({ loan, onDone }: Loan) {
  const form = useZodForm(contactSchema);
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="記錄聯絡"
      onSubmit={async ({ note: said, ...values }, { idempotencyKey }) => {
        const contact = { id: loan.loanId, ...values, ...(said && { note: said }) };
        await api.servicing.addContact(contact, { idempotencyKey });
        await done('已記錄聯絡');
      }}
    >
      {!isWithin('collection', new Date(now())) && (
        <Alert tone="warn">
          現在不是催收時段（每日 09:00–20:00），請勿撥打電話或傳送訊息；補記先前的聯絡不受限制。
        </Alert>
      )}
      <ChipsField
        name="channel"
        label="方式"
        choices={contactChannels.map((value) => ({ value, title: contactChannelText[value] }))}
      />
      <ChipsField
        name="outcome"
        label="結果"
        choices={contactOutcomes.map((value) => ({ value, title: contactOutcomeText[value] }))}
      />
      <TextAreaField
        name="note"
        label="內容"
        optional
        limit={500}
        hint="談了什麼、借款人的狀況與需要"
      />
      <Buttons onCancel={onDone}>記錄</Buttons>
    </Form>
  );
}

const promiseSchema = (today: Day) =>
  z.object({
    amount,
    dueOn: daySchemaWithin(today, addDays(today, PROMISE_WITHIN_DAYS)),
    note: optionalText(500),
  });

function PromiseForm({ loan, onDone }: Loan) {
  const today = dayIn() as Day;
  const form = useZodForm(promiseSchema(today));
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="記錄承諾還款"
      onSubmit={async ({ note: said, ...values }, { idempotencyKey }) => {
        const asked = { id: loan.loanId, ...values, ...(said && { note: said }) };
        await api.servicing.addPromise(asked, { idempotencyKey });
        await done('已記錄承諾，到期會自動核對');
      }}
    >
      <MoneyField
        name="amount"
        label="承諾金額"
        hint={`今天應還 ${formatMoney(loan.arrears.total)}`}
      />
      <NearDayField
        name="dueOn"
        label="承諾日"
        hint={`今天起 ${PROMISE_WITHIN_DAYS} 天內`}
        first={today}
        last={addDays(today, PROMISE_WITHIN_DAYS)}
        more={[{ on: day(loan.inThreeDays), name: '3 個營業日' }]}
      />
      <TextAreaField name="note" label="備註" optional limit={500} />
      <Buttons onCancel={onDone}>記錄</Buttons>
    </Form>
  );
}

/**
 * Maximum age of a court cost in months; it is long because court costs are recorded when their
 * receipt is found, which may take years.
 */
const COURT_COST_BACK_MONTHS = 36;

const possible: Record<MeasureKind, (loan: LateLoan) => boolean> = {
  waiver: ({ arrears }) => isPositive(add(arrears.lateInterest, arrears.penalty)),
  courtCost: ({ status }) => [70, 75, 80, 95].includes(status),
  revocation: ({ status }) => status === 70 || status === 80,
  closing: ({ status }) => status === 95,
  violation: ({ status }) => [60, 61, 65].includes(status),
};

const about: Record<MeasureKind, string> = {
  waiver: '減免後由借款人補足其餘款項。原因會留下紀錄。',
  courtCost: '平台已墊付的費用。之後的還款最先抵充。',
  revocation: '恢復原分期；已到期未還的款項仍須繳清。',
  closing: '結束追償，不免除債務：不開立清償證明，之後收到的款項仍分配給出資人。時效期限一併登記。',
  violation: '用於提供不實資料等情形。確認後開始 7 天催告與出資人投票。',
};

const measureSchema = (today: Day) =>
  z
    .object({
      kind: z.enum(measureKinds, REQUIRED),
      amount: amount.optional(),
      day: daySchemaWithin(addMonths(today, -COURT_COST_BACK_MONTHS), today).optional(),
      reason: note,
    })
    .superRefine(({ kind, ...values }, context) => {
      const needs = { waiver: ['amount'], courtCost: ['amount', 'day'] }[kind as 'waiver'] ?? [];
      for (const name of needs) {
        if (values[name as 'amount'] !== undefined) continue;
        context.addIssue({ code: 'custom', path: [name], message: REQUIRED });
      }
    });

function MeasureForm({ loan, onDone }: Loan) {
  const today = dayIn() as Day;
  const form = useZodForm(measureSchema(today));
  const done = useDone(onDone);
  const kind = form.watch('kind') as MeasureKind | undefined;
  const charges = add(loan.arrears.lateInterest, loan.arrears.penalty);
  return (
    <Form
      form={form}
      label="提出處置"
      onSubmit={async ({ amount: sum, day, ...values }, { idempotencyKey }) => {
        const takesAmount = kind === 'waiver' || kind === 'courtCost';
        const asked = {
          id: loan.loanId,
          ...values,
          ...(takesAmount && sum !== undefined && { amount: sum }),
          ...(kind === 'courtCost' && day !== undefined && { day }),
        };
        await api.servicing.proposeMeasure(asked, { idempotencyKey });
        await done('已送另一位同仁覆核');
      }}
    >
      <SelectField
        name="kind"
        label="處置"
        placeholder="請選擇"
        options={measureKinds
          .filter((one) => possible[one](loan))
          .map((value) => ({ value, label: measureKindText[value] }))}
        {...(kind && { hint: about[kind] })}
      />
      {kind === 'waiver' && (
        <MoneyField name="amount" label="減免金額" hint={`最多 ${formatMoney(charges)}`} />
      )}
      {kind === 'courtCost' && (
        <>
          <MoneyField name="amount" label="金額" />
          <NearDayField
            name="day"
            label="支付日"
            first={addMonths(today, -COURT_COST_BACK_MONTHS)}
            last={today}
          />
        </>
      )}
      <TextAreaField
        name="reason"
        label={kind === 'courtCost' ? '費用名目' : '原因'}
        limit={500}
        {...(kind === 'courtCost' && { hint: '例如裁判費、執行費，會通知借款人' })}
      />
      <Buttons onCancel={onDone}>送覆核</Buttons>
    </Form>
  );
}

const proposing: readonly Role[] = ['reviewer', 'approver', 'finance'];

/** Buttons for the measures that the operator's roles allow while money can still be received. */
export function CollectionActs({ loan }: { loan: LateLoan }) {
  const collects = useHasRole(collectors);
  const proposes = useHasRole(proposing);
  const icon = { size: 18, 'aria-hidden': true } as const;
  if (!proposes || loan.status === 90) return null;
  const { caseNo, loanId, borrower, arrears, inThreeDays } = loan;
  return (
    <div className="flex flex-wrap gap-3">
      {collects && (
        <>
          <CallButton
            of={{ loanId, caseNo, inThreeDays, borrower: borrower.name, owed: arrears.total }}
          />
          <MessageButton
            id={loanId}
            hasPromise={loan.promises.some(({ status }) => status === 'open')}
          />
          <Act label="記錄聯絡" sign={<MessageSquarePlus {...icon} />}>
            {(close) => <ContactForm loan={loan} onDone={close} />}
          </Act>
          <Act label="記錄承諾還款" sign={<CalendarCheck {...icon} />}>
            {(close) => <PromiseForm loan={loan} onDone={close} />}
          </Act>
        </>
      )}
      <Act label="提出處置" sign={<Scale {...icon} />}>
        {(close) => <MeasureForm loan={loan} onDone={close} />}
      </Act>
    </div>
  );
}
