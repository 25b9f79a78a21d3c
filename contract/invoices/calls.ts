// Member API of electronic invoices: the own invoices, and how they are delivered.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { documentBytes, instantSchema, nothing, officePage } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';
import { isUbn } from '../taiwan/personal-number.ts';

export const invoiceKinds = ['disbursement', 'prepayment', 'service', 'refund'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** An invoice of which a part or all was given back by an allowance is `allowed`. */
export const invoiceStateNames = ['issued', 'voided', 'allowed'] as const;
export type InvoiceState = (typeof invoiceStateNames)[number];

export const messageTypes = ['F0401', 'F0501', 'G0401', 'E0402'] as const;
export type MessageType = (typeof messageTypes)[number];
export const messageStateNames = ['waiting', 'sent', 'refused'] as const;
export type MessageState = (typeof messageStateNames)[number];

/** member is the platform's own carrier (會員載具). */
export const carriers = ['member', 'mobile', 'donation', 'company'] as const;
export type Carrier = (typeof carriers)[number];

/** A mobile barcode (手機條碼): `/` and seven characters of Code 39. */
export const mobileBarcode = z
  .string()
  .regex(/^\/[0-9A-Z.+-]{7}$/, '手機條碼是 / 加上 7 個大寫英數字或 . + -');
export const donationCode = z.string().regex(/^\d{3,7}$/, '捐贈碼是 3 到 7 個數字');
export const companyNumber = z.string().max(8).refine(isUbn, '統一編號不正確，請再確認一次');

export const invoiceNumberSchema = z.string().regex(/^[A-Z]{2}\d{8}$/);

/** An invoice as its buyer and the office see it in a list. */
export const invoiceSchema = z.object({
  number: z.string(),
  issuedOn: daySchema,
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStateNames),
  carrier: z.enum(carriers),
  /** Number of the loan case; null for an invoice that is about many. */
  caseNo: z.string().nullable(),
  /** NT$ with tax. */
  total: moneySchema,
  /** What allowances have given back, in NT$ with tax. */
  allowed: moneySchema,
});
export type Invoice = z.output<typeof invoiceSchema>;
export type ServerInvoice = ServerSide<typeof invoiceSchema>;

/** What the page of one invoice says in addition. */
export const invoiceDetails = {
  issuedAt: instantSchema,
  randomCode: z.string(),
  /** NT$ without tax, and the tax: stated on the invoice to a company, included for a person. */
  sales: moneySchema,
  tax: moneySchema,
  voidedOn: daySchema.nullable(),
  voidReason: z.string().nullable(),
  allowances: z.array(
    z.object({
      number: z.string(),
      issuedOn: daySchema,
      total: moneySchema,
      tax: moneySchema,
      reason: z.string(),
    }),
  ),
};

const seller = z.object({ number: z.string(), name: z.string(), address: z.string() });

const full = invoiceSchema.extend({
  ...invoiceDetails,
  /** The barcode, donation code or company number; masked for an operator who impersonates. */
  code: z.string().nullable(),
  seller,
});
export type FullInvoice = z.output<typeof full>;

const preference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member') }),
  z.strictObject({ kind: z.literal('mobile'), code: mobileBarcode }),
  z.strictObject({ kind: z.literal('donation'), code: donationCode }),
  z.strictObject({ kind: z.literal('company'), code: companyNumber }),
]);

const preferenceAnswer = z.object({
  data: z.object({ kind: z.enum(carriers), code: z.string().nullable() }),
});

export const invoices = {
  listInvoices: member.read({
    path: '/v1/me/invoices',
    summary: 'The invoices of the member, newest first',
    input: z.strictObject({
      year: z
        .string()
        .regex(/^20\d{2}$/)
        .optional(),
      ...officePage,
    }),
    output: z.object({ data: z.array(invoiceSchema), total: countSchema }),
  }),
  getInvoice: member.read({
    path: '/v1/me/invoices/:number',
    summary: 'One invoice of the member, with its allowances',
    input: z.strictObject({ number: invoiceNumberSchema }),
    output: z.object({ data: full }),
    refusals: ['NOT_FOUND'],
  }),
  invoicesFile: member.document({
    path: '/v1/me/invoices-file',
    mediaType: 'text/csv',
    summary: 'The invoices of the member of a year as CSV',
    input: z.strictObject({ year: z.string().regex(/^20\d{2}$/) }),
    output: documentBytes,
  }),
  invoicePreference: member.read({
    path: '/v1/me/invoice-preference',
    summary: 'How the member wants to get invoices from now on',
    input: nothing,
    output: preferenceAnswer,
  }),
  setInvoicePreference: member.command({
    path: '/v1/me/invoice-preference',
    summary: 'Sets how the member wants to get invoices from now on',
    input: z.strictObject({ preference }),
    /** Without the code, because answers are kept in clear beside the idempotency key. */
    output: z.object({ data: z.object({ kind: z.enum(carriers) }) }),
    himself: true,
  }),
} as const;
