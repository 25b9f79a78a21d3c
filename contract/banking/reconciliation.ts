// Daily reconciliation of the trust account: bank balance against the books, with explanations.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { pendingBookingSchema } from './bookings.ts';
import { office } from '../core/endpoint.ts';
import { transferKinds } from '../ledger/kinds.ts';
import { done, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { daySchema, statedMoneySchema, countSchema, moneySchema } from '../core/wire.ts';

/** Kinds of account whose total the trust account must hold. */
export const owedKinds = [
  'order_funds',
  'suspense',
  'borrower_prepaid',
  'payable_to_investor',
  'refund_payable',
  'platform_due',
  'trust_interest',
] as const;

/**
 * Why bank and books differ. unbooked: the bank has a line that the books lack; unconfirmed: the
 * books have a payment or receipt that the bank's lines lack; amount: both have it, with different
 * amounts; own: booked without the bank, such as what we cover; opening: from before the first
 * statement.
 */
export const differenceKinds = [
  'unbooked',
  'inFlight',
  'unconfirmed',
  'amount',
  'own',
  'opening',
] as const;

/** A difference of more than NT$1,000, or older than two days, is signed only with a reason. */
export const REASON_ABOVE = 1_000;
export const REASON_AFTER_DAYS = 2;

const difference = z.object({
  kind: z.enum(differenceKinds),
  day: z.string(),
  /** The bank's seq of the line, our payment reference, or the id of a transfer. */
  reference: z.string(),
  /** NT$ by which the bank's balance exceeds the books because of this difference. */
  amount: statedMoneySchema,
  /** The owner of the difference's task, and since when; null if nobody was assigned yet. */
  task: z
    .object({
      id: outputIdSchema,
      owner: z.string().nullable(),
      createdAt: instantSchema,
      dueAt: instantSchema,
    })
    .nullable(),
  /** The booking that would explain it, which waits for its second person; null if none does. */
  booking: pendingBookingSchema.nullable(),
  /** Id for `explainDifference`; null of what has no task. */
  id: outputIdSchema.nullable(),
  /** Why it stands, as one person wrote; the second signer confirms it. */
  reason: z.string().nullable(),
  /** Whether the day can be signed only with a reason: it is large or old. */
  needsReason: z.boolean(),
});
export type Difference = z.output<typeof difference>;
export type ServerDifference = ServerSide<typeof difference>;

export const daySummary = z.object({
  day: z.string(),
  /** Closing balance in NT$; null until the bank has reported it. */
  closing: statedMoneySchema.nullable(),
  source: z.enum(['statement', 'sandbox']).nullable(),
  books: statedMoneySchema,
  owed: statedMoneySchema,
  /** First signer; the day is closed once another person has signed as well. */
  signedBy: z.string().nullable(),
  signedAt: instantSchema.nullable(),
  secondBy: z.string().nullable(),
  secondAt: instantSchema.nullable(),
  /** Nothing more is booked on this day, because two persons signed this day or a later one. */
  closed: z.boolean(),
});
export type ReconciledDay = z.output<typeof daySummary>;
export type ServerReconciledDay = ServerSide<typeof daySummary>;

/**
 * A receipt or payment recorded after the day of its bank date was closed, and therefore booked on
 * the first open day.
 */
const lateRecord = z.object({
  transferId: z.string(),
  kind: z.enum(transferKinds),
  /** Bank date, on which interest and overdue days are calculated. */
  valueOn: z.string(),
  bookedOn: z.string(),
  /** NT$ that came into the trust account; negative if it left. */
  amount: statedMoneySchema,
});
export type LateRecord = z.output<typeof lateRecord>;

/**
 * signed, second: the two signatures; replaced: the first signature was replaced because the
 * figures had changed; asked, reopened, refused: a request to reopen the day and its outcome.
 */
export const dayEvents = ['signed', 'second', 'replaced', 'asked', 'reopened', 'refused'] as const;
const dayEvent = z.object({
  kind: z.enum(dayEvents),
  at: instantSchema,
  who: z.string().nullable(),
  /** Text of the note or the reason. */
  text: z.string().nullable(),
  /**
   * Day that was requested to be reopened; a request for an earlier day reopens this day as well.
   */
  day: z.string(),
});
export type DayEvent = z.output<typeof dayEvent>;
export type ServerDayEvent = ServerSide<typeof dayEvent>;

/**
 * What two persons sign about a day on which client money was short: NT$ that lacked at its end,
 * why, and who was told.
 */
const breachSchema = z.object({ amount: moneySchema, cause: z.string(), told: z.string() });
export type Breach = z.output<typeof breachSchema>;

/** Why a day cannot be signed; null if it can. */
export const signBlocks = [
  'notEnded',
  'noClosing',
  'booksDiffer',
  'unexplained',
  'unowned',
  'unreasoned',
  'short',
] as const;
export type SignBlock = (typeof signBlocks)[number];

/** Two persons sign a day: both from finance, or one from finance and then an approver. */
export const readers = ['finance', 'approver', 'auditor', 'admin'] as const;
const signers = ['finance', 'approver'] as const;

export const reconciliationOffice = {
  getDay: office.read({
    path: '/ops/v1/reconciliation/:day',
    summary: 'One day: what the bank holds, what the books say, each difference by its rows',
    input: z.strictObject({ day: daySchema }),
    output: z.object({
      data: daySummary.extend({
        parts: z.array(z.object({ kind: z.enum(owedKinds), balance: statedMoneySchema })),
        differences: z.array(difference),
        /** Totals of all differences of a kind; `differences` lists only the first of them. */
        sums: z.array(
          z.object({
            kind: z.enum(differenceKinds),
            count: countSchema,
            amount: statedMoneySchema,
            /** How many of these differences have no task with an owner. */
            unowned: countSchema,
            /** How many are large or old and have no reason. */
            unreasoned: countSchema,
          }),
        ),
        /** Bank balance less books less all explained differences. */
        unexplained: statedMoneySchema,
        /**
         * Payments given to the bank on which it has not reported yet; neither bank nor books
         * include them.
         */
        underWay: z.object({ count: countSchema, amount: moneySchema }),
        note: z.string().nullable(),
        /** NT$ of client money that lacked at the end of the day. */
        short: moneySchema,
        breach: breachSchema.nullable(),
        blocked: z.enum(signBlocks).nullable(),
        /**
         * Whether the first signature was for figures that have changed since, so that the next
         * signature counts as a first one again.
         */
        stale: z.boolean(),
        /** The later day whose signature also closes this one, if there is one. */
        closedWith: z.string().nullable(),
        /** The day can never be reopened, because its year or a later one is closed. */
        isYearClosed: z.boolean(),
        late: z.array(lateRecord),
        history: z.array(dayEvent),
        reopening: z
          .object({ askedBy: z.string(), askedAt: instantSchema, reason: z.string() })
          .nullable(),
        /** Whether the bank can be queried for its lines of a day. */
        askable: z.boolean(),
      }),
    }),
    roles: readers,
  }),
  askBank: office.command({
    path: '/ops/v1/reconciliation/:day/ask',
    summary: 'Ask the bank for its lines and closing balance of a day, where it answers',
    input: z.strictObject({ day: daySchema }),
    output: z.object({ data: z.object({ lines: countSchema, closing: statedMoneySchema }) }),
    refusals: ['DAY_NOT_CLOSED'],
    roles: ['finance'],
  }),
  signDay: office.command({
    path: '/ops/v1/reconciliation/:day/sign',
    summary: 'Sign a day and the unsigned days before it; the second person closes them',
    input: z.strictObject({
      day: daySchema,
      note: z.string().trim().min(1).max(500),
      /** The first signature of a day on which client money was short needs both. */
      cause: z.string().trim().min(1).max(500).optional(),
      told: z.string().trim().min(1).max(200).optional(),
    }),
    output: z.object({ data: z.object({ stage: z.enum(['first', 'second']) }) }),
    refusals: [
      'DAY_NOT_CLOSED',
      'DAY_SIGNED',
      'DAY_UNEXPLAINED',
      'DAY_BREACH',
      'TRUST_SHORT',
      'DECISIONS_WAITING',
      'MAKER_IS_CHECKER',
      'ROLE_REQUIRED',
    ],
    roles: signers,
  }),
  explainDifference: office.command({
    path: '/ops/v1/differences/:id/reason',
    summary: 'Write why a difference stands; the second signer of the day confirms it',
    input: z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(500) }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: ['finance'],
  }),
  reopenDay: office.command({
    path: '/ops/v1/reconciliation/:day/reopen',
    summary: 'Ask to open a signed day again, with a reason; another person decides',
    input: z.strictObject({ day: daySchema, reason: z.string().trim().min(1).max(500) }),
    output: done,
    refusals: ['DAY_OPEN', 'DAY_REOPENING', 'YEAR_CLOSED'],
    roles: signers,
  }),
  decideReopening: office.command({
    path: '/ops/v1/reconciliation/:day/reopening',
    summary: 'Open the day and all signed days after it, or leave them closed',
    input: z.strictObject({ day: daySchema, agree: z.boolean() }),
    output: done,
    refusals: ['DAY_OPEN', 'MAKER_IS_CHECKER', 'YEAR_CLOSED'],
    roles: signers,
  }),
} as const;
