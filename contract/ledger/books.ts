// Office API of the ledger: accounts, the journal, fees and VAT.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { accountKinds, transferKinds } from './kinds.ts';
import { documentStream, outputIdSchema } from '../core/lists.ts';
import { daySchema, statedMoneySchema, countSchema } from '../core/wire.ts';

export const readers = ['finance', 'auditor', 'admin'] as const;
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
/** Number of a case as people type it; selects the accounts of the loan and of its orders. */
export const caseNoSchema = z.string().trim().min(1).max(20);
const period = { from: daySchema, to: daySchema };

export const account = z.object({
  id: outputIdSchema,
  kind: z.enum(accountKinds),
  loanId: z.number(),
  caseNo: z.string().nullable(),
  orderId: z.number(),
  memberId: z.number(),
  /** NT$, positive on the normal side of the account (debit or credit). */
  balance: statedMoneySchema,
});
export const fees = z.object({
  kind: z.enum(transferKinds),
  transfers: countSchema,
  /**
   * Amount charged, VAT included, in NT$. The row vat_due shows the tax that was booked out of the
   * fees, so its gross amount is 0.
   */
  gross: statedMoneySchema,
  net: statedMoneySchema,
  vat: statedMoneySchema,
});
export type FeeRow = z.output<typeof fees>;

export const ledgerBooksOffice = {
  journalFile: office.document({
    path: '/ops/v1/ledger/journal',
    mediaType: 'text/plain',
    summary: 'The ledger of a period as a plain-text journal that hledger reads, as a stream',
    input: z.strictObject(period),
    output: documentStream,
    roles: readers,
  }),
  feeReportFile: office.document({
    path: '/ops/v1/reports/fees/file',
    mediaType: 'text/csv',
    summary: 'Every fee of a month with its VAT, line by line, as a stream',
    input: z.strictObject({ month: monthSchema }),
    output: documentStream,
    roles: readers,
  }),
} as const;
