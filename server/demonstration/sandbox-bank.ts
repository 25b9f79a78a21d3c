// The sandbox bank: it takes transfers and payments, and reports them by signed callback as a real
// bank would. What it knows lies in its own schema, so that nothing is lost when a process dies.
import { setTimeout } from 'node:timers/promises';
import { addDays, type Day, dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import type { BankRecord, EndOfDay, PaymentReport } from '#contract/banking/calls.ts';
import type { Clock } from '../action.ts';
import { type Bank, type BankLine, type BankPayment, signCallback } from '../adapters/bank/bank.ts';
import { postCallback } from '../adapters/bank/callback.ts';
import { type Pool, type Tx, statementsOf, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** An account ending in these digits is closed: a payment to it comes back. */
const CLOSED_ACCOUNT = '0000';
const TRUST_BANK = '812';
/** A day's end is reported so long after midnight: what began on the day is recorded by then. */
const MOMENT_MS = 30_000;
/** Ends of days in one report; a demonstration may have slept for long. */
const ENDS_AT_ONCE = 100;
/** How long the clock waits for reports that another process is delivering. */
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
    select id, kind, body from sandbox.report where reported_at is null
    order by id limit 50 for update skip locked
  `);

const markReported = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`update sandbox.report set reported_at = now() where id = any (${ids})`);

/**
 * What each report moved: a payment leaves when it is confirmed and comes back when it is returned
 * after that; one that was returned at once never left.
 */
const moved = sql`select r.id, r.body ->> 'date' as day, r.body ->> 'reference' as reference,
    coalesce(r.body ->> 'seq', (r.body ->> 'reference')
      || case r.body ->> 'outcome' when 'returned' then '-back' else '' end) as seq,
    case when r.kind = 'record'
        then (r.body ->> 'amount')::bigint * case r.body ->> 'sign' when '+' then 1 else -1 end
      when r.body ->> 'outcome' = 'confirmed' then -(p.body ->> 'amount')::bigint
      else (p.body ->> 'amount')::bigint end as amount
  from sandbox.report r
  left join sandbox.payment p on p.reference = r.body ->> 'reference'
  where r.kind = 'record' or r.body ->> 'outcome' = 'confirmed'
    or exists (select from sandbox.report c where c.kind = 'payment' and c.id < r.id
      and c.body ->> 'reference' = r.body ->> 'reference' and c.body ->> 'outcome' = 'confirmed')`;

const linesOf = (tx: Tx, day: Day) =>
  tx.many<BankLine>(sql`
    select seq, amount, reference from (${moved}) m where day = ${day}::text order by id
  `);

const closingOf = (tx: Tx, day: Day) =>
  tx.one<{ closing: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as closing from (${moved}) m where day <=
      ${day}::text
  `);

const lastEnd = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`select max(day) as day from sandbox.day_end`);

/** Whether something of a day or before is still on its way to the platform. */
const isUnreported = (tx: Tx, day: Day) =>
  tx.one<{ waiting: boolean }>(sql`
    select exists (select from sandbox.report
    where reported_at is null and body ->> 'date' <= ${day}::text) as waiting
  `);

const rememberEnds = (tx: Tx, days: readonly Day[]) =>
  tx.run(sql`
    insert into sandbox.day_end (day) select unnest(${days}::date[]) on conflict do nothing
  `);

const forgetEnds = (tx: Tx) => tx.run(sql`delete from sandbox.day_end`);

/** The last word on a payment, and what it paid; null for one that was never ordered. */
const lastWord = (tx: Tx, reference: string) =>
  tx.maybe<{ outcome: string; amount: number }>(sql`
    select r.body ->> 'outcome' as outcome, (p.body ->> 'amount')::bigint as amount
    from sandbox.payment p join sandbox.report r
      on r.kind = 'payment' and r.body ->> 'reference' = p.reference
    where p.reference = ${reference} order by r.id desc limit 1
  `);

export type CustomerTransfer = {
  virtualAccount: string;
  amount: number;
  fromBank?: string;
  fromAccount?: string;
  at?: string;
  seq?: string;
  reverses?: string;
};

async function nextSeq(tx: Tx): Promise<string> {
  const { next } = await tx.one<{ next: number }>(sql`select nextval('sandbox.seq') as next`);
  return String(next).padStart(8, '0');
}

