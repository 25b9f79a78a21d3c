// Office API of vouchers (傳票): each transfer as accountants file it, by day and book.
import { z } from 'zod';
import { isDay } from '../core/day.ts';
import { office } from '../core/endpoint.ts';
import { list } from '../core/list.ts';
import { countSchema, daySchema, moneySchema, numberText } from '../core/wire.ts';
import { accountName, accounts, entities, type Entity, entityText } from '../ledger/chart.ts';
import { accountKinds, transferKinds } from '../ledger/kinds.ts';
import { transferText } from '../ledger/words.ts';
import { voucherColumns } from './voucher-columns.ts';

const line = z.object({
  entity: z.enum(entities),
  /** Accounting day. */
  on: z.string(),
  /** Number of the voucher within its day and book, from 1 without gaps. */
  no: countSchema,
  line: countSchema,
  transferId: z.string(),
  transfer: z.enum(transferKinds),
  memo: z.string(),
  account: z.enum(accountKinds),
  /** NT$; one of them is 0. */
  debit: moneySchema,
  credit: moneySchema,
  /** The day is closed, so that the numbers of its vouchers never change. */
  isFinal: z.boolean(),
});
export type VoucherLine = z.output<typeof line>;

const letters: Record<Entity, string> = { trust: 'T', company: 'C' };

/** Number of a voucher as printed: letter of the book, day, and number of the day. */
export const voucherNumber = ({ entity, on, no }: Pick<VoucherLine, 'entity' | 'on' | 'no'>) =>
  `${letters[entity]}${on.replaceAll('-', '')}-${String(no).padStart(4, '0')}`;

/** Summary of a voucher: the kind of its transfer, and its memo. */
export const voucherSummary = ({ transfer, memo }: Pick<VoucherLine, 'transfer' | 'memo'>) =>
  memo === '' ? transferText[transfer] : `${transferText[transfer]} ${memo}`;

/** Lines of vouchers; the file has these columns in the order and with the names of the setting. */
export const voucherList = list<VoucherLine>()('傳票', {
  number: { word: voucherColumns.number, value: voucherNumber },
  on: { word: voucherColumns.on, kind: 'time' },
  line: { word: voucherColumns.line, kind: 'number' },
  code: { word: voucherColumns.code, value: ({ account }) => accounts[account].code },
  name: { word: voucherColumns.name, value: ({ account }) => accountName(account) },
  summary: { word: voucherColumns.summary, value: voucherSummary },
  debit: { word: voucherColumns.debit, kind: 'money', value: ({ debit }) => debit || null },
  credit: { word: voucherColumns.credit, kind: 'money', value: ({ credit }) => credit || null },
  cause: { word: voucherColumns.cause, value: ({ transferId }) => transferId },
  entity: { word: voucherColumns.entity, words: entityText },
  state: { word: voucherColumns.state, value: ({ isFinal }) => (isFinal ? '定號' : '暫編') },
});

/** A position in the list: day, book, number, line and transfer of the last line of a page. */
export const voucherPlace = /^20\d\d-\d\d-\d\d~(trust|company)~\d{1,9}~\d{1,4}~[\w:.-]{1,200}$/;

export const vouchersOffice = {
  listVouchers: office.read({
    path: '/ops/v1/books/vouchers',
    summary: 'Vouchers of accounting days, one for each transfer and book, a page at a time',
    input: z.strictObject({
      entity: z.enum(entities).optional(),
      account: z.enum(accountKinds).optional(),
      /** Default: the first day of the month of `to`. */
      from: daySchema.optional(),
      /** Default: today. */
      to: daySchema.optional(),
      /** The position `next` of the page before. */
      after: z
        .string()
        .regex(voucherPlace)
        .refine((text) => isDay(text.slice(0, 10)))
        .optional(),
      item_per_page: numberText(z.int().min(1).max(200)).default(100),
    }),
    output: z.object({
      data: z.array(line),
      from: z.string(),
      to: z.string(),
      /** Sums of the whole range in NT$, from the same totals as the trial balance. */
      debit: moneySchema,
      credit: moneySchema,
      /** Position of the next page; null at the end. */
      next: z.string().nullable(),
    }),
    roles: ['finance', 'auditor', 'admin'],
  }),
} as const;
