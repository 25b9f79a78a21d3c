// Schemas of days and money in the API. They are separate from the arithmetic, so that a page which
// only calculates loads no schemas.
import { z } from 'zod';
import type { Day } from './day.ts';
import type { Money } from './money.ts';

/**
 * Whether the text is a year from 1900 on. Other years are typing errors or do not fit a database
 * column.
 */
const isOfOurTime = (text: string) => text >= '1900' && text < '3000';

/**
 * An instant in an input: an ISO 8601 string that must include its time zone, so that it is
 * unambiguous, and a Date in the server.
 */
export const zonedInstantSchema = z.codec(
  z.iso.datetime({ offset: true }).refine(isOfOurTime, '日期超出範圍'),
  z.date(),
  { decode: (text) => new Date(text), encode: (at) => at.toISOString() },
);

/** A calendar day, 'YYYY-MM-DD'. */
export const daySchema = z.iso.date().refine(isOfOurTime, '日期超出範圍') as unknown as z.ZodType<
  Day,
  string
>;

/**
 * Largest amount in the API, in NT$; a sum of thousands of such amounts is still a safe integer.
 */
export const MONEY_MAX = 1_000_000_000_000;
/** Largest value of all other numbers: what PostgreSQL's `integer` holds. */
export const INTEGER_MAX = 2_147_483_647;

/** A status, a loan term or an option id; fits PostgreSQL's `smallint`. */
export const codeSchema = z.int().min(0).max(9_999);

/** A count or a version number from 0, within PostgreSQL's `integer`. */
export const countSchema = z.int().min(0).max(INTEGER_MAX);

/**
 * A percentage in the API's notation, such as 9.5; a rate of return may be negative. Not an amount
 * of money.
 */
export const percentSchema = z.number();

/** Basis points, 100 to a percent. */
export const bpsSchema = z.number();

/** A text that may be missing; spaces around it do not count. */
export const optionalText = (max: number) => z.string().trim().max(max).optional();

/** Marks a schema of whole NT$ that has bounds of its own as money. */
export const asMoney = (of: z.ZodType<number, number>) => of as unknown as z.ZodType<Money, number>;

/** An amount: whole NT$, not negative. */
export const moneySchema = asMoney(z.int().min(0).max(MONEY_MAX));

/**
 * A balance or a sum of many amounts, and what a bank states: whole NT$ of any size and sign. Where
 * each amount is within its bounds, a sum of them may not be.
 */
export const statedMoneySchema = asMoney(z.int());

/**
 * Converts text to a number only if it consists of digits. Other notations of numbers stay text and
 * are refused: `0x10`, `1e3`, ` 7`, `+7`, `true`, the empty text.
 */
const asDigits = (sent: unknown) =>
  typeof sent === 'number' || (typeof sent === 'string' && DIGITS.test(sent)) ? Number(sent) : sent;
const DIGITS = /^-?\d{1,16}(\.\d{1,6})?$/;

/**
 * A number in a query or a form, where every value is text: accepts only decimal digits. `of` is
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
export const signedMoneySchema = asMoney(z.int().min(-MONEY_MAX).max(MONEY_MAX));
