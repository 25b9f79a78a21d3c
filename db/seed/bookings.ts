// Bookings of the demonstration: what finance does with fees, the bank's own lines, VAT and rent.
import { taskList } from '#contract/tasks/lists.ts';
import type { z } from 'zod';
import { bookingsOffice } from '#contract/banking/bookings.ts';
import { minOf, money, type Money, negate } from '#contract/core/money.ts';
import { decideAll } from '../../actors/operator.ts';
import { drain } from '../../server/worker.ts';
import { taskOf } from './acts.ts';
import type { Past } from './stage.ts';

const { bookingLimits, proposeBooking } = bookingsOffice;

/** NT$ that are swept at most, and paid as VAT at most. */
const [SWEPT, VAT] = [money(120_000), money(3_000)];
/** The bank's own lines in NT$, and the kind of booking that explains each. */
const bankLines = [
  { amount: money(-30), kind: 'bank_charge', reason: '匯款手續費' },
  { amount: money(412), kind: 'bank_interest', reason: '專戶活存利息' },
] as const;

/** The bank charges the trust account and pays interest; the statement of the day says so. */
export async function chargeByBank({ services }: Past): Promise<void> {
  for (const { amount } of bankLines) await services.demonstration?.bank.ownLine(amount);
}

/** The company's reserve in the trust account. NT$ */
const RESERVE = 50_000;

/** The company pays its reserve into the trust account, and two persons book it. */
export async function payReserve({ client, finance, approver, services }: Past): Promise<void> {
  const seq = 'company-reserve';
  await services.demonstration?.bank.transfer({ virtualAccount: '77', amount: RESERVE, seq });
  const kind = 'unmatched_payment' as const;
  const { data: tasks } = await client.ok(taskList, { kind }, finance);
  const receipt = tasks.at(-1)?.subject.id;
  if (receipt === undefined) throw new Error('the reserve did not arrive');
  const reason = '公司存入專戶準備金';
  await client.ok(proposeBooking, { kind: 'company_paid_in', receipt, reason }, finance);
  await decideAll(client, approver, 'booking_check', { decision: 'approve' });
}

/** Two persons book one example of each kind, once the bank's lines are differences. */
export async function bookExamples(past: Past): Promise<void> {
  const { client, finance, approver, services, today } = past;
  const propose = async (booking: z.input<typeof proposeBooking.input>) => {
    await client.ok(proposeBooking, booking, finance);
  };
  const limits = async () => (await client.ok(bookingLimits, {}, finance)).data;
  const agree = async () => {
    await decideAll(client, approver, 'payment_check', { decision: 'approve' });
    await decideAll(client, approver, 'booking_check', { decision: 'approve' });
    await drain(services);
  };
  const swept = minOf(SWEPT, (await limits()).sweepable as Money);
  if (swept > 0) {
    await propose({ kind: 'fee_sweep', amount: swept, reason: '上月服務費撥入公司帳戶' });
    await agree();
  }

  const { data: open } = await client.ok(taskList, { kind: 'bank_difference' }, finance);
  for (const { id, subject } of open) {
    const data = await taskOf(services, past.office.finance, Number(id));
    const amount = data.kind === 'bank_difference' ? data.detail.amount : undefined;
    const line = bankLines.find((one) => one.amount === amount);
    if (line) await propose({ kind: line.kind, reason: line.reason, difference: subject.id });
  }
  const vat = minOf(VAT, (await limits()).vatPayable as Money);
  await propose({ kind: 'vat_paid', day: today, amount: vat, reason: '繳納上期營業稅' });
  const rent = money(18_000);
  await propose({
    kind: 'manual',
    day: today,
    reason: '本月辦公室租金',
    entries: [
      { account: 'operating_expense', amount: rent },
      { account: 'platform_bank', amount: negate(rent) },
    ],
  });
  await agree();
}
