// What the action of a call gets and returns: the caller, the context, and each kind of action.
import type { StepUpAct } from '#contract/identity/step-up.ts';
import type { z } from 'zod';
import type {
  Access,
  Endpoint,
  Input,
  Output,
  Role,
  Scope,
  TableCall,
} from '#contract/core/endpoint.ts';
import type { Cell } from '#contract/core/csv.ts';
import type { StoredFile } from './adapters/files/files.ts';
import type { Services } from './services.ts';
import type { LongList } from './tables/long-list.ts';
import type { Work } from './work.ts';

export type Member = {
  id: number;
  email: string;
  emailVerifiedAt: Date | null;
  isGoogle: boolean;
  purpose: 'borrow' | 'invest' | 'both';
  stage: number;
  status: number;
  suspended: boolean;
  sessionId: number;
  stepUpAt: Date | null;
  stepUpReference: string | null;
  /** The act that the step-up is for; null if it names none. */
  stepUpAct: StepUpAct | null;
  /** Operator who impersonates the member; they can read but not change anything. */
  impersonation: { id: number; operatorId: number } | null;
  /** Permission of the program that calls with a token; null if the member calls in person. */
  apiAccess: { id: number; scopes: readonly Scope[] } | null;
};

export type Operator = {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  sessionId: number;
};

/** An uploaded file, already sanitised, encrypted and on disk. */
export type StoredUpload = {
  field: string;
  filename: string;
  contentType: string;
  stored: StoredFile;
  /** The original of a document, stored as evidence and never served. */
  original?: StoredFile;
  /** Pixel size of a picture. */
  width?: number;
  height?: number;
};

type MemberFor<A extends Access> = A extends 'public' | 'operator' ? null : Member;
type OperatorFor<A extends Access> = A extends 'operator' ? Operator : null;

/**
 * Context of a call: a unit of work and the caller. `member` exists if and only if the call's
 * access requires one.
 */
export type Context<E extends Endpoint = Endpoint> = ContextFor<E['access']>;
type ContextFor<A extends Access> = Work & {
  member: MemberFor<A>;
  operator: OperatorFor<A>;
  files: StoredUpload[];
  address: string;
  agent: string;
  /** Cookie by which the server may recognise the browser; not verified yet. */
  device: string | null;
  /** Cookie that names the registration made in this browser; not verified yet. */
  registration: string | null;
  idempotencyKey: string | null;
  /** Session token sent with the request, which public calls otherwise ignore; not verified yet. */
  carriedToken: string | null;
  /** True if nobody sees the page yet, because the request is a HEAD or a browser's prefetch. */
  isPrefetch: boolean;
  reply: { setCookie(value: string): void };
};

export type Action<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Output<E>>;

/** Answers a list, which may be too long to hold in memory. */
export type Lister<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Output<E> | LongList>;

/**
 * Action with slow work before BEGIN (hashing, rendering): `prepare` has no transaction, and its
 * result is passed to `run` inside one.
 */
export type Prepared<E extends Endpoint, P = unknown> = {
  prepare(services: Services, input: Input<E>, asking: Asking): Promise<P>;
  run(context: Context<E>, input: Input<E>, prepared: P): Promise<Output<E>>;
};
/** The caller, as far as known before the transaction begins. */
export type Asking = {
  address: string;
  agent: string;
  token: string | null;
  /** Cookie by which the server may recognise the browser; not verified yet. */
  device: string | null;
};

/** A batched call opens its own transaction: it gets no `tx`, only the caller and the input. */
export type Batched<E extends Endpoint> = {
  answer(services: Services, asking: BatchedAsking, input: Input<E>): Promise<Output<E>>;
};
export type BatchedAsking = Asking & {
  requestId: string;
  idempotencyKey: string | null;
  /** Whether the caller is still connected. */
  isAwaited(): boolean;
  raw: Raw;
};
/** Raw body and headers, for the one call whose signature is calculated over them. */
export type Raw = { body: string; headers: Record<string, string | string[] | undefined> };

/** Current state, and a way to follow changes; `follow` returns a function that unsubscribes. */
export type Following<E extends Endpoint> = {
  now: Output<E>;
  /** `end` closes the stream when the follower loses the right to read it. */
  follow(tell: (news: Output<E>) => void, end: () => void): () => void;
};
export type Follow<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Following<E>>;

/**
 * A table to export: rows come page by page on demand, so that a table of any length is never held
 * in memory as a whole. `name` is the file name without its extension.
 */
export type TableExport = {
  name: string;
  columns: readonly string[];
  rows: AsyncIterable<readonly Cell[]>;
};
/** Filter of a list, without its paging parameters. */
export type FilterOf<E extends Endpoint> = Omit<Input<E>, 'item_per_page' | 'offset' | 'before'>;
type Export<E extends Endpoint> = (context: Context<E>, input: Input<E>) => Promise<TableExport>;

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

/** Every call of the features must be implemented, otherwise this does not compile. */
export type Actions<C extends Record<string, Record<string, Endpoint>>> = {
  [F in keyof C]: {
    [N in keyof C[F]]: C[F][N]['kind'] extends 'batched'
      ? Batched<C[F][N]>
      : C[F][N]['kind'] extends 'stream'
        ? Follow<C[F][N]>
        : C[F][N]['kind'] extends 'export'
          ? Export<C[F][N]>
          : C[F][N] extends { tables: object }
            ? Listed<C[F][N]>
            : // oxlint-disable-next-line typescript/no-explicit-any -- each prepares its own
              Action<C[F][N]> | Lister<C[F][N]> | Prepared<C[F][N], any>;
  };
};

/** Fixes the type of an action with `prepare`, so that `run` receives its result. */
export function prepared<E extends Endpoint, P>(action: Prepared<E, P>): Prepared<E, P> {
  return action;
}
