// Form for a new booking: what it moves depends on what it explains, if anything.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import {
  BOOKING_BACK_DAYS,
  type BookingDetail,
  journalKinds,
  type ProposableKind,
} from '#contract/banking/bookings.ts';
import { bookingKindText } from '#contract/banking/words.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import { moneySchema } from '#contract/core/wire.ts';
import { RadioField } from '../../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { daySchemaWithin } from '../../../form/near-days.ts';
import { NearDayField } from '../../../form/NearDayField.tsx';
import { MoneyField } from '../../../form/number-fields.tsx';
import { wordsFor } from '../../../form/resolver.ts';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api, queryOf } from '../../../office/api.ts';
import { useTypedForm } from '../../../office/editing/typed.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { ID, useListUrl } from '../../../office/kit/listing.ts';
import * as paths from '../../../office/paths.ts';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money as Amount } from '../../../ui/display/Amount.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { entriesOf, JournalLines, linesShape, startLines } from './JournalLines.tsx';

type Source = {
  difference: string | undefined;
  receipt: string | undefined;
  amount: Money;
  day: string | undefined;
} | null;

type Limits = Awaited<ReturnType<typeof api.banking.bookingLimits>>['data'];

const kindsOf = (source: Source): readonly ProposableKind[] => {
  if (source === null) return ['fee_sweep', 'vat_paid', 'manual'];
  if (source.receipt !== undefined) return ['company_paid_in', 'bank_interest'];
  return source.amount < 0
    ? ['bank_charge', 'manual']
    : ['bank_interest', 'company_paid_in', 'manual'];
};

function aboutOf(kind: ProposableKind, { sweepable, vatPayable, companyAccount, ...rest }: Limits) {
  switch (kind) {
    case 'fee_sweep':
      return companyAccount === null
        ? '系統尚未設定公司帳戶，無法撥轉'
        : `由信託專戶匯入公司帳戶 ${companyAccount}，目前可撥轉 ${formatMoney(sweepable)}`;
    case 'vat_paid':
      return `由公司帳戶繳納，目前應付 ${formatMoney(vatPayable)}`;
    case 'bank_charge':
      return '銀行由信託專戶扣收，由公司負擔，減少專戶應付公司款';
    case 'bank_interest':
      return `依信託契約，${rest.interestPercent}% 歸客戶，其餘歸公司`;
    case 'company_paid_in':
      return '公司匯入信託專戶，補足專戶短少的金額';
    case 'manual':
      return '自訂會計項目與借貸金額';
  }
}

/** Whether the operator says the day; otherwise it is the bank's. */
const isDated = (kind: ProposableKind, source: Source) => source === null && kind !== 'fee_sweep';

/** NT$ of the bank line that the booking explains, if it does. */
const lineOf = (source: Source) => (source?.difference === undefined ? null : source.amount);

const reason = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500);
const amount = moneySchema.refine((n) => n > 0, REQUIRED);

function shapeOf(kind: ProposableKind, source: Source, days: { first: Day; last: Day }) {
  return z.object({
    kind: z.string({ error: REQUIRED }).min(1, REQUIRED),
    reason,
    ...(isDated(kind, source) && { day: daySchemaWithin(days.first, days.last) }),
    ...(kind === 'fee_sweep' || kind === 'vat_paid' ? { amount } : {}),
    ...(kind === 'manual' && {
      lines: linesShape(lineOf(source)),
    }),
  });
}

/** Schema of the form: the chosen kind says which fields there are. */
const schemaOf = (source: Source, days: { first: Day; last: Day }) =>
  z.looseObject({ kind: z.string() }).superRefine((values, context) => {
    const shape = shapeOf(values.kind as ProposableKind, source, days);
    for (const issue of shape.safeParse(values, { error: wordsFor }).error?.issues ?? []) {
      context.addIssue({ ...issue, code: 'custom' });
    }
  });

type Values = {
  reason: string;
  day?: Day;
  amount?: Money;
  lines?: Parameters<typeof entriesOf>[0];
};

