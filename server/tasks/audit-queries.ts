// SQL that reads the audit log and the results of the nightly proofs.
import { orderIdIn } from '#contract/investing/order-number.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import type { auditList } from '#contract/tasks/lists.ts';
import type { FilterOf } from '../call.ts';
import type { ChainName } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import {
  allOf,
  anew,
  type Conditions,
  conditionsOf,
  keyset,
  limitOf,
  sql,
} from '../database/sql.ts';
import type { LogPart } from '../tables/table.ts';

export type AuditFilter = Omit<FilterOf<typeof auditList>, 'after'>;

export type AuditLogRow = {
  id: number;
  at: Date;
  recordedAt: Date;
  actorType: 'member' | 'operator' | 'system' | 'bank';
  actorId: number | null;
  actorName: string | null;
  subjectType: string;
  subjectId: number;
  /** Number of the case, if the subject is one. */
  caseNo: string | null;
  action: string;
  fromStatus: string | null;
  toStatus: string | null;
  reason: string | null;
  snapshot: Record<string, unknown>;
  requestId: string | null;
  position: number | null;
  hash: string | null;
};

export type Concern = {
  type: string;
  id: number;
  toType: 'loan' | 'order' | 'member';
  toId: number;
};

const columns = sql`a.id, a.at, a.recorded_at, a.actor_type, a.actor_id, o.name as actor_name,
  a.subject_type, a.subject_id, l.case_no, a.action, a.from_status, a.to_status, a.reason,
  a.snapshot, a.request_id, s.position, encode(s.hash, 'hex') as hash`;
/** Looks up each row's seal separately, so that no query plan reads all seals for one page. */
const from = sql`tasks.audit a left join lateral (
    select position, hash from tasks.seal where audit_id = a.id offset 0) s on true
  left join identity.operator o on a.actor_type = 'operator' and o.id = a.actor_id
  left join lending.loan l on a.subject_type = 'loan' and l.id = a.subject_id`;
/** A trailing dot matches all actions of a kind; days are business days in Taipei. */
const conditions: Conditions<AuditFilter> = {
  actor: (actor) => sql`a.actor_type = ${actor}`,
  actorId: (id) => sql`a.actor_id = ${id}::bigint`,
  subject: (type) => sql`a.subject_type = ${type}`,
  subjectId: (id) => sql`a.subject_id = ${id}::bigint`,
  subjectNo: (number) => {
    const [orderId, caseNo] = [orderIdIn(number), caseNoIn(number)];
    return sql`a.subject_type = ${orderId === null ? 'loan' : 'order'} and a.subject_id
      = coalesce(${orderId}::bigint, (select id from lending.loan where case_no = ${caseNo}))`;
  },
  action: (action) =>
    action.endsWith('.')
      ? sql`a.action like ${`${action.replace(/[\\_%]/g, '\\$&')}%`}`
      : sql`a.action = ${action}`,
  from: (day) => sql`a.at >= ${day}::date::timestamp at time zone 'Asia/Taipei'`,
  to: (day) => sql`a.at < (${day}::date + 1)::timestamp at time zone 'Asia/Taipei'`,
};

const orders = {
  asc: keyset('asc', { id: sql`a.id` }),
  desc: keyset('desc', { id: sql`a.id` }),
};

export const auditRows = (tx: Tx, filter: AuditFilter, { direction, ...part }: LogPart) => {
  const { after, order } = orders[direction];
  return tx.many<AuditLogRow>(
    anew(sql`
    select ${columns} from ${from}
    where ${allOf([...conditionsOf(filter, conditions), after(part)])}
    order by ${order} ${limitOf(part)}
  `),
  );
};

/**
 * Returns the owners of subjects without a page of their own, such as the order of a refund; other
 * kinds of subjects are left out.
 */
export const concernsOf = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.many<Concern>(sql`
    with asked as (select distinct type, id from unnest(${types}::text[], ${ids}::bigint[]) as a
      (type, id)),
      found as (
        select a.type, a.id, 'order' as to_type, r.order_id as to_id
        from asked a join investing.refund r on a.type = 'refund' and r.id = a.id
        union all
        select a.type, a.id, 'loan', n.loan_id
        from asked a join servicing.negotiation n on a.type = 'negotiation' and n.id = a.id
        union all
        select a.type, a.id, 'loan', a.id from asked a where a.type = 'negotiation_request'
        union all
        select a.type, a.id, 'loan', p.loan_id
        from asked a join servicing.poll p on a.type = 'poll' and p.id = a.id
        union all
        select a.type, a.id, 'loan', m.loan_id
        from asked a join servicing.measure m on a.type = 'measure' and m.id = a.id
        union all
        select a.type, a.id, 'member', p.member_id
        from asked a join servicing.payout p on a.type = 'payout' and p.id = a.id
        union all
        select a.type, a.id, 'member', p.member_id
        from asked a join banking.payment p on a.type = 'payment' and p.id = a.id
        union all
        select a.type, a.id, r.subject_type, r.subject_id
        from asked a join banking.receipt r on a.type = 'receipt' and r.id = a.id
        where r.subject_type in ('loan', 'order')
        union all
        select a.type, a.id, 'member', c.member_id
        from asked a join verification.account_change c on a.type = 'account_change'
          and c.id = a.id
        union all
        select a.type, a.id, 'member', f.member_id
        from asked a join verification.financial_statement f on a.type = 'financial_statement'
          and f.id = a.id)
    select type, id, to_type, to_id from found where to_id is not null
  `);

/** Objects that the nightly job verifies: the two hash chains and the signed heads. */
export type Proven = ChainName | 'heads';
export type Proof = {
  at: Date;
  rows: number;
  broken: { row: string; how: string } | null;
};

export const keepProof = (tx: Tx, proven: Proven, { at, rows, broken }: Proof) =>
  tx.run(sql`
    insert into tasks.proof (chain, proven_at, rows, broken_row, broken_how)
    values (${proven}, ${at}, ${rows}, ${broken?.row ?? null}, ${broken?.how ?? null})
  `);

export const lastProof = (tx: Tx, proven: Proven) =>
  tx.maybe<{ at: Date; rows: number; row: string | null; how: string | null }>(sql`
    select proven_at as at, rows, coalesce(broken_row, broken_audit_id::text) as row,
      broken_how as how
    from tasks.proof where chain = ${proven} order by id desc limit 1
  `);
