// SQL of the messages to the value-added centre: which are due, and what each is about.
import type { Carrier, InvoiceKind, MessageState, MessageType } from '#contract/invoices/calls.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../database/sql.ts';

/** A message with the invoice, allowance or track that it is about. */
export type DueMessage = {
  id: number;
  type: MessageType;
  about: string;
  attempts: number;
  number: string | null;
  issuedOn: Day | null;
  memberId: number | null;
  kind: InvoiceKind | null;
  carrier: Carrier | null;
  code: string | null;
  randomCode: string | null;
  caseNo: string | null;
  total: Money | null;
  tax: Money | null;
  voidedOn: Day | null;
  voidReason: string | null;
  allowedOn: Day | null;
  allowed: Money | null;
  allowedTax: Money | null;
  letters: string | null;
  periodFrom: Day | null;
  nextNo: number | null;
  lastNo: number | null;
};

/**
 * Locks messages that are due, oldest first. A message waits until the earlier ones about the same
 * invoice were accepted.
 */
export const lockDueMessages = (tx: Tx, realNow: Date, limit: number) =>
  tx.many<DueMessage>(sql`
    select m.id, m.type, m.about, m.attempts, i.number, i.issued_on, i.member_id, i.kind, i.carrier,
      i.code, i.random_code, l.case_no, i.total, i.tax, i.voided_on, i.void_reason,
      a.issued_on as allowed_on, a.total as allowed, a.tax as allowed_tax, t.letters, t.period_from,
      t.next_no, t.last_no
    from invoices.message m
    left join invoices.allowance a on a.id = m.allowance_id
    left join invoices.invoice i on i.id = coalesce(m.invoice_id, a.invoice_id)
    left join lending.loan l on l.id = i.loan_id
    left join invoices.track t on t.id = m.track_id
    where m.state = 'waiting' and m.next_try_at <= ${realNow}
      and not exists (
        select from invoices.message e
        where m.type in ('F0501', 'G0401') and e.invoice_id = i.id and e.type = 'F0401'
          and e.state <> 'sent')
    order by m.id limit ${limit} for update of m skip locked
  `);

export const markSent = (tx: Tx, ids: readonly number[], at: Date) =>
  tx.run(sql`
    update invoices.message set state = 'sent', sent_at = ${at}, failure = null
    where id = any (${ids})
  `);

export const markFailed = (
  tx: Tx,
  id: number,
  { again, failure, next }: { again: boolean; failure: string; next: Date },
) =>
  tx.run(sql`
    update invoices.message set attempts = attempts + 1, failure = ${failure},
      next_try_at = ${next}, state = case when ${again}::boolean then 'waiting' else 'refused' end
    where id = ${id}
  `);

export type MessageRow = {
  id: number;
  type: MessageType;
  about: string;
  state: MessageState;
  createdAt: Date;
  attempts: number;
  failure: string | null;
  sentAt: Date | null;
  letters: string | null;
  periodFrom: Day | null;
};

export type MessageFilter = {
  state?: MessageState | undefined;
  type?: MessageType | undefined;
  invoice?: number | undefined;
};
const conditions = ({ state, type, invoice }: MessageFilter) =>
  allOf([
    when(state, sql`m.state = ${state}`),
    when(type, sql`m.type = ${type}`),
    when(
      invoice,
      sql`(m.invoice_id = ${invoice} or m.allowance_id in (
        select a.id from invoices.allowance a where a.invoice_id = ${invoice}))`,
    ),
  ]);
const newest = keyset('desc', { id: sql`m.id` });

export const listMessages = (tx: Tx, of: MessageFilter, part: Part<{ id: number }>) =>
  tx.many<MessageRow>(sql`
    select m.id, m.type, m.about, m.state, m.created_at, m.attempts, m.failure, m.sent_at,
      t.letters, t.period_from
    from invoices.message m left join invoices.track t on t.id = m.track_id
    where ${allOf([conditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countMessages = (tx: Tx, of: MessageFilter) =>
  tx.one<{ total: number }>(totalOf(sql`invoices.message m where ${conditions(of)}`));

export const lockMessage = (tx: Tx, id: number) =>
  tx.maybe<{ state: MessageState; about: string }>(sql`
    select state, about from invoices.message where id = ${id} for update
  `);

export const retryMessage = (tx: Tx, id: number) =>
  tx.run(sql`
    update invoices.message set state = 'waiting', next_try_at = '-infinity' where id = ${id}
  `);