/** Lines of the booking that is used as a template. */
const linesLike = (like: BookingDetail | undefined) =>
  like?.entries.map(({ account, amount: of }) => ({
    account: journalKinds.find((kind) => kind === account),
    debit: of > 0 ? of : undefined,
    credit: of < 0 ? -of : undefined,
  }));

function BookingForm({
  source,
  limits,
  like,
}: {
  source: Source;
  limits: Limits;
  like: BookingDetail | undefined;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const last = dayIn() as Day;
  const days = { first: addDays(last, -BOOKING_BACK_DAYS), last };
  const kinds = kindsOf(source);
  const start = like ? 'manual' : kinds[0]!;
  const form = useZodForm(schemaOf(source, days), {
    kind: start,
    reason: like?.reason,
    lines: linesLike(like) ?? startLines(lineOf(source)),
  } as never);
  useTypedForm(form);
  const kind = (form.watch('kind') ?? start) as ProposableKind;
  const { difference, receipt } = source ?? {};
  return (
    <Form
      form={form}
      guard
      label="新增分錄"
      onSubmit={async (values, { idempotencyKey }) => {
        const given = values as unknown as Values;
        const { data } = await api.banking.proposeBooking(
          {
            kind,
            reason: given.reason,
            ...(isDated(kind, source) && { day: given.day }),
            ...((kind === 'fee_sweep' || kind === 'vat_paid') && { amount: given.amount }),
            ...(difference !== undefined && { difference }),
            ...(receipt !== undefined && { receipt }),
            ...(kind === 'manual' && { entries: entriesOf(given.lines ?? []) }),
          },
          { idempotencyKey },
        );
        await client.invalidateQueries({ queryKey: ['banking'] });
        // The task that led here now shows the booking.
        await client.invalidateQueries({ queryKey: ['tasks'] });
        toast('已送另一位同仁覆核');
        void navigate(paths.money('bookings', data.id));
      }}
    >
      <RadioField
        name="kind"
        label="類型"
        choices={kinds.map((value) => ({
          value,
          title: bookingKindText[value],
          about: aboutOf(value, limits),
        }))}
      />
      {isDated(kind, source) && <NearDayField name="day" label="日期" {...days} />}
      {(kind === 'fee_sweep' || kind === 'vat_paid') && <MoneyField name="amount" label="金額" />}
      {kind === 'manual' && <JournalLines line={lineOf(source)} />}
      <TextAreaField name="reason" label="事由" limit={500} hint="送出後可附加憑證" />
      <SubmitButton size="lg">送覆核</SubmitButton>
    </Form>
  );
}

export function NewBookingPage() {
  const url = useListUrl();
  const [difference, receipt, like] = [
    url.text('difference', ID),
    url.text('receipt', ID),
    url.text('like', ID),
  ];
  const source: Source =
    (difference ?? receipt) === undefined
      ? null
      : {
          difference,
          receipt,
          amount: money(Number(url.text('amount', /^-?\d{1,12}$/) ?? 0)),
          day: url.day('day'),
        };
  const limits = useQuery(queryOf('banking', 'bookingLimits', {}));
  const copied = useQuery({
    ...queryOf('banking', 'getBooking', { id: like ?? '' }),
    enabled: like !== undefined,
  });
  return (
    <MoneyDesk title="新增分錄" back={{ to: paths.money('bookings'), text: '全部撥轉與調整' }}>
      <Answered query={limits} what="可撥轉的金額">
        {({ data }) => (
          <Card as="section" className="max-w-3xl">
            <div className="grid gap-5">
              {source !== null && (
                <Alert title={source.receipt === undefined ? '銀行有、帳上無' : '待比對的入帳'}>
                  {source.day && <DateText at={source.day} />}{' '}
                  <Amount amount={source.amount} sign />
                </Alert>
              )}
              {like === undefined || copied.data ? (
                <BookingForm source={source} limits={data} like={copied.data?.data} />
              ) : null}
            </div>
          </Card>
        )}
      </Answered>
    </MoneyDesk>
  );
}
