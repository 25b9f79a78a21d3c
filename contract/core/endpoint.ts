// Type that declares one API call: method, path, access, input, output and refusals.
import type { z } from 'zod';
import type { Day } from './day.ts';
import type { Scope } from '../identity/scopes.ts';
import type { RefusalCode } from '../refusals.ts';

export type { Scope } from '../identity/scopes.ts';

/**
 * Who may call. `member` = e-mail confirmed; `verified` = all four verification stages approved
 * (stage 4 and status 3).
 */
export type Access = 'public' | 'signedIn' | 'member' | 'verified' | 'operator';

export const roles = ['reviewer', 'approver', 'finance', 'editor', 'auditor', 'admin'] as const;
export type Role = (typeof roles)[number];
export const roleText: Record<Role, string> = {
  reviewer: '審核',
  approver: '核准',
  finance: '出納',
  editor: '內容',
  auditor: '稽核',
  admin: '管理',
};

/**
 * How the HTTP layer treats a call.
 *
 * - `read`: has no transaction of its own and never writes.
 *
 * - `command`: runs in one transaction; `Idempotency-Key` is honoured, and successful answers are
 * replayed for 72 h.
 *
 * - `token`: a command whose answer contains a secret, so the answer is never stored for replay.
 *
 * - `batched`: a command whose action opens the transaction itself, so that several orders of a
 * loan case are written together.
 *
 * - `stream`: a read that keeps sending answers as server-sent events; it does not extend the
 * session.
 *
 * - `document`: a read that answers bytes (a PDF unless `mediaType` says otherwise), not JSON.
 *
 * - `export`: a read that answers a table row by row, as CSV or, with `format: 'xlsx'`, as an Excel
 * workbook.
 */
export type Kind = 'read' | 'command' | 'token' | 'batched' | 'document' | 'stream' | 'export';

export type Files = {
  names: readonly string[];
  max: number;
  pdf: boolean;
  /**
   * The uploaded files are text tables (CSV), not pictures; they are stored unchanged and may be
   * larger than pictures.
   */
  text?: true;
};

/**
 * A table of a call: with `format` the call answers it as a file, and with its `key` as `table` if
 * the call is no list. `formerly` is the path at which the file was until 0.7.0, which leads to the
 * address of today.
 */
export type TableCall = { name: string; key: string; file: Endpoint; formerly: `/${string}` };

export type Endpoint<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends RefusalCode = RefusalCode,
> = {
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: Access;
  kind: Kind;
  /** One line in English for the API description. */
  summary: string;
  /** What a program must know besides, in English: when it is refused, and how to go on. */
  description?: string;
  input: I;
  output: O;
  refusals: readonly R[];
  /** For multipart calls: the allowed names of file fields and the maximum number of files. */
  files?: Files;
  /** Media type of a document that is not a PDF. */
  mediaType?: string;
  /** For operator calls: any one of these roles is sufficient. */
  roles?: readonly Role[];
  /** True for the 72 calls of the specification; all others are our own. */
  specified?: true;
  /** Only for the member in person: refused to an operator who is impersonating the member. */
  himself?: true;
  /**
   * The call waits until no other command of the same member is running; this always applies to
   * calls with files.
   */
  alone?: true;
  /**
   * Scope that a token of the API needs for this call; without one, no token can ever make it.
   * `contract/identity/scopes.test.ts` says which calls can have none.
   */
  scope?: Scope;
  /**
   * Left out of the public description of the API, because only the bank, or the page that an
   * operator's link opens, makes this call.
   */
  internal?: true;
  /**
   * Set if the call will be switched off: since when programs should not use it, from which day it
   * no longer exists, and the path of the call to use instead.
   */
  deprecated?: { since: Day; sunset: Day; instead: `/${string}` };
  /** Maximum number of calls per minute from one address or one account. */
  perMinute?: number;
  /** Tables that the call answers as files with `format`, by name; a list has the one `data`. */
  tables?: Readonly<Record<string, TableCall>>;
};

/** What a call says of itself; its access, kind and usual method come from its verb. */
type Promised = Omit<Endpoint, 'access' | 'kind' | 'method' | 'refusals'> &
  Partial<Pick<Endpoint, 'method' | 'refusals'>>;
type Unless<P, Name extends string, Value> =
  P extends Record<Name, unknown> ? unknown : Record<Name, Value>;
type Declared<A extends Access, K extends Kind, M extends Endpoint['method'], P> = {
  access: A;
  kind: K;
} & Unless<P, 'method', M> &
  Unless<P, 'refusals', readonly []> &
  P;

const verb =
  <A extends Access, K extends Kind, M extends Endpoint['method']>(access: A, kind: K, method: M) =>
  <const P extends Promised>(promise: P): Declared<A, K, M, P> =>
    ({ method, access, kind, refusals: [], ...promise }) as never;

/**
 * The verbs of one kind of caller. Each declares one call and keeps its exact types, so that a
 * wrong field does not compile. Unless the call says otherwise, what reads is a GET, what writes a
 * POST, and nothing is refused besides what the HTTP layer refuses.
 */
const verbsOf = <A extends Access>(access: A) => ({
  read: verb(access, 'read', 'GET'),
  document: verb(access, 'document', 'GET'),
  stream: verb(access, 'stream', 'GET'),
  export: verb(access, 'export', 'GET'),
  command: verb(access, 'command', 'POST'),
  token: verb(access, 'token', 'POST'),
  batched: verb(access, 'batched', 'POST'),
});

export const visitor = verbsOf('public');
export const signedIn = verbsOf('signedIn');
export const member = verbsOf('member');
export const verified = verbsOf('verified');
export const office = verbsOf('operator');

/**
 * Types of what an action receives and returns in the server. Input is decoded from JSON, so JSON
 * has the type `z.input` of the input schema. Output is encoded to JSON, so JSON has the type
 * `z.output` of the output schema.
 */
export type Input<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.input<E['output']>;

/** Calls of one feature, keyed by the name of the action that answers each. */
export type Feature = Record<string, Endpoint>;

type Together<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Together<Rest>
  : unknown;

/**
 * The calls of a feature that are declared in several files. Throws if two of them have the same
 * name, because one would silently take the place of the other.
 */
export function together<Parts extends readonly Feature[]>(...parts: Parts): Together<Parts> {
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two calls of a feature are named ${twice}`);
  return Object.assign({}, ...parts) as Together<Parts>;
}
