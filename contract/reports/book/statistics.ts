// Public calls of the open loan book: the statistics of the newest night, the list of nights, and
// their files.
import { z } from 'zod';
import { visitor } from '../../core/endpoint.ts';
import { nothing } from '../../core/lists.ts';
import {
  bpsSchema,
  countSchema,
  daySchema,
  moneySchema,
  numberText,
  signedMoneySchema,
} from '../../core/wire.ts';
import { grades } from '../../investing/grades.ts';
import { bookFileNames, bookStates, fundingBands, lateBands, NIGHTS_A_PAGE } from './fields.ts';

const quarter = z.string().regex(/^\d{4}-Q[1-4]$/);
const month = z.string().regex(/^\d{4}-\d{2}$/);
/** A share in basis points; null if there is nothing of which it could be a share. */
const share = bpsSchema.nullable();

/** Loans that were lent, and those of them that ever defaulted. */
const defaulted = {
  loans: countSchema,
  principal: moneySchema,
  defaultedLoans: countSchema,
  /** Principal that was outstanding when the loans defaulted. */
  defaultedPrincipal: moneySchema,
  recovered: moneySchema,
  /** Defaulted principal divided by lent principal, rounded up. */
  defaultBps: share,
};

const returns = {
  /** Outstanding principal at the beginning of the month, without what was written off. */
  opening: moneySchema,
  /** Interest, late interest, penalties and parts of prepayment fees for the investors. */
  income: moneySchema,
  fees: moneySchema,
  losses: moneySchema,
  /** Principal that came back after it had been written off. */
  recoveries: moneySchema,
};

export const statisticsSchema = z.object({
  /** Last day whose bookings are contained. */
  asOf: daySchema,
  lent: z.object({ loans: countSchema, principal: moneySchema }),
  outstanding: z.object({ loans: countSchema, principal: moneySchema }),
  repaid: z.object({ principal: moneySchema, interest: moneySchema, lateCharges: moneySchema }),
  states: z.array(
    z.object({
      state: z.enum(bookStates),
      loans: countSchema,
      principal: moneySchema,
      outstanding: moneySchema,
    }),
  ),
  vintages: z.array(z.object({ quarter, ...defaulted })),
  grades: z.array(z.object({ grade: z.enum(grades), ...defaulted })),
  /** By vintage and grade; without the pairs in which nothing was lent. */
  cells: z.array(z.object({ quarter, grade: z.enum(grades), ...defaulted })),
  recovery: z.object({
    loans: countSchema,
    defaulted: moneySchema,
    recovered: moneySchema,
    /** Rounded down. */
    recoveredBps: share,
    /** By quarter of the default. */
    quarters: z.array(
      z.object({
        quarter,
        loans: countSchema,
        defaulted: moneySchema,
        recovered: moneySchema,
        recoveredBps: share,
      }),
    ),
  }),
  returns: z.object({
    /** The last complete months. */
    months: z.array(z.object({ month, ...returns })),
    total: z.object(returns),
    /** Expected loss on principal that is not written off yet. */
    expectedLoss: moneySchema,
    /** Return a year after fees and losses, rounded down. */
    netBps: share,
    /** The same less the expected loss. */
    expectedBps: share,
    net: signedMoneySchema,
  }),
  late: z.object({
    bands: z.array(
      z.object({ band: z.enum(lateBands), loans: countSchema, principal: moneySchema }),
    ),
    /** Principal of loans more than 30 days overdue, of all outstanding principal; rounded up. */
    over30Bps: share,
  }),
  funding: z.object({
    loans: countSchema,
    /** Half of the loans were funded within this number of hours. */
    medianHours: countSchema.nullable(),
    bands: z.array(z.object({ band: z.enum(fundingBands), loans: countSchema })),
  }),
  months: z.array(
    z.object({
      month,
      loans: countSchema,
      lent: moneySchema,
      repaid: moneySchema,
      /** Outstanding principal at the end of the month, without what was written off. */
      outstanding: moneySchema,
    }),
  ),
});
export type Statistics = z.output<typeof statisticsSchema>;

const fileSchema = z.object({
  name: z.enum(bookFileNames),
  rows: countSchema,
  /** Size of the compressed file. */
  bytes: z.int().min(0),
  /** SHA-256 of the compressed file, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BookFile = z.output<typeof fileSchema>;

const nightSchema = z.object({ day: daySchema, files: z.array(fileSchema) });
export type BookNight = z.output<typeof nightSchema>;

/** Media type of the files: compressed once, so that every reader gets the same bytes. */
export const BOOK_MEDIA_TYPE = 'application/gzip';

const bookDocument = z.object({
  contentType: z.string(),
  filename: z.string(),
  body: z.custom<AsyncIterable<Uint8Array>>(),
  /** Length and ETag; the bytes of the address never change. */
  lasting: z.object({ bytes: z.int(), tag: z.string() }),
});

export const reportsSite = {
  statistics: visitor.read({
    path: '/v1/statistics',
    summary: 'Statistics of the loan book as of the newest night, calculated from its files',
    input: nothing,
    output: z.object({
      /** Null until the first night after the first loan. */
      data: statisticsSchema.extend({ files: z.array(fileSchema) }).nullable(),
    }),
  }),
  bookNights: visitor.read({
    path: '/v1/statistics/nights',
    summary: 'The nights whose files can be downloaded, newest first',
    input: z.strictObject({
      item_per_page: numberText(z.int().min(1).max(100)).default(NIGHTS_A_PAGE),
      offset: numberText(z.int().min(0).max(10_000)).default(0),
    }),
    output: z.object({ data: z.array(nightSchema), total: countSchema }),
  }),
  bookFile: visitor.document({
    path: '/v1/statistics/nights/:day/:file',
    mediaType: BOOK_MEDIA_TYPE,
    summary: 'A file of a night: the loan book as CSV or JSON Lines, or its data dictionary',
    input: z.strictObject({ day: daySchema, file: z.enum(bookFileNames) }),
    output: bookDocument,
    refusals: ['NOT_FOUND', 'FILE_DAMAGED'],
    perMinute: 30,
  }),
} as const;
