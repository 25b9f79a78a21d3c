// Bank statements at the office: how a bank writes them, and bringing their files in.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothing, officePage } from './lists.ts';
import { daySchema } from './wire.ts';

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

/**
 * `held`: it has bad lines, and nothing of it is booked until a person goes on without them or
 * withdraws the file.
 */
export const statementStates = [
  'waiting',
  'running',
  'held',
  'withdrawn',
  'done',
  'failed',
] as const;
export const statementStateText: Record<(typeof statementStates)[number], string> = {
  waiting: '等待讀取',
  running: '讀取中',
  held: '有錯誤行，尚未入帳',
  withdrawn: '已撤回',
  done: '已讀取',
  failed: '讀取失敗',
};
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
  importedBy: z.string().nullable(),
  importedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type ImportedStatement = z.output<typeof statement>;

const readers = ['finance', 'auditor', 'admin'] as const;

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
  importStatement: endpoint({
    method: 'POST',
    path: '/ops/v1/statements',
    access: 'operator',
    kind: 'command',
    summary: 'Bring a statement file in; it is read in the background, the same file only once',
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
    refusals: ['LAYOUT_NOT_FOUND', 'FILES_MISSING', 'FILE_SIZE', 'FILE_TYPE', 'STATEMENT_COLUMNS'],
    files: { names: ['file'], max: 1, pdf: false, text: true },
    roles: ['finance'],
    own: true,
  }),
  readAgain: endpoint({
    method: 'POST',
    path: '/ops/v1/statements/:id/again',
    access: 'operator',
    kind: 'command',
    summary: 'Read a file again whose lines had problems, by the layout as it is now',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE', 'STATEMENT_COLUMNS'],
    roles: ['finance'],
    own: true,
  }),
  bookGoodLines: endpoint({
    method: 'POST',
    path: '/ops/v1/statements/:id/book',
    access: 'operator',
    kind: 'command',
    summary: 'Go on with a file that is held: its good lines are booked, the bad ones are a task',
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
    summary: 'Withdraw a file that is held: nothing of it is booked, and it may come in again',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: statement }),
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE'],
    roles: ['finance'],
    own: true,
  }),
} as const;
