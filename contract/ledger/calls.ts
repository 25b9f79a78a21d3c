// Office API of the ledger: balances by kind of account, and the check that all invariants hold.
import { z } from 'zod';
import { office, together } from '../core/endpoint.ts';
import { caseNoSchema, ledgerBooksOffice } from './books.ts';
import { ledgerFinancialOffice } from './financial.ts';
import { accountKinds, transferKinds } from './kinds.ts';
import { idSchema, instantSchema, nothing } from '../core/lists.ts';
import {
  countSchema,
  daySchema,
  moneySchema,
  numberText,
  signedMoneySchema,
} from '../core/wire.ts';

export const ledgerOffice = together(ledgerBooksOffice, ledgerFinancialOffice, {
  books: office.read({
    path: '/ops/v1/books',
    summary: 'The sum of each kind of account, and every invariant with its offending rows',
    input: nothing,
    output: z.object({
      data: z.object({
        /**
         * Time of the last check of the invariants: now, or last night if the ledger is too long to
         * check on request; null if there was none.
         */
        provenAt: instantSchema.nullable(),
        balances: z.array(
          z.object({
            kind: z.enum(accountKinds),
            balance: signedMoneySchema,
            accounts: countSchema,
          }),
        ),
        invariants: z.array(z.object({ name: z.string(), broken: countSchema })),
        /** Client money that lacks in the trust account now; null if it is whole. */
        shortfall: z
          .object({ amount: moneySchema, since: z.string(), cause: z.string() })
          .nullable(),
      }),
    }),
    roles: ['finance', 'auditor', 'admin'],
  }),
  entries: office.read({
    path: '/ops/v1/ledger',
    summary: 'Entries by account, kind, loan, case, order, member, transfer and date, newest first',
    input: z.strictObject({
      account: idSchema.optional(),
      loan: idSchema.optional(),
      caseNo: caseNoSchema.optional(),
      order: idSchema.optional(),
      member: idSchema.optional(),
      kind: z.enum(accountKinds).optional(),
      transfer: z.string().max(120).optional(),
      from: daySchema.optional(),
      to: daySchema.optional(),
      item_per_page: numberText(z.int().min(1).max(500)).default(100),
      offset: numberText(z.int().min(0).max(10_000_000)).default(0),
    }),
    output: z.object({
      data: z.array(
        z.object({
          transferId: z.string(),
          kind: z.enum(transferKinds),
          /** Accounting day. No entry can be posted to a day that has been signed off. */
          on: z.string(),
          /**
           * Value date according to the bank, which determines interest and whether a payment is
           * overdue.
           */
          valueOn: z.string(),
          memo: z.string(),
          account: z.enum(accountKinds),
          loanId: z.number(),
          caseNo: z.string().nullable(),
          orderId: z.number(),
          memberId: z.number(),
          /** NT$: debit positive, credit negative. */
          amount: signedMoneySchema,
        }),
      ),
      /**
       * Number of transfers, counted only up to 10,000, which is also as far as the list can be
       * paged.
       */
      total: countSchema,
    }),
    roles: ['finance', 'auditor', 'admin'],
  }),
});
