// Office API of vouchers (傳票): each transfer as accountants file it, by day and book.
import { z } from 'zod';
import { countSchema, moneySchema } from '../core/wire.ts';
import { entities, type Entity } from '../ledger/chart.ts';
import { accountKinds, transferKinds } from '../ledger/kinds.ts';
import { transferText } from '../ledger/words.ts';

export const line = z.object({
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

/** A position in the list: day, book, number, line and transfer of the last line of a page. */
export const voucherPlace = /^20\d\d-\d\d-\d\d~(trust|company)~\d{1,9}~\d{1,4}~[\w:.-]{1,200}$/;