/** The line of the trust account that a transfer becomes. */
function recordOf(transfer: CustomerTransfer, seq: string, now: Date): BankRecord {
  const at = transfer.at ? new Date(transfer.at) : now;
  return {
    bank: TRUST_BANK,
    date: dayOf(at),
    seq: transfer.seq ?? seq,
    at: at.toISOString(),
    type: transfer.fromAccount ? 'transfer' : 'atm_cash',
    amount: transfer.amount as BankRecord['amount'],
    sign: transfer.reverses ? '-' : '+',
    ...(transfer.reverses ? { reverses: transfer.reverses } : {}),
    virtualAccount: transfer.virtualAccount,
    ...(transfer.fromBank ? { fromBank: transfer.fromBank } : {}),
    ...(transfer.fromAccount ? { fromAccount: transfer.fromAccount } : {}),
  };
}

/** Pays at once what it was not told before, or says why not. */
async function takePayment(tx: Tx, payment: BankPayment, at: Date): Promise<void> {
  if ((await rememberPayment(tx, payment)) === 0) return;
  const closed = payment.account.endsWith(CLOSED_ACCOUNT);
  await insertReport(tx, 'payment', {
    reference: payment.reference,
    outcome: closed ? 'returned' : 'confirmed',
    date: dayOf(at),
    at: at.toISOString(),
    amount: money(payment.amount),
    ...(closed ? { reason: '收款帳號已結清' } : {}),
  } satisfies PaymentReport);
}

/** The word that a confirmed payment came back; null where none was confirmed last. */
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
    at: at.toISOString(),
    amount: money(last.amount),
    reason: '收款帳號已結清',
  };
}

export type SandboxBank = Bank & {
  /** A customer pays (or the bank takes a payment back); answers what our side made of it. */
  transfer(transfer: CustomerTransfer): Promise<{ seq: string; matched: boolean }>;
  /** Sends a confirmed payment back days later; false where none was confirmed. */
  returnPayment(reference: string, date?: Day): Promise<boolean>;
  /** Delivers what is not yet reported; answers how many reports it looked at. */
  report(): Promise<number>;
  /** Reports the end of every day that has passed, at once; `report` waits a moment. */
  endDays(): Promise<void>;
  /** Whether it is late: then it reports the end of no day by itself, as real banks happen to. */
  beLate(isLate: boolean): void;
  /** Where the clock was put back: the days after this one are still to come. */
  beginAfter(day: Day): Promise<void>;
};

/** How the bank reports: what happened, and then that a day is over. */
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
   * Ends days in order, once all of them was delivered, and answers how many; null where another
   * process is still delivering.
   */
  async function deliverEnds(before: Day): Promise<number | null> {
    const tx = statementsOf(pool);
    const { day: last } = await lastEnd(tx);
    const due: Day[] = [];
    let day = addDays(last ?? addDays(before, -2), 1);
    for (; day < before && due.length < ENDS_AT_ONCE; day = addDays(day, 1)) due.push(day);
    const newest = due.at(-1);
    if (!newest) return 0;
    if ((await isUnreported(tx, newest)).waiting) return null;
    const ends: EndOfDay[] = [];
    for (const date of due) {
      ends.push({ bank: TRUST_BANK, date, closing: (await closingOf(tx, date)).closing });
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
  /** Where our own door listens; known only once it does. */
  callbackUrl: () => string | null;
};

export function createSandboxBank(options: SandboxOptions): SandboxBank {
  const { pool, clock } = options;
  const { deliver, deliverWaiting, deliverEnds } = createReporter(options);
  let late = false;

  return {
    async sendBatch({ payments }) {
      await withTransaction(pool, async (tx) => {
        for (const payment of payments) await takePayment(tx, payment, clock.now());
      });
    },

    async statementOf(day) {
      const tx = statementsOf(pool);
      const { closing } = await closingOf(tx, day);
      return { bank: TRUST_BANK, lines: await linesOf(tx, day), closing };
    },

    async transfer(transfer) {
      const tx = statementsOf(pool);
      const record = recordOf(transfer, await nextSeq(tx), clock.now());
      const { id } = await insertReport(tx, 'record', record);
      const answer = await deliver([record], []);
      await markReported(tx, [id]);
      const state = answer.data.records[0]?.state;
      return { seq: record.seq, matched: state === 'matched' };
    },

    async returnPayment(reference, date) {
      const tx = statementsOf(pool);
      const report = await returnOf(tx, reference, { date, at: clock.now() });
      if (report === null) return false;
      const { id } = await insertReport(tx, 'payment', report);
      await deliver([], [report]);
      await markReported(tx, [id]);
      return true;
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
