// What the tests of one feature read of others: the audit log, the books and the outgoing messages.
// `tests/tidy/readers.ts` holds that nobody else writes such a statement.
import { expect } from 'vitest';
import type { Day } from '#contract/core/day.ts';
import { recipientHashOf } from '../server/notices/outbox.ts';
import type { TestServer } from './server.ts';

type AuditRow = {
  action: string;
  /** Null if the program itself acted. */
  actorId: number | null;
  snapshot: Record<string, unknown>;
};

/** Rows of the audit log in their order: of one subject, of one actor, or with one action. */
export const auditOf = (
  { rows }: TestServer,
  of: { type?: string; id?: number | string; actorId?: number | string; action?: string },
): Promise<AuditRow[]> =>
  rows(
    `select action, actor_id::integer as "actorId", snapshot from tasks.audit
     where ($1::text is null or subject_type = $1) and ($2::bigint is null or subject_id = $2)
       and ($3::bigint is null or actor_id = $3) and ($4::text is null or action = $4)
     order by id`,
    [of.type ?? null, of.id ?? null, of.actorId ?? null, of.action ?? null],
  );

/** Sum of a kind of account on each accounting day with entries, in NT$, in the order of days. */
export const booksOf = (
  { rows }: TestServer,
  kind: string,
): Promise<{ on: Day; amount: number }[]> =>
  rows(
    `select t.booked_on::text as on, sum(e.amount)::float8 as amount from ledger.entry e
     join ledger.account a on a.id = e.account_id and a.kind = $1
     join ledger.transfer t on t.id = e.transfer_id group by t.booked_on order by t.booked_on`,
    [kind],
  );

/** Messages to an e-mail or a number in their order; `sentAt` is null while they wait. */
export const outboxOf = (
  { rows, services }: TestServer,
  to: string,
): Promise<{ channel: string; kind: string | null; sentAt: Date | null }[]> =>
  rows(
    `select channel, kind, sent_at as "sentAt" from notices.outbox where recipient_hash = $1
     order by id`,
    [recipientHashOf(services.secrets, to)],
  );

/** Waits until this many statements of the server's database wait for a lock. */
export const lockWaits = (server: TestServer, count: number) =>
  expect
    .poll(() =>
      server.rows(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toHaveLength(count);

/** Everything that a decision could write, with which a refused one is compared. */
export const decisionTraces = (server: Pick<TestServer, 'rows'>) =>
  server.rows(
    `select (select count(*) from tasks.audit) as audits,
       (select count(*) from tasks.flag_answer) as answers,
       (select count(*) from banking.batch) as batches,
       (select count(*) from banking.payment) as payments,
       (select count(*) from notices.notice) as notices,
       (select md5(string_agg(t::text, ',' order by id)) from tasks.task t) as tasks,
       (select md5(string_agg(a::text, ',' order by id))
        from verification.bank_account a) as accounts,
       (select md5(string_agg(c::text, ',' order by id))
        from verification.account_change c) as changes,
       (select md5(string_agg(f::text, ',' order by id))
        from verification.financial_statement f) as statements,
       (select md5(string_agg(l::text, ',' order by id)) from lending.loan l) as loans`,
  );
