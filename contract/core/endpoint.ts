// The type of a promise: how one call is reached, who may make it, what it takes and refuses.
import type { z } from 'zod';
import type { RefusalCode } from '../refusals.ts';

/** Who may call. `member` = e-mail confirmed; `verified` = stage 4 and status 3. */
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
 * How the door treats a call.
 * - `read`: no transaction of its own, never writes.
 * - `command`: one transaction; `Idempotency-Key` honoured, successes replayed for 72 h.
 * - `token`: a command whose answer holds a secret, so it is never stored for replay.
 * - `batched`: opens its own transaction (the writer of a case answers it).
 * - `stream`: a read whose answers keep coming, as server-sent events; keeps no session alive.
 * - `document`: a read that answers bytes (a PDF unless `mediaType` says otherwise), not JSON.
 * - `export`: a read that answers a table row by row: CSV, or a workbook by `format: 'xlsx'`.
 */
export type Kind = 'read' | 'command' | 'token' | 'batched' | 'document' | 'stream' | 'export';

export type Files = {
  names: readonly string[];
  max: number;
  pdf: boolean;
  /** Tables as text (CSV) instead of pictures: kept as they came, larger, read by nobody's eye. */
  text?: true;
};

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
  input: I;
  output: O;
  refusals: readonly R[];
  /** Present on multipart calls: the names files may carry and how many may come in all. */
  files?: Files;
  /** Of a document that is no PDF. */
  mediaType?: string;
  /** Operator calls: any of these roles. */
  roles?: readonly Role[];
  /** A call of our own that the specification does not name. */
  own?: true;
  /** For the member himself alone: an operator who looks on as him is refused it. */
  himself?: true;
  /** No other command of the same member is carried out meanwhile; so it is where files come. */
  alone?: true;
  /** At most this many calls a minute from one address or one account. */
  perMinute?: number;
};

/** Declares one call: keeps its exact types, so that a wrong field does not compile. */
export function endpoint<const E extends Endpoint>(promise: E): E {
  return promise;
}

export type Input<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.input<E['output']>;

/** One feature's calls by the name of the action that answers each. */
export type Feature = Record<string, Endpoint>;
