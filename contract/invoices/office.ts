// Office API of electronic invoices: the register, tax periods, allotted numbers and messages.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema, statedMoneySchema } from '../core/wire.ts';
import { invoiceDetails, invoiceSchema, messageStateNames, messageTypes } from './calls.ts';

export const readers = ['finance', 'auditor', 'admin'] as const;

export const row = invoiceSchema.extend({
  id: outputIdSchema,
  memberId: outputIdSchema,
  loanId: outputIdSchema.nullable(),
  /** State of the latest message about it to the value-added centre. */
  message: z.enum(messageStateNames),
  /** NT$ without tax, and the tax stated on it, which is 0 for a person. */
  sales: moneySchema,
  tax: moneySchema,
});
export type ServerOfficeInvoice = ServerSide<typeof row>;

const full = row.extend(invoiceDetails);
export type OfficeFullInvoice = z.output<typeof full>;

/**
 * A tax period: what the ledger booked, what was invoiced, and why they differ. Amounts are NT$; a
 * price to a person includes its tax, which is calculated on the sum of the period.
 */
export const period = z.object({
  from: daySchema,
  to: daySchema,
  /** Fees with tax and VAT payable by the ledger. */
  fees: statedMoneySchema,
  vat: statedMoneySchema,
  /** Valid invoices and allowances dated in the period, with tax. */
  invoices: countSchema,
  voided: countSchema,
  personTotal: moneySchema,
  companyTotal: moneySchema,
  companyTax: moneySchema,
  allowances: countSchema,
  allowanceTotal: moneySchema,
  allowanceTax: moneySchema,
  /** Tax of the invoices less that of the allowances, as it is declared. */
  declared: statedMoneySchema,
  /** Fees of the period that no invoice covers yet. */
  pending: statedMoneySchema,
  /** Fees of other periods invoiced in this one, less fees of this one invoiced in others. */
  shifted: statedMoneySchema,
  /** Fees in the ledger that are not invoiced, such as those before invoicing began. */
  other: statedMoneySchema,
  /** VAT of fees that the ledger books at the next day's close. */
  unbooked: statedMoneySchema,
  /** declared less the tax of the sum of the invoices: tax stated by the piece is rounded. */
  rounding: statedMoneySchema,
  /** declared less vat, which the five figures before explain. */
  difference: statedMoneySchema,
});
export type InvoicePeriod = z.output<typeof period>;
export type ServerInvoicePeriod = ServerSide<typeof period>;

export const track = z.object({
  id: outputIdSchema,
  periodFrom: daySchema,
  periodTo: daySchema,
  letters: z.string(),
  first: z.string(),
  last: z.string(),
  /** Numbers given to invoices, and those left. */
  used: countSchema,
  left: countSchema,
  addedBy: z.string(),
  addedAt: instantSchema,
  /** When its unused numbers were reported; null while numbers may still be given. */
  closedAt: instantSchema.nullable(),
});
export type Track = z.output<typeof track>;
export type ServerTrack = ServerSide<typeof track>;

export const message = z.object({
  id: outputIdSchema,
  type: z.enum(messageTypes),
  /** Number of the invoice or allowance, or letters and period of a track. */
  about: z.string(),
  state: z.enum(messageStateNames),
  createdAt: instantSchema,
  attempts: countSchema,
  failure: z.string().nullable(),
  sentAt: instantSchema.nullable(),
});
export type InvoiceMessageRow = z.output<typeof message>;
export type ServerInvoiceMessageRow = ServerSide<typeof message>;

const digits = z.string().regex(/^\d{8}$/, '請輸入 8 個數字');

export const invoicesOffice = {
  officeInvoice: office.read({
    path: '/ops/v1/invoices/:id',
    summary: 'One invoice, with its void and its allowances',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: full }),
    refusals: ['NOT_FOUND'],
    roles: readers,
  }),
  addTrack: office.command({
    path: '/ops/v1/invoice-tracks',
    summary: 'Enters a range of numbers that the tax office allotted for a tax period',
    input: z.strictObject({
      /** Any day of the tax period. */
      period: daySchema,
      letters: z.string().regex(/^[A-Z]{2}$/, '字軌是 2 個大寫英文字母'),
      first: digits,
      last: digits,
    }),
    output: z.object({ data: track }),
    refusals: ['INVOICES_OFF', 'TRACK_INVALID', 'TRACK_OVERLAPS'],
    roles: ['finance'],
  }),
  retryInvoiceMessage: office.command({
    path: '/ops/v1/invoice-messages/:id/retry',
    summary: 'Sends a message again that the value-added centre has refused',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND', 'MESSAGE_NOT_REFUSED'],
    roles: ['finance'],
  }),
} as const;
