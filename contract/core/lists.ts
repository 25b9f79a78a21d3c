// What every list and reference on the wire has in common: ids, paging, sorting, acknowledgement.
import { z } from 'zod';
import { numberText } from './wire.ts';

/** An id on the wire: a decimal string; numbers are tolerated and turned into one. */
export const idSchema = z
  .union([z.string().regex(/^[1-9]\d{0,17}$/), z.int().positive()])
  .transform((id) => String(id));

/** The only columns a list may be sorted by; anything else is a 400, never SQL. */
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

/** `true`, 1, '1' and 'true' mean ascending. */
export const ascending = flag.transform((value) => [true, 1, '1', 'true'].includes(value));

/** So many rows are read at once; what is more is read and sent page by page. */
export const pageMax = 1000;

/** A huge `item_per_page` means "all": what there is, read and sent page by page. */
export const paging = {
  orderby: z.enum(sortable).optional(),
  is_orderby_asc: ascending.optional(),
  item_per_page: numberText(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).default(20),
  offset: numberText(z.int().min(0).max(10_000_000)).default(0),
};

/**
 * Office lists are counted, summed and paged no further: what lies beyond is reached by narrowing
 * the list, so that no page walks through a table of millions.
 */
export const COUNTED_MAX = 10_000;

/** How many there are, as people read it: 「123 筆」, or 「10,000 筆以上」 where it was not counted. */
export const countText = (count: number, unit: string): string =>
  count >= COUNTED_MAX
    ? `${COUNTED_MAX.toLocaleString('en-US')} ${unit}以上`
    : `${count.toLocaleString('en-US')} ${unit}`;

/** A page of an office list; the office never asks for all. */
export const officePage = {
  item_per_page: numberText(z.int().min(1).max(200)).default(50),
  offset: numberText(z.int().min(0).max(COUNTED_MAX)).default(0),
};

/** Ids of the lists the office keeps stay below: which are offered, the server knows. */
export const OPTION_MAX = 9_999;

export const nothing = z.strictObject({});
export const done = z.object({ data: z.object({ ok: z.literal(true) }) });
export const instantSchema = z.string();
export const option = z.object({ id: z.number(), description: z.string() });
export const optionsAnswer = z.object({ data: z.array(option.loose()) });

/** A document too long to hold: it is sent as it is made. */
export const documentStream = z.object({
  contentType: z.string(),
  filename: z.string(),
  body: z.custom<AsyncIterable<string>>(),
});

/** What a call of kind `document` answers. */
export const documentBytes = z.object({
  contentType: z.string(),
  filename: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
