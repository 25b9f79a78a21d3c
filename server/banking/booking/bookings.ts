// Bookings at the office: proposals, reversals, papers, and the list.
import type { bankingLists } from '#contract/banking/lists.ts';
import { amountOf, journalProblem } from '#contract/banking/journals.ts';
import {
  BOOKING_BACK_DAYS,
  BOOKING_FILES_MAX,
  type bookingsOffice,
} from '#contract/banking/bookings.ts';
import { formatMoney, money, type Money, negate, subtract } from '#contract/core/money.ts';
import { addDays, type Day, formatDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Actions, FilterOf, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { CompanyAccount } from '../../config/company-account.ts';
import { balanceOf } from '../../ledger/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { reader } from '../../tables/table.ts';
import {
  bookingById,
  bookingFileById,
  type BookingListRow,
  type BookingPageRow,
  countBookings,
  filesOfBooking,
  insertBookingFile,
  listBookings,
  lockBooking,
  lockLimits,
  vatUnderWay,
} from './booking-queries.ts';
import { entriesOfKind } from './booking-rules.ts';
import { type Source, sourceOf } from './booking-sources.ts';
import { propose } from './proposing.ts';
import { bookingSubject, sweepable } from './sweeps.ts';

type Office = typeof bookingsOffice & Pick<typeof bankingLists, 'listBookings'>;
type Input = Parameters<Action<Office['proposeBooking']>>[1];

/** NT$ of VAT that may be paid now. */
async function vatPayable({ tx }: Pick<Work, 'tx'>): Promise<Money> {
  const due = await balanceOf(tx, { account: 'vat_payable' });
  return subtract(due, (await vatUnderWay(tx)).amount);
}

function dayOfBooking({ today }: Work, { kind, day }: Input, source: Source | null): Day {
  if (source !== null) return source.day;
  if (kind === 'fee_sweep') return today;
  const first = addDays(today, -BOOKING_BACK_DAYS);
  if (day !== undefined && day >= first && day <= today) return day;
  const text = `請填 ${formatDay(first)} 至 ${formatDay(today)} 之間的日期`;
  throw new Refusal('BOOKING_ENTRIES', { fields: { day: text } });
}

/** Returns the amount of a sweep or of a payment of VAT, which may not exceed what there is. */
function withinLimit(amount: Money | undefined, most: Money): Money {
  if (amount === undefined || amount === 0 || amount > most) {
    const text = most > 0 ? `請填 1 至 ${formatMoney(most)} 之間的金額` : '目前沒有可撥轉的金額';
    throw new Refusal('BOOKING_AMOUNT', { fields: { amount: text } });
  }
  return amount;
}

async function planOf(work: Work, input: Input, source: Source | null) {
  const { kind, entries = [] } = input;
  if (kind === 'manual') {
    const why = journalProblem(entries, source?.line?.amount ?? null);
    if (why !== null) throw new Refusal('BOOKING_ENTRIES', { fields: { entries: why } });
    return { entries, amount: amountOf(entries) };
  }
  if (entries.length > 0) {
    throw new Refusal('BOOKING_ENTRIES', { fields: { entries: '只有調整分錄可以自訂分錄' } });
  }
  if (kind === 'fee_sweep' && work.services.config.bank.companyAccount === null) {
    throw new Refusal('COMPANY_ACCOUNT');
  }
  let { amount } = input;
  if (kind === 'fee_sweep' || kind === 'vat_paid') await lockLimits(work.tx);
  if (kind === 'fee_sweep') amount = withinLimit(amount, await sweepable(work));
  else if (kind === 'vat_paid') amount = withinLimit(amount, await vatPayable(work));
  else amount = money(Math.abs(source?.amount ?? 0));
  const { trustInterestPercent: percent } = await numbersInForce(work.tx, work.now);
  const side = source !== null && source.receiptId !== null ? 'suspense' : 'trust_bank';
  return { entries: entriesOfKind(kind, amount, { side, percent }), amount };
}

/** Proposes a booking; refuses BOOKING_SOURCE if what it explains is already being decided. */
async function proposeOrRefuse(
  context: Work & { operator: Operator },
  booking: Parameters<typeof propose>[1],
): Promise<number> {
  const id = await propose(context, booking);
  if (id === null) throw new Refusal('BOOKING_SOURCE');
  return id;
}

async function bookingWith(tx: Work['tx'], id: number): Promise<BookingPageRow> {
  const row = await bookingById(tx, id);
  if (!row) throw new Refusal('BOOKING_NOT_FOUND');
  return row;
}

/**
 * Whether a booking can be reversed: only what the bank did not do itself, and never the close of a
 * year.
 */
const mayReverse = (
  row: Pick<BookingPageRow, 'state' | 'kind' | 'line' | 'receiptId'> & {
    reverses: number | null;
  },
) =>
  row.state === 'booked' &&
  row.kind !== 'fee_sweep' &&
  row.kind !== 'year_closed' &&
  row.line === null &&
  row.receiptId === null &&
  row.reverses === null;

export const bookings = reader({
  of: (_work: Work, filter: FilterOf<Office['listBookings']>) => filter,
  rows: ({ tx }, of, part) => listBookings(tx, of, part),
  view: (row: BookingListRow) => row,
  beside: ({ tx }, of) => countBookings(tx, of),
});

const masked = ({ bankCode, account }: CompanyAccount) => `${bankCode}-****${account.slice(-4)}`;

/** One booking as its page and its task show it. */
export async function bookingView({ tx, services }: Pick<Work, 'tx' | 'services'>, id: number) {
  const { line, receiptId, ...row } = await bookingWith(tx, id);
  const { companyAccount } = services.config.bank;
  const source = line
    ? `銀行 ${line.bank} ${formatDay(line.date)} 序號 ${line.seq}`
    : receiptId === null
      ? null
      : `入帳 ${receiptId}`;
  return {
    ...row,
    source,
    payee:
      row.kind === 'fee_sweep' && row.state === 'checking' && companyAccount
        ? `${masked(companyAccount)}，戶名 ${companyAccount.holder}`
        : null,
    mayReverse: row.reversedBy === null && mayReverse({ ...row, line, receiptId }),
    files: await filesOfBooking(tx, id),
  };
}

export const bookingActions: Actions<{ banking: Office }>['banking'] = {
  listBookings: bookings,

  getBooking: async (context, { id }) => ({ data: await bookingView(context, id) }),

  async bookingLimits(context) {
    const { companyAccount } = context.services.config.bank;
    const { trustInterestPercent } = await numbersInForce(context.tx, context.now);
    return {
      data: {
        sweepable: await sweepable(context),
        vatPayable: await vatPayable(context),
        companyAccount: companyAccount && masked(companyAccount),
        interestPercent: trustInterestPercent,
      },
    };
  },

  async proposeBooking(context, input) {
    const source = await sourceOf(context, input.kind, input);
    const day = dayOfBooking(context, input, source);
    const plan = await planOf(context, input, source);
    const { line = null, receiptId = null } = source ?? {};
    const { kind, reason } = input;
    const id = await proposeOrRefuse(context, {
      kind,
      day,
      ...plan,
      reason,
      line,
      receiptId,
      reversesId: null,
    });
    return { data: { id } };
  },

  async reverseBooking(context, { id, reason }) {
    const row = await lockBooking(context.tx, id);
    if (!row) throw new Refusal('BOOKING_NOT_FOUND');
    if (!mayReverse(row)) throw new Refusal('BOOKING_STATE');
    const { kind, amount } = row;
    const entries = row.entries.map((one) => ({ ...one, amount: negate(money(one.amount)) }));
    const open = await bookingWith(context.tx, id);
    if (open.reversedBy !== null) throw new Refusal('BOOKING_STATE');
    const opposite = { kind, day: context.today, amount, entries, reason };
    const made = { ...opposite, line: null, receiptId: null, reversesId: id };
    return { data: { id: await proposeOrRefuse(context, made) } };
  },

  async attachToBooking(context, { id }) {
    const { tx, operator, now } = context;
    const [file] = context.files;
    if (!file) throw new Refusal('FILES_MISSING', { fields: { file: '請選擇檔案' } });
    if (!(await lockBooking(tx, id))) throw new Refusal('BOOKING_NOT_FOUND');
    const files = (await filesOfBooking(tx, id)).length;
    if (files >= BOOKING_FILES_MAX) throw new Refusal('BOOKING_FILES');
    const { filename, contentType, stored } = file;
    // Everybody opens the re-rendered form, so the original is not kept.
    if (file.original) await context.services.files.remove(file.original.key);
    await insertBookingFile(tx, id, { filename, contentType, stored, by: operator.id, now });
    await recordMove(context, {
      subject: bookingSubject(id),
      action: 'booking.file_added',
      snapshot: { filename, sha256: stored.sha256 },
    });
    return { data: { files: files + 1 } };
  },

  async bookingFile(context, { id, file }) {
    const row = await bookingFileById(context.tx, id, file);
    if (!row) throw new Refusal('BOOKING_NOT_FOUND');
    await recordMove(context, {
      subject: bookingSubject(id),
      action: 'booking.file_read',
      snapshot: { file },
    });
    const { filename, contentType, stored } = row;
    return { contentType, filename, bytes: await context.services.files.get(stored) };
  },
};
