// Type of a schema's value in the server before it is written as an answer.
import type { z } from 'zod';

type Plain = string | boolean | null | undefined | Date;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type FieldOf<Row, K> = K extends keyof Row ? Row[K] : never;

/** The input's side, except that an amount is Money, as in the output. */
type Before<I, O> = I extends number
  ? [Extract<O, number>] extends [never]
    ? I
    : Extract<O, number>
  : I extends Plain
    ? I
    : I extends (infer Item)[]
      ? Before<Item, ItemOf<O>>[]
      : I extends readonly (infer Item)[]
        ? readonly Before<Item, ItemOf<O>>[]
        : I extends object
          ? { [K in keyof I]: Before<I[K], FieldOf<NonNullable<O>, K>> }
          : I;

/** What the server holds of an answer: ids are numbers, instants are Dates, amounts are Money. */
export type ServerSide<S extends z.ZodType> = Before<z.input<S>, z.output<S>>;
