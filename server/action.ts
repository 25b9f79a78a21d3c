// What an action is given and what it gives back; what runs the other way along the feature line.
import type { Access, Endpoint, Input, Output, Role } from '#contract/core/endpoint.ts';
import type { Cell } from '#contract/core/csv.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Day } from '#contract/core/day.ts';
import type { Decision, TaskKind } from '#contract/tasks/calls.ts';
import type { Files, StoredFile } from './adapters/files/files.ts';
import type { Images } from './adapters/images/images.ts';
import type { VirusScan } from './adapters/files/virus-scan.ts';
import type { Renditions } from './adapters/images/renditions.ts';
import type { Workbooks } from './adapters/workbooks.ts';
import type { Bank } from './adapters/bank/bank.ts';
import type { Captcha, ProofOfWork } from './adapters/auth/captcha.ts';
import type { Google } from './adapters/auth/google.ts';
import type { DemoGoogle } from './adapters/auth/google-demo.ts';
import type { Mailer } from './adapters/mail.ts';
import type { SmsSender } from './adapters/sms.ts';
import type { PasswordRange } from './adapters/auth/password-range.ts';
import type { Passwords } from './adapters/auth/passwords.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { Documents } from './adapters/pdf/pdf.ts';
import type { MovableClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { SandboxBank } from './demonstration/sandbox-bank.ts';
import type { Pool, Tx } from './database/db.ts';
import type { LongList } from './tables/long-list.ts';
import type { Kind } from './notices/rules.ts';
import type { SecurityLog } from './tasks/security/security-log.ts';
import type { Logger } from 'pino';

/** What outlives a request: one pool, the adapters, the clock, the wiring. */
export type Services = {
  pool: Pool;
  config: Config;
  log: Logger;
  /** What is refused at the door, for whoever looks for attacks. */
  securityLog: SecurityLog;
  clock: Clock;
  hooks: Hooks;
  files: Files;
  images: Images;
  /** Null where no scanner is set: then uploads are not looked through. */
  virusScan: VirusScan | null;
  /** A service that knows leaked passwords, where one is set. */
  passwordRange: PasswordRange | null;
  renditions: Renditions;
  workbooks: Workbooks;
  secrets: Secrets;
  passwords: Passwords;
  documents: Documents;
  mailer: Mailer;
  sms: SmsSender;
  bank: Bank;
  captcha: Captcha;
  /** Work for a browser, where many ask at once; whatever the captcha of the sign-in is. */
  proof: ProofOfWork;
  /** Null where sign-in with Google is not set up. */
  google: Google | null;
  /** The sandbox bank, the clock that can be moved, the issuer of Google's; null in production. */
  demonstration: { bank: SandboxBank; clock: MovableClock; google: DemoGoogle | null } | null;
  /** Tests hold every answer against the contract; elsewhere the serialiser's check is enough. */
  checkAnswers?: boolean;
};

/** Business time may be moved on in the demonstration; real time never is. */
export type Clock = { now(): Date; realNow(): Date };

export type Actor = {
  type: 'member' | 'operator' | 'system' | 'bank';
  id: number | null;
};

/** One unit of work inside one transaction: a call, a job or a bank report. */
export type Work = {
  tx: Tx;
  /** Business time; `today` is its Asia/Taipei date. Tokens, codes and throttles use realNow. */
  now: Date;
  today: Day;
  realNow: Date;
  actor: Actor;
  requestId: string;
  services: Services;
};

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
  /** An operator who looks on as the member: he reads, and does nothing. */
  viewing: { id: number; operatorId: number } | null;
};

export type Operator = {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  sessionId: number;
};

/** A file that came with the call, already sanitised, encrypted and on disk. */
export type StoredUpload = {
  field: string;
  filename: string;
  contentType: string;
  stored: StoredFile;
  /** Of a document: as it came, kept as evidence and never served. */
  original?: StoredFile;
  /** Of a picture. */
  width?: number;
  height?: number;
};

type MemberFor<A extends Access> = A extends 'public' | 'operator' ? null : Member;
type OperatorFor<A extends Access> = A extends 'operator' ? Operator : null;

