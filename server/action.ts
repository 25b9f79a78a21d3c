// Types of actions: what they get and return. Also the hooks by which an earlier feature calls a
// later one.
import type { StepUpAct } from '#contract/identity/step-up.ts';
import type { Money } from '#contract/core/money.ts';
import type { Access, Endpoint, Input, Output, Role, Scope } from '#contract/core/endpoint.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import type { Cell } from '#contract/core/csv.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Day } from '#contract/core/day.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { TaskDetail, TaskDetailSent } from '#contract/tasks/details.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Files, StoredFile } from './adapters/files/files.ts';
import type { Images } from './adapters/images/images.ts';
import type { VirusScan } from './adapters/files/virus-scan.ts';
import type { Renditions } from './adapters/images/renditions.ts';
import type { StatementReader } from './adapters/bank/statement/statement-reader.ts';
import type { Workbooks } from './adapters/workbooks.ts';
import type { Bank } from './adapters/bank/bank.ts';
import type { Captcha, ProofOfWork } from './adapters/auth/captcha.ts';
import type { Google } from './adapters/auth/google.ts';
import type { IdentityProvider } from './adapters/auth/oidc.ts';
import type { DemoGoogle } from './adapters/auth/google-demo.ts';
import type { Mailer } from './adapters/mail.ts';
import type { Screening } from './adapters/screening/screening.ts';
import type { Channels } from './adapters/channels.ts';
import type { SmsSender } from './adapters/sms/sms.ts';
import type { PasswordRange } from './adapters/auth/password-range.ts';
import type { Passwords } from './adapters/auth/passwords.ts';
import type { WrappedFileKey } from './adapters/files/file-keys.ts';
import type { KeyRing } from './adapters/key-ring.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { Documents } from './adapters/pdf/pdf.ts';
import type { Timestamps } from './adapters/timestamps/timestamps.ts';
import type { MovableClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { SandboxBank } from './demonstration/sandbox-bank.ts';
import type { Pool, Tx } from './database/db.ts';
import type { Metrics } from './telemetry/state.ts';
import type { LongList } from './tables/long-list.ts';
import type { Kind } from './notices/rules.ts';
import type { DutyRules } from './tasks/duty/duty-rules.ts';
import type { SecurityLog } from './tasks/security/security-log.ts';
import type {
  BatchHook,
  DraftedKind,
  PaymentPurpose,
  Receipt,
  Reception,
  Settled,
  Shortfall,
} from './money-hooks.ts';
import type { Logger } from 'pino';

/** Services that exist for longer than a request: database pool, adapters, clock and hooks. */
export type Services = Channels & {
  pool: Pool;
  config: Config;
  log: Logger;
  /** Null if nobody can read the metrics of this process. */
  metrics: Metrics | null;
  /** Log of requests refused by the API, for finding attacks. */
  securityLog: SecurityLog;
  clock: Clock;
  hooks: Hooks;
  files: Files;
  images: Images;
  /** Null if uploads are not scanned. */
  virusScan: VirusScan | null;
  /** Service that knows which passwords were leaked; null if none is configured. */
  passwordRange: PasswordRange | null;
  renditions: Renditions;
  workbooks: Workbooks;
  statements: StatementReader;
  secrets: Secrets;
  /**
   * Versions of the data key that this process has. `rewrapped` returns the key of a file,
   * encrypted with the current version.
   */
  keys: Pick<KeyRing, 'current' | 'versions'> & {
    rewrapped(file: WrappedFileKey): string;
    /** Versions of the hash key. */
    hashes: Pick<KeyRing, 'current' | 'versions'>;
  };
  passwords: Passwords;
  documents: Documents;
  /** Null if no authority is configured. */
  timestamps: Timestamps | null;
  mailer: Mailer;
  sms: SmsSender;
  /** List of sanctioned persons; null if none is configured. */
  screening: Screening | null;
  bank: Bank;
  captcha: Captcha;
  /**
   * Proof of work demanded from browsers when many requests come at once; independent of the
   * captcha of the sign-in.
   */
  proof: ProofOfWork;
  /** Null if sign-in with Google is not configured. */
  google: Google | null;
  /** The company's provider, through which operators sign in; null if none is configured. */
  identityProvider: IdentityProvider | null;
  /** Sandbox bank, movable clock and Google issuer of the demonstration; null in production. */
  demonstration: { bank: SandboxBank; clock: MovableClock; google: DemoGoogle | null } | null;
  /**
   * Abort signal that is set when this server process shuts down. From then on, long work such as
   * jobs and event streams is no longer started.
   */
  leaving: AbortSignal;
  /**
   * Tests validate every answer against the contract; elsewhere the check of the JSON serialiser is
   * enough.
   */
  checkAnswers?: boolean;
};

/** In the demonstration, business time (`now`) may be advanced; real time (`realNow`) never is. */
export type Clock = { now(): Date; realNow(): Date };

export type Actor = {
  type: 'member' | 'operator' | 'system' | 'bank';
  id: number | null;
};

/** One unit of work inside one transaction: a request, a job or a bank report. */
export type Work = {
  tx: Tx;
  /**
   * Business time; `today` is its day in Asia/Taipei. Tokens, codes and rate limits use realNow.
   */
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

/** Every call of the features must be implemented, otherwise this does not compile. */
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

/** Fixes the type of an action with `prepare`, so that `run` receives its result. */
export function prepared<E extends Endpoint, P>(action: Prepared<E, P>): Prepared<E, P> {
  return action;
}

export type LoanMove = {
  id: number;
  memberId: number;
  from: LoanStatus;
  to: LoanStatus;
  action: ActionName;
};

export type TaskRow<K extends TaskKind> = {
  id: number;
  kind: K;
  subjectType: string;
  subjectId: number;
  subjectLabel: string;
  /** Data stored with the task itself; everything else is read from the task's subject. */
  detail: TaskDetail<K>;
  makerId: number | null;
  status: 'open' | 'done';
};

/** Reads and decides tasks of one kind; implemented by the feature that owns the task's subject. */
export type TaskHandler<K extends TaskKind> = {
  detail(work: Work, task: TaskRow<K>): Promise<TaskDetailSent<K> | TaskDetail<K>>;
  /** Runs in the transaction of the decision; throws a Refusal to keep the task open. */
  decide(
    work: Work & { operator: Operator },
    task: TaskRow<K>,
    decision: DecisionOf<K>,
  ): Promise<void>;
  /** Amount that an approval allows, in NT$; required for the kinds with a limit. */
  amount?(work: Work, task: TaskRow<K>): Promise<Money>;
};

/**
 * Hooks by which an earlier feature calls a later one; there is no other way for it to do so.
 * routes.ts wires them explicitly, and all run inside the transaction that caused them.
 */
export type Hooks = {
  /** Every kind of notice, in the order of the features; the office may change their texts. */
  kinds: readonly Kind[];
  /** Called before an account is closed, so that nothing new is started on it. */
  memberClosing: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Called when an account is closed; throws if any of its money is in transit. */
  memberClosed: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Called after a reset of the password or the loss of a phone: ends what else was set up. */
  accessEnded: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Deletes the remaining data of a person whose account was closed long ago. */
  memberErased: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Called when a member is held no longer: their deadlines stood still meanwhile. */
  holdEnded: readonly ((work: Work, of: { memberId: number; heldAt: Date }) => Promise<void>)[];
  /**
   * Called when a member's verification or proof of income has arrived, was approved or, with
   * `isBack`, was returned to them. The row of the profile is locked, so that of two documents that
   * arrive at once one sees the other.
   */
  papersMoved: readonly ((
    work: Work,
    of: { memberId: number; isBack: boolean },
  ) => Promise<void>)[];
  loanMoved: readonly ((work: Work, move: LoanMove) => Promise<void>)[];
  /** Whether the mandate of a member covers an order of this amount in NT$, or an instalment. */
  mandateCovers: (
    tx: Tx,
    memberId: number,
    of: number | { loanId: number; no: number; on: Day },
  ) => Promise<boolean>;
  /** Debits that the bank has and has not answered, so that they may have been carried out. */
  debitsUnderWay: {
    order: (tx: Tx, orderId: number) => Promise<boolean>;
    /** Those of these loans whose oldest unpaid instalment may have been debited by this day. */
    loans: (tx: Tx, loanIds: readonly number[], closed: Day) => Promise<ReadonlySet<number>>;
    /** Whether the bank's line with this number credits one of them: its answer will book it. */
    line: (tx: Tx, seq: string) => Promise<boolean>;
  };
  /** The member whose account was debited if the bank's line with this number is a debit's. */
  debitedMember: (tx: Tx, seq: string) => Promise<number | null>;
  plansChanged: readonly ((work: Work) => Promise<void>)[];
  received: Record<'order' | 'loan', (work: Work, receipt: Receipt) => Promise<Reception>>;
  /**
   * Moves the part of a reversed receipt that the order or loan has not spent back to suspense;
   * returns the shortfall, which banking covers.
   */
  reversed: Record<'order' | 'loan', (work: Work, receipt: Receipt) => Promise<Shortfall>>;
  /**
   * Called when money that lay in suspense after it came back (`lodgeReturn`) was being returned to
   * its payer and came back again. What the platform covered of it ends the claims; returns how
   * much that is, in NT$. The caller holds the loan's lock; `takenAs` names the transfer that takes
   * it.
   */
  lodgedBack: Record<
    'refund' | 'payout',
    (work: Work, subjectId: number, takenAs: string) => Promise<Money>
  >;
  settled: Record<PaymentPurpose, (work: Work, settled: Settled) => Promise<void>>;
  /** Called when two persons have agreed on a batch, which is then paid, or one returned it. */
  batches: Record<DraftedKind, BatchHook>;
  /**
   * Called after a transfer has changed what the trust owes the company; `isLower` if one of them
   * lowered it.
   */
  trustMoved: (work: Work, isLower: boolean) => Promise<void>;
  /** Called when two persons have named the account from which money of a third party came. */
  sourceConfirmed: (work: Work, receiptId: number) => Promise<void>;
  tasks: { [K in TaskKind]?: TaskHandler<K> };
  /** Returns the rules of the operators' work that are in force at an instant. */
  duty: (tx: Tx, at: Date) => Promise<DutyRules>;
};
