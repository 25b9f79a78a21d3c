// Hooks: how an earlier feature calls a later one. Each is declared here, called by the earlier
// feature as `hooks.<name>`, and connected with the later ones in routes.ts.
import type { PaymentPurpose } from '#contract/banking/calls.ts';
import type { ServerPayeeLine } from '#contract/banking/payees.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { SubjectType } from '#contract/core/subject-words.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { TaskDetail, TaskDetailSent } from '#contract/tasks/details.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Operator } from './call.ts';
import type { BankState } from './banking/health-queries.ts';
import type { Tx } from './database/db.ts';
import type { Kind } from './notices/rules.ts';
import type { DutyRules } from './tasks/duty/duty-rules.ts';
import type { Work } from './work.ts';

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
  subjectType: SubjectType;
  subjectId: number;
  subjectLabel: string;
  /** Data stored with the task itself; everything else is read from the task's subject. */
  detail: TaskDetail<K>;
  makerId: number | null;
  status: 'open' | 'done';
};

/** A warning about the subject of a task, as the feature of the subject finds it. */
export type TaskFlag = {
  code: FlagCode;
  /** Ids, days and amounts by which the same warning is recognised; another value asks again. */
  facts: string;
  text: string;
  /** Members whom it is about, others with masked names. */
  who?: readonly { id: number; name: string | null }[];
  /**
   * The member who is paid, if the task is about payments to several: an answer serves every
   * payment to them, whichever task asks.
   */
  memberId?: number;
};

/** Reads and decides tasks of one kind; implemented by the feature that owns the task's subject. */
export type TaskHandler<K extends TaskKind> = {
  detail(work: Work, task: TaskRow<K>): Promise<TaskDetailSent<K> | TaskDetail<K>>;
  /**
   * Runs in the transaction of the decision; throws a Refusal to keep the task open. Returns
   * `overtaken` if there was nothing left to decide: the task ends then without a decision.
   */
  decide(
    work: Work & { operator: Operator },
    task: TaskRow<K>,
    decision: DecisionOf<K>,
  ): Promise<void | 'overtaken'>;
  /**
   * Warnings about the subject of an open task. `deciding` is true if the answers are about to be
   * required: then the subject is locked first. What others do meanwhile, such as sharing the
   * account, may still appear after the check. `decision` is what is decided, where a decision may
   * leave a part of the subject out.
   */
  flags?(
    work: Work,
    task: TaskRow<K>,
    deciding: boolean,
    decision?: DecisionOf<K>,
  ): Promise<readonly TaskFlag[]>;
  /** Amount that an approval allows, in NT$; required for the kinds with a limit. */
  amount?(work: Work, task: TaskRow<K>): Promise<Money>;
};

export type Receipt = {
  id: number;
  bank: string;
  at: Date;
  /** The bank's date of the receipt, which decides whether a payment was in time. */
  day: Day;
  type: string;
  amount: Money;
  virtualAccount: string;
  fromBank: string | null;
  fromAccount: string | null;
  /** Whether persons assigned the money although it is not shown to be the member's own. */
  thirdParty: boolean;
  subjectId: number;
};

/**
 * Outcome of a receipt for an order or a loan. `suspense` leaves the money in suspense, with a task
 * that contains the reason.
 */
export type Reception = { state: 'matched' } | { state: 'suspense'; reason: string };

export type Settled = {
  paymentId: number;
  /** Our own reference, known to the bank, by which its transfers are identified. */
  reference: string;
  purpose: PaymentPurpose;
  subjectId: number;
  memberId: number | null;
  amount: Money;
  outcome: 'confirmed' | 'returned';
  /** Returned after the bank had confirmed it: the money was gone and is back. */
  late: boolean;
  /** Returned without having been sent, because its account cannot be read. */
  unsent: boolean;
  day: Day;
  reason: string | null;
};
/**
 * Amount that the bank took back although the subject has already spent it; null if the subject
 * returned the whole amount.
 */
export type Shortfall = { amount: Money; loanId: number; memberId: number; label: string } | null;

export type { PaymentPurpose };

/**
 * Payment kinds whose batches a second person must release; disbursements were checked loan by
 * loan.
 */
export type DraftedKind = Exclude<PaymentPurpose, 'disbursement'>;
export type BatchHook = {
  /** Orders the bank to make the payments that may still be made, each with the batch's id. */
  pay(work: Work, batchId: number, subjectIds: readonly number[]): Promise<void>;
  /** Allows the subjects to be released again. */
  giveBack(work: Work, subjectIds: readonly number[], reason: string): Promise<void>;
  /**
   * Lets a payment that was left out of an approved batch wait for a person, with the reason;
   * missing if a batch has one payment only.
   */
  keepBack?(work: Work, subjectId: number, reason: string): Promise<void>;
};

/**
 * Hooks by which an earlier feature calls a later one; there is no other way for it to do so.
 * routes.ts wires them explicitly, and all run inside the transaction that caused them.
 */
export type Hooks = {
  /** Every kind of notice, in the order of the features; the office may change their texts. */
  kinds: readonly Kind[];
  /** Called after a reset of the password or the loss of a phone: ends what else was set up. */
  accessEnded: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /** Whether money of a member is on its way or invested, or they owe some. */
  holdsMoney: (tx: Tx, memberId: number) => Promise<boolean>;
  /** Called when a member is held no longer: their deadlines stood still meanwhile. */
  holdEnded: readonly ((work: Work, of: { memberId: number; heldAt: Date }) => Promise<void>)[];
  /** Called when what is owed to a member has an account again to which it can go. */
  accountReady: readonly ((work: Work, memberId: number) => Promise<void>)[];
  /**
   * Called when a member's verification or proof of income has arrived, or when an operator has
   * decided about it. The row of the profile is locked, so that of two documents that arrive at
   * once one sees the other.
   */
  papersMoved: readonly ((work: Work, memberId: number) => Promise<void>)[];
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
  /** What is known about members who are paid, by their ids; without those who cannot be. */
  payees: (
    work: Work,
    memberIds: readonly number[],
  ) => Promise<ReadonlyMap<number, ServerPayeeLine>>;
  /** What must be answered before these payments to members leave. */
  payeeFlags: (
    work: Work,
    payments: readonly { memberId: number; amount: Money }[],
  ) => Promise<readonly TaskFlag[]>;
  /** Called when two persons have agreed on a batch, which is then paid, or one returned it. */
  batches: Record<DraftedKind, BatchHook>;
  /** What the health page and the exceptions of the operation ask about the bank. */
  bankHealth: {
    /** The last check of the trust account, and the first past day that is not closed yet. */
    state: (tx: Tx, now: Date, today: Day) => Promise<BankState>;
    /** Approved batches of payments that have not been sent to the bank yet. */
    payments: (
      tx: Tx,
      realNow: Date,
    ) => Promise<{ waiting: number; failing: number; oldestSeconds: number }>;
    /** Batches that wait for the bank, with whether it has failed to take them for too long. */
    batches: (tx: Tx, before: Date) => Promise<readonly { id: number; isStuck: boolean }[]>;
  };
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

/** The hooks of this process. They are the same for every server in it, and have no state. */
export let hooks: Hooks;

/** Connects the features, before anything is called; returns what was connected before. */
export function connect(all: Hooks): Hooks {
  const before = hooks;
  hooks = all;
  return before;
}
