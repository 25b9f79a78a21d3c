// Office calls of electronic invoices: register, tax periods, allotted numbers and messages.
import type { invoicesLists } from '#contract/invoices/lists.ts';
import { addMonths } from '#contract/core/day.ts';
import { subtract } from '#contract/core/money.ts';
import type {
  invoicesOffice,
  ServerInvoiceMessageRow,
  ServerOfficeInvoice,
  ServerTrack,
} from '#contract/invoices/office.ts';
import { invoiceNumberText } from '#contract/invoices/words.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { numberOf } from '../adapters/invoices/mig.ts';
import { reader, shortList } from '../tables/table.ts';
import { closeTask, recordMove } from '../tasks/front.ts';
import {
  type MessageRow,
  countMessages,
  listMessages,
  lockMessage,
  retryMessage,
} from './message-queries.ts';
import {
  type InvoiceRow,
  type TrackRow,
  allowancesOf,
  countInvoices,
  insertTrack,
  invoiceById,
  listInvoices,
  listTracks,
  periodSums,
  sumInvoices,
  trackById,
} from './queries.ts';
import { isDeclared, periodId, periodOf, periodText } from './rules.ts';

type Office = typeof invoicesOffice &
  Pick<
    typeof invoicesLists,
    'listInvoices' | 'invoicePeriods' | 'listTracks' | 'listInvoiceMessages'
  >;

/** Months ahead for which numbers may be entered; the tax office allots them for a year. */
const MONTHS_AHEAD = 12;

const invoiceView = (row: InvoiceRow): ServerOfficeInvoice => ({
  ...row,
  sales: subtract(row.total, row.tax),
});

export const officeInvoices = reader({
  of: (_work: Work, filter: FilterOf<Office['listInvoices']>) => filter,
  rows: ({ tx }, of, part) => listInvoices(tx, of, part),
  view: invoiceView,
  beside: async ({ tx }, of) => ({
    total: (await countInvoices(tx, of)).total,
    sum: (await sumInvoices(tx, of)).sum,
  }),
});

const trackView = ({ first, last, next, ...row }: TrackRow): ServerTrack => ({
  ...row,
  periodTo: taxPeriodOf(row.periodFrom).to,
  first: numberOf('', first),
  last: numberOf('', last),
  used: next - first,
  left: last - next + 1,
});

const messageView = ({
  letters,
  periodFrom,
  about,
  ...row
}: MessageRow): ServerInvoiceMessageRow => ({
  ...row,
  about:
    letters !== null && periodFrom !== null
      ? `${letters} ${periodText(periodFrom)}`
      : invoiceNumberText(about),
});

export const officeMessages = reader({
  of: (_work: Work, filter: FilterOf<Office['listInvoiceMessages']>) => filter,
  rows: ({ tx }, of, part) => listMessages(tx, of, part),
  view: messageView,
  beside: async ({ tx }, of) => ({ total: (await countMessages(tx, of)).total }),
});

export const invoicesOfficeActions: Actions<{ invoices: Office }>['invoices'] = {
  listInvoices: officeInvoices,

  async officeInvoice({ tx }, { id }) {
    const row = await invoiceById(tx, id);
    if (!row) throw new Refusal('NOT_FOUND');
    const { issuedAt, randomCode, code: _code, voidedOn, voidReason, ...invoice } = row;
    const details = { issuedAt, randomCode, voidedOn, voidReason };
    return {
      data: { ...invoiceView(invoice), ...details, allowances: await allowancesOf(tx, id) },
    };
  },

  invoicePeriods: shortList(async ({ tx, today }) => {
    return { data: (await periodSums(tx, taxPeriodOf(today).from)).map(periodOf) };
  }),

  listTracks: shortList(async ({ tx }) => {
    return { data: (await listTracks(tx)).map(trackView) };
  }),

  async addTrack(context, { period, letters, first: firstText, last: lastText }) {
    const { tx, services, operator, now, today } = context;
    if (!services.config.invoices) throw new Refusal('INVOICES_OFF');
    const [first, last] = [Number(firstText), Number(lastText)];
    const { from } = taxPeriodOf(period);
    if (last < first || isDeclared(period, today) || from > addMonths(today, MONTHS_AHEAD)) {
      throw new Refusal('TRACK_INVALID');
    }
    const track = { periodFrom: from, letters, first, last, operatorId: operator.id, now };
    const added = await insertTrack(tx, track);
    if (!added) throw new Refusal('TRACK_OVERLAPS');
    await recordMove(context, {
      subject: { type: 'invoice_track', id: added.id },
      action: 'invoice_track.added',
      snapshot: { period: from, letters, first: firstText, last: lastText },
    });
    const subject = { type: 'invoice_track', id: periodId(period) } as const;
    await closeTask(context, 'attention', subject, 'overtaken', '已登錄字軌');
    return { data: trackView(await trackById(tx, added.id)) };
  },

  listInvoiceMessages: officeMessages,

  async retryInvoiceMessage(context, { id }) {
    const row = await lockMessage(context.tx, id);
    if (!row) throw new Refusal('NOT_FOUND');
    if (row.state !== 'refused') throw new Refusal('MESSAGE_NOT_REFUSED');
    await retryMessage(context.tx, id);
    const subject = { type: 'invoice_message', id } as const;
    await recordMove(context, { subject, action: 'invoice_message.retried' });
    await closeTask(context, 'attention', subject, 'overtaken', '已重送');
    return { data: { ok: true } };
  },
};
