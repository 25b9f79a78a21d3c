// The sandbox bank: it accepts transfers and payments, and reports them by signed callback as a
// real bank would. Its data are in a database schema of its own, so that nothing is lost when a
// process dies.
import { setTimeout } from 'node:timers/promises';
import { addDays, type Day, dayOf } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import type { BankRecord, EndOfDay, PaymentReport } from '#contract/banking/calls.ts';
import type { Clock } from '../clock.ts';
import { SANDBOX_BANK } from '../config/demonstration-keys.ts';
import { type Bank, type BankLine, signCallback } from '../adapters/bank/bank.ts';
import type { BankPayment } from '../adapters/bank/order-files.ts';
import { postCallback } from '../adapters/bank/callback.ts';
import { type Pool, type Tx, db, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { createSandboxCollections, type SandboxCollections } from './sandbox-collections.ts';

/** An account ending in these digits counts as closed: payments to it are returned. */
const CLOSED_ACCOUNT = '0000';
/**
 * Time after midnight that the bank waits before it reports the end of a day, so that everything
 * begun on the day is recorded.
 */
const MOMENT_MS = 30_000;
/**
 * Maximum number of ended days in one report, because the demonstration may have been switched off
 * for a long time.
 */
const ENDS_AT_ONCE = 100;
/** How many times the clock checks whether another process has finished delivering its reports. */
const DELIVERY_TRIES = 500;
const DELIVERY_PAUSE_MS = 20;

type ReportRow = { id: number; kind: 'record' | 'payment'; body: BankRecord | PaymentReport };

const insertReport = (tx: Tx, kind: string, body: object) =>
  tx.one<{ id: number }>(sql`
    insert into sandbox.report (kind, body) values (${kind}, ${JSON.stringify(body)}) returning id
  `);

const rememberPayment = (tx: Tx, payment: BankPayment) =>
  tx.run(sql`
    insert into sandbox.payment (reference, body) values (${payment.reference},
      ${JSON.stringify(payment)}) on conflict do nothing
  `);

const lockDueReports = (tx: Tx) =>
  tx.many<ReportRow>(sql`
    select id, kind, body from sandbox.report where reported_at is null and kind <> 'answer'
    order by id limit 50 for update skip locked
  `);

const markReported = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`update sandbox.report set reported_at = now() where id = any (${ids})`);

/**
 * The money that each report moved: a confirmed payment leaves the account, and comes back if it is
 * returned later; a payment that was returned without being confirmed never left.
 */
const moved = sql`select r.id, r.body ->> 'date' as day, r.body ->> 'reference' as reference,
    coalesce(r.body ->> 'seq', (r.body ->> 'reference')
      || case r.body ->> 'outcome' when 'returned' then '-back' else '' end) as seq,
    case when r.kind = 'record'
        then (r.body ->> 'amount')::bigint * case r.body ->> 'sign' when '+' then 1 else -1 end
      when r.kind = 'line' then (r.body ->> 'amount')::bigint
      when r.body ->> 'outcome' = 'confirmed' then -(p.body ->> 'amount')::bigint
      else (p.body ->> 'amount')::bigint end as amount
  from sandbox.report r
  left join sandbox.payment p on p.reference = r.body ->> 'reference'
  where r.kind in ('record', 'line') or r.body ->> 'outcome' = 'confirmed'
    or exists (select from sandbox.report c where c.kind = 'payment' and c.id < r.id
      and c.body ->> 'reference' = r.body ->> 'reference' and c.body ->> 'outcome' = 'confirmed')`;

const linesOf = (tx: Tx, day: Day) =>
  tx.many<BankLine>(sql`
    select seq, amount, reference from (${moved}) m where day = ${day}::text order by id
  `);

const closingOf = (tx: Tx, day: Day) =>
  tx.one<{ closing: Money }>(sql`
    select coalesce(sum(amount), 0)::bigint as closing from (${moved}) m where day <=
      ${day}::text
  `);

const lastEnd = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`select max(day) as day from sandbox.day_end`);

/** Returns whether a report of the day or earlier has not reached the platform yet. */
const isUnreported = (tx: Tx, day: Day) =>
  tx.one<{ waiting: boolean }>(sql`
    select exists (select from sandbox.report
    where reported_at is null and kind <> 'answer' and body ->> 'date' <= ${day}::text) as waiting
  `);

const rememberEnds = (tx: Tx, days: readonly Day[]) =>
  tx.run(sql`
    insert into sandbox.day_end (day) select unnest(${days}::date[]) on conflict do nothing
  `);

const forgetEnds = (tx: Tx) => tx.run(sql`delete from sandbox.day_end`);

