// Back-office API for bank statements: the file formats of banks, and importing their files.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, officePage, outputIdSchema } from '../core/lists.ts';
import {
  daySchema,
  countSchema,
  statedMoneySchema,
  percentSchema,
  optionalText,
} from '../core/wire.ts';

const column = z.string().trim().min(1).max(40);
const optionalColumn = optionalText(40);

/** Three-digit code of the bank whose statement it is. */
const bank = z.string().regex(/^\d{3}$/);

/**
 * Maps the columns of a bank's statement file to fields. Columns are named as in the file's header.
 */
const tableSchema = z.strictObject({
  bank,
  encoding: z.enum(['utf-8', 'big5']).default('utf-8'),
  delimiter: z.enum([',', ';', '\t']).default(','),
  /** Lines above the header that are skipped. */
  skip: z.number().int().min(0).max(20).default(0),
  /** `roc` dates count years from 1912: 115/11/21 or 1151121. */
  dates: z.enum(['gregorian', 'roc']).default('gregorian'),
  /**
   * columns: one column of receipts and one of debits; signed: a single column with negative
   * debits.
   */
  amounts: z.enum(['columns', 'signed']).default('columns'),
  columns: z.strictObject({
    date: column,
    seq: column,
    /** Column with the amount of receipts, or with the signed amount if `amounts` is `signed`. */
    credit: column,
    /** Column with the amount that left the account or that reverses an earlier receipt. */
    debit: optionalColumn,
    virtualAccount: column,
    time: optionalColumn,
    /** Column with the seq of the receipt that is reversed. */
    reverses: optionalColumn,
    /** Our own payment reference, if the bank repeats it. */
    reference: optionalColumn,
    fromBank: optionalColumn,
    fromAccount: optionalColumn,
    fromName: optionalColumn,
    memo: optionalColumn,
    type: optionalColumn,
    /** Column with the balance after the line; the last one of a day is its closing balance. */
    balance: optionalColumn,
  }),
  /** Maps the file's names for kinds of receipts to ours; any other name means a transfer. */
  types: z.record(z.string().max(40), z.enum(['transfer', 'atm_cash', 'remittance'])).optional(),
});

/** ISO 20022 statements in XML (camt.053, any version), whose fields need no mapping. */
const camtSchema = z.strictObject({
  format: z.literal('camt.053'),
  bank,
  /** Number of the trust account; statements of other accounts are refused. */
  account: z
    .string()
    .regex(/^\d{6,16}$/)
    .optional(),
});

export const mappingSchema = z.union([tableSchema, camtSchema]);
export type TableMapping = z.output<typeof tableSchema>;
export type CamtMapping = z.output<typeof camtSchema>;
export type StatementMapping = z.output<typeof mappingSchema>;

const layout = z.object({ id: outputIdSchema, name: z.string(), mapping: mappingSchema });
export type Layout = z.output<typeof layout>;

/** `proposed`: the file was checked, and none of it counts until a second person commits it. */
export const statementStates = [
  'waiting',
  'running',
  'proposed',
  'withdrawn',
  'done',
  'failed',
] as const;
/** What committing a file would do, according to the check; amounts in NT$. */
export const statementPreviewSchema = z.object({
  lines: countSchema,
  problems: countSchema,
  /** Days of the first and last line; null if none could be read. */
  first: daySchema.nullable(),
  last: daySchema.nullable(),
  /** Last day the file covers, if the person who imported it stated one. */
  through: daySchema.nullable(),
  credits: countSchema,
  creditSum: statedMoneySchema,
  debits: countSchema,
  debitSum: statedMoneySchema,
  /** Balance before the first line and after the last; null if the file has no balances. */
  opening: statedMoneySchema.nullable(),
  closing: statedMoneySchema.nullable(),
  /** Latest closing balance known from an earlier day. */
  before: z.object({ day: daySchema, closing: statedMoneySchema }).nullable(),
  /**
   * Number of receipts on our virtual accounts (`receipts`) and on no known virtual account
   * (`stray`).
   */
  receipts: countSchema,
  stray: countSchema,
  /** Earlier receipts that the file reverses. */
  reversals: countSchema,
  /**
   * Number of lines that report our payments, of lines already booked, and of lines that do not
   * concern us.
   */
  payments: countSchema,
  known: countSchema,
  ignored: countSchema,
  /**
   * False if the bank reports by callback; the file is then only compared with the books, and
   * nothing is booked from it.
   */
  books: z.boolean(),
});
export type StatementPreview = z.output<typeof statementPreviewSchema>;

