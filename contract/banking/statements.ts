// Bank statements at the office: how a bank writes them, and bringing their files in.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, officePage } from '../core/lists.ts';
import { daySchema } from '../core/wire.ts';

const column = z.string().trim().min(1).max(40);
const optionalColumn = z.string().trim().max(40).optional();

/** Which column says what. Columns are named as in the file's head. */
export const mappingSchema = z.strictObject({
  /** Three digits: whose statement it is. */
  bank: z.string().regex(/^\d{3}$/),
  encoding: z.enum(['utf-8', 'big5']).default('utf-8'),
  delimiter: z.enum([',', ';', '\t']).default(','),
  /** Lines above the head that are passed over. */
  skip: z.number().int().min(0).max(20).default(0),
  /** `roc` dates count from 1912: 115/11/21 or 1151121. */
  dates: z.enum(['gregorian', 'roc']).default('gregorian'),
  /** columns: a column of receipts and one of debits; signed: one column, debits negative. */
  amounts: z.enum(['columns', 'signed']).default('columns'),
  columns: z.strictObject({
    date: column,
    seq: column,
    /** Receipts; the signed amount where `amounts` says so. */
    credit: column,
    /** A number here left the account, or takes an earlier receipt back. */
    debit: optionalColumn,
    virtualAccount: column,
    time: optionalColumn,
    /** The seq of what a reversal takes back. */
    reverses: optionalColumn,
    /** Our own reference of a payment, where the bank repeats it. */
    reference: optionalColumn,
    fromBank: optionalColumn,
    fromAccount: optionalColumn,
    memo: optionalColumn,
    type: optionalColumn,
    /** What lay in the account after the line; the last of a day closes it. */
    balance: optionalColumn,
  }),
  /** The file's words for the kinds; anything else is a transfer. */
  types: z.record(z.string().max(40), z.enum(['transfer', 'atm_cash', 'remittance'])).optional(),
});
export type StatementMapping = z.output<typeof mappingSchema>;

const layout = z.object({ id: z.string(), name: z.string(), mapping: mappingSchema });
export type Layout = z.output<typeof layout>;

/** `proposed`: it was looked through, and nothing of it counts until a second person commits it. */
export const statementStates = [
  'waiting',
  'running',
  'proposed',
  'withdrawn',
  'done',
  'failed',
] as const;
export const statementStateText: Record<(typeof statementStates)[number], string> = {
  waiting: '等待讀取',
  running: '讀取中',
  proposed: '待核定',
  withdrawn: '已撤回',
  done: '已讀取',
  failed: '讀取失敗',
};
/** What a file would do, as it was looked through; amounts in NT$. */
export const statementPreviewSchema = z.object({
  lines: z.number(),
  problems: z.number(),
  /** The days of its first and last line; null where none could be read. */
  first: daySchema.nullable(),
  last: daySchema.nullable(),
  /** The last day it is said to cover, where whoever brought it in said so. */
  through: daySchema.nullable(),
  credits: z.number(),
  creditSum: z.number(),
  debits: z.number(),
  debitSum: z.number(),
  /** What lay in the account before its first line and after its last; null without balances. */
  opening: z.number().nullable(),
  closing: z.number().nullable(),
  /** The last closing balance that is known of a day before. */
  before: z.object({ day: daySchema, closing: z.number() }).nullable(),
  /** Receipts of an account that is ours, and those of none. */
  receipts: z.number(),
  stray: z.number(),
  /** Receipts from before that it takes back. */
  reversals: z.number(),
  /** Lines that tell of payments of ours, that are booked already, and that are none of ours. */
  payments: z.number(),
  known: z.number(),
  ignored: z.number(),
  /** False where the bank reports by callback: the file is then only held against the books. */
  books: z.boolean(),
});
export type StatementPreview = z.output<typeof statementPreviewSchema>;