/** Returns the latest outcome and amount of a payment; null if the bank never received it. */
const lastWord = (tx: Tx, reference: string) =>
  tx.maybe<{ outcome: string; amount: Money }>(sql`
    select r.body ->> 'outcome' as outcome, (p.body ->> 'amount')::bigint as amount
    from sandbox.payment p join sandbox.report r
      on r.kind = 'payment' and r.body ->> 'reference' = p.reference
    where p.reference = ${reference} order by r.id desc limit 1
  `);

/** Inserts a line of the bank's own, which stands in the statement but is not called back. */
async function insertOwnLine(tx: Tx, date: Day, amount: number): Promise<string> {
  const seq = await nextSeq(tx);
  await tx.run(sql`
    insert into sandbox.report (kind, body, reported_at)
    values ('line', ${JSON.stringify({ seq, date, amount })}, now())
  `);
  return seq;
}

export type CustomerTransfer = {
  virtualAccount: string;
  amount: number;
  fromBank?: string;
  fromAccount?: string;
  fromName?: string;
  at?: Date;
  seq?: string;
  reverses?: string;
};

async function nextSeq(tx: Tx): Promise<string> {
  const { next } = await tx.one<{ next: number }>(sql`select nextval('sandbox.seq') as next`);
  return String(next).padStart(8, '0');
}

/** Returns the trust account's statement line for a transfer. */
function recordOf(transfer: CustomerTransfer, seq: string, now: Date): BankRecord {
  const at = transfer.at ?? now;
  return {
    bank: SANDBOX_BANK,
    date: dayOf(at),
    seq: transfer.seq ?? seq,
    at,
    type: transfer.fromAccount ? 'transfer' : 'atm_cash',
    amount: transfer.amount as BankRecord['amount'],
    sign: transfer.reverses ? '-' : '+',
    ...(transfer.reverses ? { reverses: transfer.reverses } : {}),
    virtualAccount: transfer.virtualAccount,
    ...(transfer.fromBank ? { fromBank: transfer.fromBank } : {}),
    ...(transfer.fromAccount ? { fromAccount: transfer.fromAccount } : {}),
    ...(transfer.fromName ? { fromName: transfer.fromName } : {}),
  };
}

/**
 * Executes a payment at once, or reports why it failed; does nothing if the payment was already
 * received.
 */
async function takePayment(tx: Tx, payment: BankPayment, at: Date): Promise<void> {
  if ((await rememberPayment(tx, payment)) === 0) return;
  const closed = payment.account.endsWith(CLOSED_ACCOUNT);
  await insertReport(tx, 'payment', {
    reference: payment.reference,
    outcome: closed ? 'returned' : 'confirmed',
    date: dayOf(at),
    at,
    amount: money(payment.amount),
    ...(closed ? { reason: '收款帳號已結清' } : {}),
  } satisfies PaymentReport);
}

/**
 * Returns the report that a confirmed payment was returned; null unless its latest outcome is
 * confirmed.
 */
async function returnOf(
  tx: Tx,
  reference: string,
  { date, at }: { date: Day | undefined; at: Date },
): Promise<PaymentReport | null> {
  const last = await lastWord(tx, reference);
  if (last?.outcome !== 'confirmed') return null;
  return {
    reference,
    outcome: 'returned',
    date: date ?? dayOf(at),
    at,
    amount: money(last.amount),
    reason: '收款帳號已結清',
  };
}

type SandboxMoney = {
  /**
   * Simulates a customer's transfer or the reversal of one by the bank. Returns what the platform
   * did with the money.
   */
  transfer(transfer: CustomerTransfer): Promise<{ seq: string; matched: boolean }>;
  /** Like `transfer`, but the bank reports the money later, with its next report. */
  lodge(transfer: CustomerTransfer): Promise<void>;
  /**
   * Makes the bank return a payment that was confirmed earlier; false if no such payment was
   * confirmed.
   */
  returnPayment(reference: string, date?: Day): Promise<boolean>;
  /**
   * Charges the trust account (negative) or credits interest (positive), in NT$, today. Returns the
   * seq of the line.
   */
  ownLine(amount: number): Promise<string>;
  /** Delivers pending reports; returns the number of reports that the platform processed. */
  report(): Promise<number>;
  /**
   * Reports the end of every past day at once, whereas `report` waits for some seconds after
   * midnight.
   */
  endDays(): Promise<void>;
  /** If true, the bank does not report the end of a day by itself, as happens with real banks. */
  beLate(isLate: boolean): void;
  /**
   * Must be called after the clock was set back, because the days after this one have not happened
   * yet.
   */
  beginAfter(day: Day): Promise<void>;
};

export type SandboxBank = Bank & SandboxCollections & SandboxMoney;

/**
 * Creates the bank's reporter, which reports transactions first and the end of the day afterwards.
 */