export const statement = z.object({
  id: outputIdSchema,
  filename: z.string(),
  layout: z.string(),
  sha256: z.string(),
  size: z.number(),
  state: z.enum(statementStates),
  /** Percentage of the file that was read, as a whole number. */
  progress: percentSchema,
  lines: countSchema,
  /**
   * Number of new receipts and payments booked, and how many of them a person must still handle.
   */
  booked: countSchema,
  suspended: countSchema,
  /** Lines that the bank or another file had already reported. */
  known: countSchema,
  /** Lines that are not ours to book, such as bank charges. */
  passedOver: countSchema,
  problems: countSchema,
  failure: z.string().nullable(),
  /** Null until the file was checked. */
  preview: statementPreviewSchema.nullable(),
  importedBy: z.string().nullable(),
  /** Who had the file checked last (the proposer), and who committed it. */
  proposedBy: z.string().nullable(),
  committedBy: z.string().nullable(),
  /** Open task of the second person. */
  taskId: outputIdSchema.nullable(),
  /** The latest request to roll the file back, and its outcome; null if nobody asked for it. */
  rollback: z
    .object({
      reason: z.string(),
      askedBy: z.string().nullable(),
      askedAt: instantSchema,
      decidedBy: z.string().nullable(),
      decidedAt: instantSchema.nullable(),
      agreed: z.boolean().nullable(),
      taskId: outputIdSchema.nullable(),
    })
    .nullable(),
  importedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type ImportedStatement = z.output<typeof statement>;

export const statementLine = z.object({
  line: z.number(),
  day: z.string().nullable(),
  time: z.string().nullable(),
  seq: z.string().nullable(),
  /** Signed amount in NT$; receipts are positive. */
  amount: statedMoneySchema.nullable(),
  virtualAccount: z.string().nullable(),
  fromBank: z.string().nullable(),
  accountTail: z.string().nullable(),
  reference: z.string().nullable(),
  /** How the line was booked, or will be once the file is committed. */
  result: z.string(),
  subjectType: z.string().nullable(),
  subjectId: outputIdSchema.nullable(),
  why: z.string().nullable(),
});
export type StatementLineView = z.output<typeof statementLine>;
export type ServerStatementLineView = ServerSide<typeof statementLine>;

export const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const statementOffice = {
  listLayouts: office.read({
    path: '/ops/v1/statement-layouts',
    summary: 'How banks write their statements: which column says what',
    input: nothing,
    output: z.object({ data: z.array(layout) }),
    roles: readers,
  }),
  saveLayout: office.command({
    path: '/ops/v1/statement-layouts',
    summary: 'Add a layout, or change one; files brought in before keep what they gave',
    input: z.strictObject({
      id: idSchema.optional(),
      name: z.string().trim().min(1).max(40),
      mapping: mappingSchema,
    }),
    output: z.object({ data: layout }),
    refusals: ['LAYOUT_NOT_FOUND', 'LAYOUT_NAME'],
    roles: ['finance', 'admin'],
  }),
  getStatement: office.read({
    path: '/ops/v1/statements/:id',
    summary: 'One file: how far it is, and a page of the lines that could not be read',
    input: z.strictObject({ id: idSchema, ...officePage }),
    output: z.object({
      data: statement,
      problems: z.array(z.object({ line: z.number(), why: z.string() })),
    }),
    refusals: ['STATEMENT_NOT_FOUND'],
    roles: readers,
  }),
  importStatement: office.command({
    path: '/ops/v1/statements',
    summary: 'Propose a statement file; it counts once another operator has committed it',
    input: z.strictObject({
      layout: idSchema,
      /** Last day the file covers, if its last days have no lines. */
      through: daySchema.optional(),
    }),
    output: z.object({
      data: statement,
      /** True if the same file was imported before; it is not processed again. */
      again: z.boolean(),
    }),
    refusals: [
      'LAYOUT_NOT_FOUND',
      'FILES_MISSING',
      'FILE_SIZE',
      'FILE_TYPE',
      'FILE_INFECTED',
      'FILE_SCAN_DOWN',
      'STATEMENT_BANK',
      'STATEMENT_COLUMNS',
    ],
    files: { names: ['file'], max: 1, pdf: false, text: true },
    roles: ['finance'],
  }),
  readAgain: office.command({
    path: '/ops/v1/statements/:id/again',
    summary: 'Propose a file anew whose lines had problems, by the layout as it is now',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE', 'STATEMENT_COLUMNS'],
    roles: ['finance'],
  }),
  withdrawStatement: office.command({
    path: '/ops/v1/statements/:id/withdraw',
    summary: 'Withdraw a file that is proposed: nothing of it is booked, and it may come in again',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE'],
    roles: ['finance'],
  }),
  rollBackStatement: office.command({
    path: '/ops/v1/statements/:id/rollback',
    summary: 'Propose to reverse what a file booked, while none of its money was used',
    input: z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(500) }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE', 'STATEMENT_USED'],
    roles: ['finance'],
  }),
} as const;
