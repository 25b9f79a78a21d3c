// The type of what answers a call with tables: its page, and the rows of its files.
import type { z } from 'zod';
import type { Endpoint, Input, TableCall } from '#contract/core/endpoint.ts';
import type { Action, Context, Operator, Work } from '../action.ts';

/** A row as the server has it: its ids are numbers and its instants Dates. */
type RowOf<T> = T extends { row: z.ZodType<infer Row> }
  ? { [Field in keyof Row]: unknown }
  : unknown;
/** Begins a file: returns a function that answers the next rows at each call, none at the end. */
type Rows<T extends TableCall> = (
  context: Context<T['file']> & { operator: Operator },
  filter: Omit<Input<T['file']>, 'format' | 'table'>,
) => Promise<() => Promise<readonly RowOf<T>[]>>;
type Heads = {
  /** Chooses columns of the file by key, with their order and headings; all if absent. */
  heads?: (context: Work) => Promise<readonly { key: string; head: string }[]>;
};

/** Answers a call that has tables: its page, and the rows of its file or of each of its files. */
export type Listed<E extends Endpoint> = {
  page: Action<E>;
} & (E extends { tables: { data: infer T extends TableCall } }
  ? { file: Rows<T> } & Heads
  : E extends { tables: infer T extends Readonly<Record<string, TableCall>> }
    ? { files: { [N in keyof T]: Rows<T[N]> } }
    : never);