const statement = z.object({
  id: z.string(),
  filename: z.string(),
  layout: z.string(),
  sha256: z.string(),
  size: z.number(),
  state: z.enum(statementStates),
  /** Whole percent of the file that was read. */
  progress: z.number(),
  lines: z.number(),
  /** New receipts and payments; of those, left for a person. */
  booked: z.number(),
  suspended: z.number(),
  /** Reported before, by the bank or by another file. */
  known: z.number(),
  /** Lines that are none of ours to book, such as bank charges. */
  passedOver: z.number(),
  problems: z.number(),
  failure: z.string().nullable(),
  /** Null until it was looked through. */
  preview: statementPreviewSchema.nullable(),
  importedBy: z.string().nullable(),
  /** Who had it read last, and who committed that. */
  proposedBy: z.string().nullable(),
  committedBy: z.string().nullable(),
  /** The open task of the second person. */
  taskId: z.string().nullable(),
  importedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type ImportedStatement = z.output<typeof statement>;

const statementLine = z.object({
  line: z.number(),
  day: z.string().nullable(),
  time: z.string().nullable(),
  seq: z.string().nullable(),
  /** Signed: what came in is positive. NT$ */
  amount: z.number().nullable(),
  virtualAccount: z.string().nullable(),
  fromBank: z.string().nullable(),
  accountTail: z.string().nullable(),
  reference: z.string().nullable(),
  /** What became of it, or will once the file is committed. */
  result: z.string(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  why: z.string().nullable(),
});
export type ShownLine = z.output<typeof statementLine>;

const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const statementOffice = {
  listLayouts: endpoint({
    method: 'GET',
    path: '/ops/v1/statement-layouts',
    access: 'operator',
    kind: 'read',
    summary: 'How banks write their statements: which column says what',
    input: nothing,
    output: z.object({ data: z.array(layout) }),
    refusals: [],
    roles: readers,
    own: true,
  }),
  saveLayout: endpoint({
    method: 'POST',
    path: '/ops/v1/statement-layouts',
    access: 'operator',
    kind: 'command',
    summary: 'Add a layout, or change one; files brought in before keep what they gave',
    input: z.strictObject({
      id: idSchema.optional(),
      name: z.string().trim().min(1).max(40),
      mapping: mappingSchema,
    }),
    output: z.object({ data: layout }),
    refusals: ['LAYOUT_NOT_FOUND', 'LAYOUT_NAME'],
    roles: ['finance', 'admin'],
    own: true,
  }),
  listStatements: endpoint({
    method: 'GET',
    path: '/ops/v1/statements',
    access: 'operator',
    kind: 'read',
    summary: 'Statement files brought in, newest first',
    input: z.strictObject(officePage),
    output: z.object({ data: z.array(statement), total: z.number() }),
    refusals: [],
    roles: readers,
    own: true,
  }),
  getStatement: endpoint({
    method: 'GET',
    path: '/ops/v1/statements/:id',
    access: 'operator',
    kind: 'read',
    summary: 'One file: how far it is, and a page of the lines that could not be read',
    input: z.strictObject({ id: idSchema, ...officePage }),
    output: z.object({
      data: statement,
      problems: z.array(z.object({ line: z.number(), why: z.string() })),
    }),
    refusals: ['STATEMENT_NOT_FOUND'],
    roles: readers,
    own: true,
  }),
  statementLines: endpoint({
    method: 'GET',
    path: '/ops/v1/statements/:id/lines',
    access: 'operator',
    kind: 'read',
    summary: 'A page of the lines of a file: each as the bank wrote it, and what it does',
    input: z.strictObject({ id: idSchema, ...officePage }),
    output: z.object({ data: z.array(statementLine) }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_COLUMNS'],
    roles: readers,
    own: true,
  }),
  importStatement: endpoint({
    method: 'POST',
    path: '/ops/v1/statements',
    access: 'operator',
    kind: 'command',
    summary: 'Propose a statement file; it counts once another operator has committed it',
    input: z.strictObject({
      layout: idSchema,
      /** The last day it covers, where its last days have no lines. */
      through: daySchema.optional(),
    }),
    output: z.object({
      data: statement,
      /** True where this very file was brought in before: nothing happens again. */
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
    own: true,
  }),
  readAgain: endpoint({
    method: 'POST',
    path: '/ops/v1/statements/:id/again',
    access: 'operator',
    kind: 'command',
    summary: 'Propose a file anew whose lines had problems, by the layout as it is now',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE', 'STATEMENT_COLUMNS'],
    roles: ['finance'],
    own: true,
  }),
  withdrawStatement: endpoint({
    method: 'POST',
    path: '/ops/v1/statements/:id/withdraw',
    access: 'operator',
    kind: 'command',
    summary: 'Withdraw a file that is proposed: nothing of it is booked, and it may come in again',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE'],
    roles: ['finance'],
    own: true,
  }),
} as const;
