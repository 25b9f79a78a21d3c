// The sandbox bank: it takes transfers and payments, and reports them by signed callback as a real
// bank would. What it knows lies in its own schema, so that nothing is lost when a process dies.
import { type Day, dayOf } from '#contract/day.ts';
import type { BankRecord, PaymentReport } from '#contract/banking.ts';
import type { Clock } from '../action.ts';
import { type Bank, type BankLine, type BankPayment, signCallback } from '../adapters/bank.ts';
import { postCallback } from '../adapters/callback.ts';
import { type Pool, type Tx, statementsOf, withTransaction } from '../db.ts';

/** An account ending in these digits is closed: a payment to it comes back. */
const CLOSED_ACCOUNT = '0000';
const TRUST_BANK = '812';

type ReportRow = { id: number; kind: 'record' | 'payment'; body: BankRecord | PaymentReport };

const insertReport = (tx: Tx, kind: string, body: object) =>
  tx.one<{ id: number }>(
    'sandbox.insertReport',
    'insert into sandbox.report (kind, body) values ($1, $2) returning id',
    [kind, JSON.stringify(body)],
  );

const rememberPayment = (tx: Tx, payment: BankPayment) =>
  tx.run(
    'sandbox.rememberPayment',
    'insert into sandbox.payment (reference, body) values ($1, $2) on conflict do nothing',
    [payment.reference, JSON.stringify(payment)],
  );

const lockDueReports = (tx: Tx) =>
  tx.many<ReportRow>(
    'sandbox.lockDueReports',
    `select id, kind, body from sandbox.report where reported_at is null
     order by id limit 50 for update skip locked`,
  );

const markReported = (tx: Tx, ids: readonly number[]) =>
  tx.run(
    'sandbox.markReported',
    'update sandbox.report set reported_at = now() where id = any ($1)',
    [ids],
  );

/** What moved on a day as the bank has it; a payment that came back never left. */
const linesOf = (tx: Tx, day: Day) =>
  tx.many<BankLine>(
    'sandbox.linesOf',
    `select coalesce(body ->> 'seq', r.body ->> 'reference') as seq,
       case when kind = 'record'
         then (body ->> 'amount')::bigint * case body ->> 'sign' when '+' then 1 else -1 end
         else -(select (p.body ->> 'amount')::bigint from sandbox.payment p
           where p.reference = r.body ->> 'reference') end as amount,
       body ->> 'reference' as reference
     from sandbox.report r
     where body ->> 'date' = $1::text
       and (kind = 'record' or body ->> 'outcome' = 'confirmed')
     order by id`,
    [day],
  );

const closingOf = (tx: Tx, day: Day) =>
  tx.one<{ closing: number }>(
    'sandbox.closingOf',
    `select coalesce(sum(case when kind = 'record'
         then (r.body ->> 'amount')::bigint * case r.body ->> 'sign' when '+' then 1 else -1 end
         else -(p.body ->> 'amount')::bigint end), 0)::bigint as closing
     from sandbox.report r
     left join sandbox.payment p on p.reference = r.body ->> 'reference'
     where r.body ->> 'date' <= $1::text
       and (kind = 'record' or r.body ->> 'outcome' = 'confirmed')`,
    [day],
  );

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
  const { next } = await tx.one<{ next: number }>(
    'sandbox.nextSeq',
    `select nextval('sandbox.seq') as next`,
  );
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
    ...(closed ? { reason: '收款帳號已結清' } : {}),
  } satisfies PaymentReport);
}

export type SandboxBank = Bank & {
  /** A customer pays (or the bank takes a payment back); answers what our side made of it. */
  transfer(transfer: CustomerTransfer): Promise<{ seq: string; matched: boolean }>;
  /** Delivers what is not yet reported; answers how many reports it looked at. */
  report(): Promise<number>;
};

export function createSandboxBank(options: {
  pool: Pool;
  clock: Clock;
  secret: string;
  /** Where our own door listens; known only once it does. */
  callbackUrl: () => string | null;
}): SandboxBank {
  const { pool, clock } = options;

  async function deliver(records: BankRecord[], payments: PaymentReport[]) {
    const url = options.callbackUrl();
    if (!url) throw new Error('the site does not listen yet');
    const body = JSON.stringify({ records, payments });
    const headers = signCallback(body, options.secret, clock.realNow());
    return postCallback<{ data: { records: { seq: string; state: string }[] } }>(
      url,
      body,
      headers,
    );
  }

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

    report() {
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
    },
  };
}
