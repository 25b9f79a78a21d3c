// Type that a schema's value has in the server before the value is encoded as an answer.
import type { z } from 'zod';

type Plain = string | boolean | null | undefined | Date;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type FieldOf<Row, K> = K extends keyof Row ? Row[K] : never;

/**
 * Derives the server's type: the schema's input type, except that amounts are Money as in its
 * output type.
 */
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

/** Type of an answer inside the server: ids are numbers, instants are Dates, amounts are Money. */
export type ServerSide<S extends z.ZodType> = Before<z.input<S>, z.output<S>>;
