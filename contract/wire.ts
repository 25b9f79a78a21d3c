// How days and money stand on the wire: their schemas, apart from the reckoning with them, so that
// a page which only reckons loads no schemas.
import { z } from 'zod';
import type { Day } from './day.ts';
import type { Money } from './money.ts';

/** A calendar day, 'YYYY-MM-DD'. */
export const daySchema = z.iso.date() as unknown as z.ZodType<Day, string>;

/** An amount: whole NT$, not negative. */
export const moneySchema = z.int().nonnegative() as unknown as z.ZodType<Money, number>;

/** An amount that may be negative (a balance, a correction). */
export const signedMoneySchema = z.int() as unknown as z.ZodType<Money, number>;
