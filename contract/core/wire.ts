// How days and money stand on the wire: their schemas, apart from the reckoning with them, so that
// a page which only reckons loads no schemas.
import { z } from 'zod';
import type { Day } from './day.ts';
import type { Money } from './money.ts';

/** Days and instants outside these years are slips of the keyboard, or what no column can hold. */
const isOfOurTime = (text: string) => text >= '1900' && text < '3000';

/** An instant with its zone, so that no clock can be misread. */
export const zonedInstantSchema = z.iso
  .datetime({ offset: true })
  .refine(isOfOurTime, '日期超出範圍');

/** A calendar day, 'YYYY-MM-DD'. */
export const daySchema = z.iso.date().refine(isOfOurTime, '日期超出範圍') as unknown as z.ZodType<
  Day,
  string
>;

/** The largest amount on the wire, NT$: a sum of thousands of them is still a safe integer. */
export const MONEY_MAX = 1_000_000_000_000;
/** The largest of all other numbers: what PostgreSQL's `integer` holds. */
export const INTEGER_MAX = 2_147_483_647;

/** A status, a term or an option of a list: within what PostgreSQL's `smallint` holds. */
export const codeSchema = z.int().min(0).max(9_999);

/** A count or a version from 0 on, within what a column holds. */
export const countSchema = z.int().min(0).max(INTEGER_MAX);

/** An amount: whole NT$, not negative. */
export const moneySchema = z.int().min(0).max(MONEY_MAX) as unknown as z.ZodType<Money, number>;

/** What only a program takes for a number: `0x10`, `1e3`, ` 7`, `+7`, `true`, an empty text. */
const asDigits = (sent: unknown) =>
  typeof sent === 'number' || (typeof sent === 'string' && DIGITS.test(sent)) ? Number(sent) : sent;
const DIGITS = /^-?\d{1,16}(\.\d{1,6})?$/;

/**
 * A number in a query or a form, where all is text: plain decimal digits and nothing else. `of` is
 * the schema of the number.
 */
export const numberText = <S extends z.ZodType<number, number>>(of: S) =>
  z.preprocess<unknown, S, string | number>(asDigits, of);

/** An amount in a query or a form. */
export const moneyTextSchema = numberText(z.int().min(0).max(MONEY_MAX)) as unknown as z.ZodType<
  Money,
  string | number
>;

/** An amount that may be negative (a balance, a correction). */
export const signedMoneySchema = z.int().min(-MONEY_MAX).max(MONEY_MAX) as unknown as z.ZodType<
  Money,
  number
>;
