// Filters of office lists: each has its schema, its label and how it is typed in one place.
import { z } from 'zod';
import { idSchema } from './lists.ts';
import type { StateWord } from './state-words.ts';
import { daySchema, moneyTextSchema } from './wire.ts';

/**
 * How a text is typed: the page tidies it, and says so if it does not fit
 * (`web/office/filtering/filter-texts.ts`).
 */
export type FilterTextKind =
  | 'id'
  | 'orderId'
  | 'case'
  | 'amount'
  | 'account'
  | 'invoice'
  | 'transfer'
  | 'action'
  | 'address'
  | 'code';

export type FilterOption = { value: string; label: string };

type Control =
  | { kind: 'text'; text?: FilterTextKind; placeholder?: string }
  | { kind: 'day' | 'month' }
  | { kind: 'choice'; options: readonly FilterOption[] };

/** A filter that the page's filter bar shows. */
export type ShownFilter<S extends z.ZodType = z.ZodType> = {
  label: string;
  accepts: S;
  control: Control;
};
/** The filters of a list; a bare schema is one that the page sets in a way of its own. */
export type Filters = Readonly<Record<string, z.ZodType | ShownFilter>>;

/** The input of a call that has these filters. */
export type ShapeOf<F extends Filters> = {
  -readonly [N in keyof F]: F[N] extends ShownFilter<infer S>
    ? S
    : F[N] extends z.ZodType
      ? F[N]
      : never;
};

export const isShown = (filter: z.ZodType | ShownFilter): filter is ShownFilter =>
  'accepts' in filter;

export const shapeOf = <F extends Filters>(filters: F): ShapeOf<F> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, one]) => [name, isShown(one) ? one.accepts : one]),
  ) as ShapeOf<F>;

const field = <S extends z.ZodType>(label: string, accepts: S, control: Control) => ({
  label,
  accepts,
  control,
});

/** One of several values, each with its word; all are shown if none is chosen. */
export const choiceFilter = <const V extends string>(
  label: string,
  values: readonly V[],
  words: Readonly<Record<V, string | Pick<StateWord, 'text'>>>,
) => {
  const options = values.map((value) => {
    const word: string | Pick<StateWord, 'text'> = words[value];
    return { value, label: typeof word === 'string' ? word : word.text };
  });
  return field(label, z.enum(values).optional(), { kind: 'choice', options });
};

/** One of given options, for values that are not simply the names of their words. */
export const optionFilter = <S extends z.ZodType>(
  label: string,
  accepts: S,
  options: readonly FilterOption[],
) => field(label, accepts, { kind: 'choice', options });

/** A day in Taipei. Of two days the first is where the span begins. */
export const dayFilter = (label: string) => field(label, daySchema.optional(), { kind: 'day' });

export const textFilter = <S extends z.ZodType>(
  label: string,
  accepts: S,
  how: { text?: FilterTextKind; placeholder?: string } = {},
) => field(label, accepts, { kind: 'text', ...how });

/** The number of a member, an operator or another row. */
export const idFilter = (label: string) => textFilter(label, idSchema.optional(), { text: 'id' });

/** A bound of an amount in NT$. */
export const amountFilter = (label: string) =>
  textFilter(label, moneyTextSchema.optional(), { text: 'amount' });