function createReporter(options: SandboxOptions) {
  const { pool, clock } = options;

  async function deliver(
    records: BankRecord[],
    payments: PaymentReport[],
    endOfDay: EndOfDay[] = [],
  ) {
    const url = options.callbackUrl();
    if (!url) throw new Error('the site does not listen yet');
    const body = JSON.stringify({ records, payments, endOfDay });
    const headers = signCallback(body, options.secret, clock.realNow());
    return postCallback<{ data: { records: { seq: string; state: string }[] } }>(
      url,
      body,
      headers,
    );
  }

  function deliverWaiting(): Promise<number> {
    return withTransaction(pool, async (tx) => {
      const due = await lockDueReports(tx);
      if (due.length === 0) return 0;
      const of = (kind: string) => due.filter((row) => row.kind === kind).map((row) => row.body);
      await deliver(of('record') as BankRecord[], of('payment') as PaymentReport[]);
      await markReported(
        tx,
        due.map(({ id }) => id),
      );
      return due.length;
    });
  }

  /**
   * Reports the ends of days in order, once every transaction of those days is delivered, and
   * returns their number; null if another process is still delivering.
   */
  async function deliverEnds(before: Day): Promise<number | null> {
    const tx = db(pool);
    const { day: last } = await lastEnd(tx);
    const due: Day[] = [];
    let day = addDays(last ?? addDays(before, -2), 1);
    for (; day < before && due.length < ENDS_AT_ONCE; day = addDays(day, 1)) due.push(day);
    const newest = due.at(-1);
    if (!newest) return 0;
    if ((await isUnreported(tx, newest)).waiting) return null;
    const ends: EndOfDay[] = [];
    for (const date of due) {
      ends.push({ bank: SANDBOX_BANK, date, closing: (await closingOf(tx, date)).closing });
    }
    await deliver([], [], ends);
    await rememberEnds(tx, due);
    return due.length;
  }

  return { deliver, deliverWaiting, deliverEnds };
}

type SandboxOptions = {
  pool: Pool;
  clock: Clock;
  secret: string;
  /** URL of the platform's own bank callback; known only once the site is listening. */
  callbackUrl: () => string | null;
};

/** Creates what customers do at the bank, and what it does to the account by itself. */
function createCustomers(
  { pool, clock }: SandboxOptions,
  deliver: ReturnType<typeof createReporter>['deliver'],
): Pick<SandboxMoney, 'transfer' | 'lodge' | 'returnPayment' | 'ownLine'> {
  return {
    async transfer(transfer) {
      const tx = db(pool);
      const record = recordOf(transfer, await nextSeq(tx), clock.now());
      const { id } = await insertReport(tx, 'record', record);
      const answer = await deliver([record], []);
      await markReported(tx, [id]);
      const state = answer.data.records[0]?.state;
      return { seq: record.seq, matched: state === 'matched' };
    },

    async lodge(transfer) {
      const tx = db(pool);
      await insertReport(tx, 'record', recordOf(transfer, await nextSeq(tx), clock.now()));
    },

    async returnPayment(reference, date) {
      const tx = db(pool);
      const report = await returnOf(tx, reference, { date, at: clock.now() });
      if (report === null) return false;
      const { id } = await insertReport(tx, 'payment', report);
      await deliver([], [report]);
      await markReported(tx, [id]);
      return true;
    },

    ownLine: (amount) => insertOwnLine(db(pool), dayOf(clock.now()), amount),
  };
}

export function createSandboxBank(options: SandboxOptions): SandboxBank {
  const { pool, clock } = options;
  const { deliver, deliverWaiting, deliverEnds } = createReporter(options);
  let late = false;

  return {
    ...createSandboxCollections(pool, clock),
    ...createCustomers(options, deliver),

    async sendBatch({ payments }) {
      await withTransaction(pool, async (tx) => {
        for (const payment of payments) await takePayment(tx, payment, clock.now());
      });
    },

    async statementOf(day) {
      const tx = db(pool);
      const { closing } = await closingOf(tx, day);
      return { bank: SANDBOX_BANK, lines: await linesOf(tx, day), closing };
    },

    async report() {
      const reported = await deliverWaiting();
      if (reported > 0 || late) return reported;
      return (await deliverEnds(dayOf(new Date(clock.now().getTime() - MOMENT_MS)))) ?? 0;
    },

    async endDays() {
      for (let tries = 0; tries < DELIVERY_TRIES; tries += 1) {
        if ((await deliverWaiting()) > 0) continue;
        const ended = await deliverEnds(dayOf(clock.now()));
        if (ended === 0) return;
        if (ended === null) await setTimeout(DELIVERY_PAUSE_MS);
      }
      throw new Error('what the bank has to report is not taken');
    },

    beLate(isLate) {
      late = isLate;
    },

    async beginAfter(day) {
      await withTransaction(pool, async (tx) => {
        await forgetEnds(tx);
        await rememberEnds(tx, [day]);
      });
    },
  };
}