/** A call's unit of work, with who is asking; `member` is there exactly where access says so. */
export type Context<E extends Endpoint = Endpoint> = ContextFor<E['access']>;
type ContextFor<A extends Access> = Work & {
  member: MemberFor<A>;
  operator: OperatorFor<A>;
  files: StoredUpload[];
  address: string;
  agent: string;
  /** What the browser sent as the cookie by which it may be known; unchecked. */
  device: string | null;
  idempotencyKey: string | null;
  /** The session token that came along, which public calls do not look at otherwise; unchecked. */
  carriedToken: string | null;
  /** Asked before anybody looks at it: by HEAD, or by a browser that guesses the next page. */
  isPrefetch: boolean;
  reply: { setCookie(value: string): void };
};

export type Action<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Output<E>>;

/** Answers a list, which may be too long to hold. */
export type Lister<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Output<E> | LongList>;

/**
 * Slow work before BEGIN (hashing, rendering): `prepare` sees no transaction, and what it answers
 * is handed to `run` inside one.
 */
export type Prepared<E extends Endpoint, P = unknown> = {
  prepare(services: Services, input: Input<E>, asking: Asking): Promise<P>;
  run(context: Context<E>, input: Input<E>, prepared: P): Promise<Output<E>>;
};
/** Who asks, as far as it is known before the transaction. */
export type Asking = {
  address: string;
  agent: string;
  token: string | null;
  /** What the browser sent as the cookie by which it may be known; unchecked. */
  device: string | null;
};

/** A batched call opens its own transaction: it is given no `tx`, only who and what. */
export type Batched<E extends Endpoint> = {
  answer(services: Services, asking: BatchedAsking, input: Input<E>): Promise<Output<E>>;
};
export type BatchedAsking = Asking & {
  requestId: string;
  idempotencyKey: string | null;
  raw: Raw;
};
/** The body as it came and its headers, for the one call whose signature covers them. */
export type Raw = { body: string; headers: Record<string, string | string[] | undefined> };

/** What there is now, and how to be told of what comes; `follow` answers how to leave. */
export type Following<E extends Endpoint> = {
  now: Output<E>;
  /** `end` closes the stream, where the one who follows may hear no more. */
  follow(tell: (news: Output<E>) => void, end: () => void): () => void;
};
export type Follow<E extends Endpoint> = (
  context: Context<E>,
  input: Input<E>,
) => Promise<Following<E>>;

/**
 * A table to be handed out: rows come page by page as they are asked for, so that none of any
 * length is ever held whole. `name` is the file's, without its ending.
 */
export type TableExport = {
  name: string;
  columns: readonly string[];
  rows: AsyncIterable<readonly Cell[]>;
};
/** Rows of a list beyond the last that was given; none at its end. */
export type Next<Row> = (last: Row | null, limit: number) => Promise<readonly Row[]>;
/** What narrows a list, without what turns its pages. */
export type FilterOf<E extends Endpoint> = Omit<Input<E>, 'item_per_page' | 'offset' | 'before'>;
type Export<E extends Endpoint> = (context: Context<E>, input: Input<E>) => Promise<TableExport>;

/** Every call of the features must be answered, or this does not compile. */
export type Actions<C extends Record<string, Record<string, Endpoint>>> = {
  [F in keyof C]: {
    [N in keyof C[F]]: C[F][N]['kind'] extends 'batched'
      ? Batched<C[F][N]>
      : C[F][N]['kind'] extends 'stream'
        ? Follow<C[F][N]>
        : C[F][N]['kind'] extends 'export'
          ? Export<C[F][N]>
          : // oxlint-disable-next-line typescript/no-explicit-any -- each prepares its own
            Action<C[F][N]> | Lister<C[F][N]> | Prepared<C[F][N], any>;
  };
};

/** Fixes the type of an action with `prepare`, so that `run` is handed what it answered. */
export function prepared<E extends Endpoint, P>(action: Prepared<E, P>): Prepared<E, P> {
  return action;
}

