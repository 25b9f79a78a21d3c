// Office API of the monthly trust report: letters of the bank, and the signatures of two persons.
import { z } from 'zod';
import { fileRefusals } from '../../core/file-refusals.ts';
import { office } from '../../core/endpoint.ts';
import type { ServerSide } from '../../core/server-side.ts';
import {
  documentBytes,
  idSchema,
  instantSchema,
  nothing,
  outputIdSchema,
} from '../../core/lists.ts';
import { countSchema, moneySchema, moneyTextSchema } from '../../core/wire.ts';
import { monthSchema, trustFiguresSchema } from './parts.ts';

/**
 * open: nobody has signed; first: one person has; signed: two have, and members see the report;
 * changed: two have, but the figures or the letter are others now.
 */
export const trustStates = ['open', 'first', 'signed', 'changed'] as const;
export type TrustState = (typeof trustStates)[number];

/** Why a report cannot be signed now; the refusal has the same code. */
export const trustBlocks = [
  'TRUST_MONTH_OPEN',
  'TRUST_LETTER_MISSING',
  'TRUST_UNEXPLAINED',
  'TRUST_SIGNED',
] as const;

const signatures = {
  signedBy: z.string().nullable(),
  signedAt: instantSchema.nullable(),
  secondBy: z.string().nullable(),
  secondAt: instantSchema.nullable(),
};

const summary = z.object({
  month: z.string(),
  state: z.enum(['open', 'first', 'signed']),
  bank: moneySchema.nullable(),
  members: countSchema.nullable(),
  membersAmount: moneySchema.nullable(),
  ...signatures,
});
export type TrustMonth = z.output<typeof summary>;

const letter = z.object({
  id: outputIdSchema,
  amount: moneySchema,
  filename: z.string(),
  addedBy: z.string().nullable(),
  addedAt: instantSchema,
});

const report = z.object({
  month: z.string(),
  /** Last day of the month. */
  day: z.string(),
  state: z.enum(trustStates),
  block: z.enum(trustBlocks).nullable(),
  /** Figures as the ledger has them now. */
  figures: trustFiguresSchema,
  /** Hash at the root of the members' lines; null before the first signature. */
  root: z.string().nullable(),
  /** Letters of the bank for the last day, newest first; the first one counts. */
  letters: z.array(letter),
  ...signatures,
});
export type TrustReport = z.output<typeof report>;
export type ServerTrustReport = ServerSide<typeof report>;

const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const trustReportsOffice = {
  listTrustReports: office.read({
    path: '/ops/v1/books/trust-reports',
    summary: 'Months of the trust account that have ended, newest first, and who signed the report',
    input: nothing,
    output: z.object({ data: z.array(summary) }),
    roles: readers,
  }),
  getTrustReport: office.read({
    path: '/ops/v1/books/trust-reports/:month',
    summary: 'The trust report of a month: bank, books, differences, members, movements',
    input: z.strictObject({ month: monthSchema }),
    output: z.object({ data: report }),
    roles: readers,
  }),
  addBankLetter: office.command({
    path: '/ops/v1/books/bank-letters',
    summary: "File the bank's letter about the balance of a month's last day (餘額證明)",
    input: z.strictObject({ month: monthSchema, amount: moneyTextSchema }),
    output: z.object({ data: z.object({ id: outputIdSchema }) }),
    refusals: ['TRUST_MONTH_OPEN', ...fileRefusals],
    files: { names: ['file'], max: 1, pdf: true },
    roles: ['finance'],
  }),
  bankLetter: office.document({
    path: '/ops/v1/books/bank-letters/:id',
    summary: 'A letter of the bank; reading it stands in the audit log',
    input: z.strictObject({ id: idSchema }),
    output: documentBytes,
    refusals: ['TRUST_LETTER_MISSING'],
    roles: readers,
  }),
  signTrustReport: office.command({
    path: '/ops/v1/books/trust-reports/:month/sign',
    summary: 'Sign the report of a month, first by finance and then by another person',
    input: z.strictObject({ month: monthSchema }),
    output: z.object({ data: z.object({ stage: z.enum(['first', 'second']) }) }),
    refusals: [...trustBlocks, 'MAKER_IS_CHECKER', 'ROLE_REQUIRED'],
    roles: ['finance', 'approver'],
  }),
  trustReportPdf: office.document({
    path: '/ops/v1/books/trust-reports/:month/pdf',
    summary: 'The signed report of a month as PDF, as members get it',
    input: z.strictObject({ month: monthSchema }),
    output: documentBytes,
    refusals: ['TRUST_REPORT_NOT_FOUND'],
    roles: readers,
  }),
} as const;
