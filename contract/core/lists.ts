// Schemas that all lists share: ids, paging, sorting, acknowledgement.
import { z } from 'zod';
import { thousands } from './money.ts';
import { numberText } from './wire.ts';

/**
 * An id in an input: a decimal string or a number in JSON, and a number in the server. An id above
 * the safe integers is rounded, which is harmless because the database never assigns such ids.
 */
export const idSchema = z.codec(
  z.union([z.string().regex(/^[1-9]\d{0,17}$/), z.int().positive()]),
  z.number(),
  { decode: Number, encode: String },
);

/** An id in an answer: a number in the server and a decimal string in JSON. */
export const outputIdSchema = z.codec(z.number(), z.string(), { decode: String, encode: Number });

/**
 * The only columns by which a list may be sorted; any other name is answered with 400 and never
 * reaches the SQL.
 */
export const sortable = [
  'created_at',
  'amount',
  'rate',
  'installment',
  'status',
  'due_date',
  'remaining',
] as const;

const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]);

/** Whether the list is sorted in ascending order; `true`, 1, '1' and 'true' mean yes. */
export const ascending = flag.transform((value) => [true, 1, '1', 'true'].includes(value));

/** Maximum number of rows per database read; longer answers are read and sent page by page. */
export const pageMax = 1000;

/** A huge `item_per_page` means "all": the server then reads and sends every row page by page. */
export const paging = {
  orderby: z.enum(sortable).optional(),
  is_orderby_asc: ascending.optional(),
  item_per_page: numberText(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).default(20),
  offset: numberText(z.int().min(0).max(10_000_000)).default(0),
};

/**
 * Office lists are counted, summed and paged only up to this number of rows, so that no page scans
 * a table of millions. To see later rows, the operator must narrow the filter.
 */
export const COUNTED_MAX = 10_000;

/** Formats a count: 「123 筆」, or 「10,000 筆以上」 if counting stopped at the limit. */
export const countText = (count: number, unit: string): string =>
  count >= COUNTED_MAX ? `${thousands(COUNTED_MAX)} ${unit}以上` : `${thousands(count)} ${unit}`;

/** Paging of an office list; unlike the public API it has no way to request all rows. */
export const officePage = {
  item_per_page: numberText(z.int().min(1).max(200)).default(50),
  offset: numberText(z.int().min(0).max(COUNTED_MAX)).default(0),
};

/** Upper limit for ids in configurable option lists; the server checks which of them exist. */
export const OPTION_MAX = 9_999;

export const nothing = z.strictObject({});
export const done = z.object({ data: z.object({ ok: z.literal(true) }) });
/** An instant in an answer: a Date in the server and an ISO 8601 string in UTC in JSON. */
export const instantSchema = z.codec(z.union([z.date(), z.string()]), z.string(), {
  decode: (at) => (typeof at === 'string' ? at : at.toISOString()),
  encode: (text) => new Date(text),
});
export const option = z.object({ id: z.number(), description: z.string() });
export const optionsAnswer = z.object({ data: z.array(option.loose()) });

/** A document that is too large for memory, so it is sent while it is generated. */
export const documentStream = z.object({
  contentType: z.string(),
  filename: z.string(),
  body: z.custom<AsyncIterable<string>>(),
});

/** Answer of a call of kind `document`. */
export const documentBytes = z.object({
  contentType: z.string(),
  filename: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