export type Receipt = {
  id: number;
  bank: string;
  at: Date;
  /** The bank's date: it decides what was in time. */
  day: Day;
  type: string;
  amount: number;
  virtualAccount: string;
  fromBank: string | null;
  fromAccount: string | null;
  subjectId: number;
};

/** What a subject made of a receipt. `suspense` leaves the money there, with a task to say why. */
export type Reception = { state: 'matched' } | { state: 'suspense'; reason: string };

export type Settled = {
  paymentId: number;
  /** Ours, known to the bank: what its transfers are remembered by. */
  reference: string;
  purpose: PaymentPurpose;
  subjectId: number;
  memberId: number | null;
  amount: number;
  outcome: 'confirmed' | 'returned';
  /** Returned after the bank had confirmed it: the money was gone and is back. */
  late: boolean;
  day: Day;
  reason: string | null;
};
/** Money the bank took back that its subject no longer has; null where it gave up all of it. */
export type Shortfall = { amount: number; loanId: number; memberId: number; label: string } | null;
export type PaymentPurpose = 'disbursement' | 'refund' | 'payout' | 'return';

/** Kinds whose batches wait for a second person; a disbursement was checked loan by loan. */
export type DraftedKind = Exclude<PaymentPurpose, 'disbursement'>;
export type BatchHook = {
  /** Orders the payments of what may still be paid, each with the batch's id. */
  pay(work: Work, batchId: number, subjectIds: readonly number[]): Promise<void>;
  /** Lets the subjects be released again. */
  giveBack(work: Work, subjectIds: readonly number[], reason: string): Promise<void>;
};

export type LoanMove = { id: number; memberId: number; from: LoanStatus; to: LoanStatus };

export type TaskRow = {
  id: number;
  kind: TaskKind;
  subjectType: string;
  subjectId: number;
  subjectLabel: string;
  detail: Record<string, unknown>;
  makerId: number | null;
  status: 'open' | 'done';
};

/** How one kind of task is shown and decided, by the feature that owns its subject. */
export type TaskHandler = {
  detail(work: Work, task: TaskRow): Promise<Record<string, unknown>>;
  /** Runs in the transaction of the decision; throws a Refusal to leave the task open. */
  decide(work: Work & { operator: Operator }, task: TaskRow, decision: Decision): Promise<void>;
};

/**
 * What runs against the feature line: an earlier feature calls a later one only through these,
 * and routes.ts wires them in plain sight. All run inside the transaction that caused them.
 */
export type Hooks = {
  /** Every kind of notice, of all features in their order: what the office may word anew. */
  kinds: readonly Kind[];
  /** An account is about to be closed: nothing may be begun on it from here on. */
  memberClosing: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** An account is being closed: nothing of its money is under way any more. */
  memberClosed: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Nothing of a person whose account was closed long ago is to be kept any more. */
  memberErased: readonly ((work: Work, memberId: number) => Promise<void>)[];
  loanMoved: readonly ((work: Work, move: LoanMove) => Promise<void>)[];
  /** Another version of a plan is in force: pages that told of the last one are outdated. */
  plansChanged: readonly ((work: Work) => Promise<void>)[];
  received: Record<'order' | 'loan', (work: Work, receipt: Receipt) => Promise<Reception>>;
  /** Gives what there is back to suspense; the bank's side covers what it answers is missing. */
  reversed: Record<'order' | 'loan', (work: Work, receipt: Receipt) => Promise<Shortfall>>;
  settled: Record<PaymentPurpose, (work: Work, settled: Settled) => Promise<void>>;
  /** A batch that two persons agreed on is paid, or the second one gave it back. */
  batches: Record<DraftedKind, BatchHook>;
  tasks: Partial<Record<TaskKind, TaskHandler>>;
};

/** Work that a feature does by itself. `each` minute, or once a business day in the given order. */
export type Job = {
  name: string;
  each: 'minute' | 'day';
  run(services: Services): Promise<void>;
};

/**
 * Work that judges by what the bank has reported: run for each day in order, once the bank has
 * closed the day. All records dated up to it are in; rules see the day after it as today.
 */
export type ClosedDayJob = {
  name: string;
  each: 'closedDay';
  judge(services: Services, day: Day): Promise<void>;
};
