// The SQL that reads the audit log, and the SQL that proves its chain.
import { type Tx, narrowed } from '../db.ts';

export type AuditFilter = {
  actor?: string | undefined;
  actorId?: string | undefined;
  subject?: string | undefined;
  subjectId?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditLogRow = {
  id: number;
  at: Date;
  recordedAt: Date;
  actorType: 'member' | 'operator' | 'system' | 'bank';
  actorId: number | null;
  actorName: string | null;
  subjectType: string;
  subjectId: number;
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

const columns = `a.id, a.at, a.recorded_at as "recordedAt", a.actor_type as "actorType",
  a.actor_id as "actorId", o.name as "actorName", a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.action, a.from_status as "fromStatus",
  a.to_status as "toStatus", a.reason, a.snapshot, a.request_id as "requestId", s.position,
  encode(s.hash, 'hex') as hash`;
/** Each row's seal is looked up: no plan is to read all of them for a page. */
const from = `tasks.audit a left join lateral (
    select position, hash from tasks.seal where audit_id = a.id offset 0) s on true
  left join identity.operator o on a.actor_type = 'operator' and o.id = a.actor_id`;
/** A trailing dot asks for all actions of a kind; days are business days in Taipei. */
const wantedOf = (filter: AuditFilter) => {
  const kind = filter.action?.endsWith('.') ? `${filter.action.replace(/[\\_%]/g, '\\$&')}%` : null;
  return [
    ['a.actor_type = $', filter.actor],
    ['a.actor_id = $::bigint', filter.actorId],
    ['a.subject_type = $', filter.subject],
    ['a.subject_id = $::bigint', filter.subjectId],
    ['a.action = $', kind === null ? filter.action : null],
    ['a.action like $', kind],
    [`a.at >= $::date::timestamp at time zone 'Asia/Taipei'`, filter.from],
    [`a.at < ($::date + 1)::timestamp at time zone 'Asia/Taipei'`, filter.to],
  ] as const;
};

/** Newest first, below `before` where given. */
export const auditBefore = (tx: Tx, filter: AuditFilter, before: number | null, limit: number) => {
  const { where, values, key } = narrowed([...wantedOf(filter), ['a.id < $', before]]);
  return tx.many<AuditLogRow>(
    `tasks.auditBefore.${key}`,
    `select ${columns} from ${from} where ${where} order by a.id desc limit $${values.length + 1}`,
    [...values, limit],
  );
};

/** Oldest first, above `after`. */
export const auditAfter = (tx: Tx, filter: AuditFilter, after: number, limit: number) => {
  const { where, values, key } = narrowed([...wantedOf(filter), ['a.id > $', after]]);
  return tx.many<AuditLogRow>(
    `tasks.auditAfter.${key}`,
    `select ${columns} from ${from} where ${where} order by a.id limit $${values.length + 1}`,
    [...values, limit],
  );
};

/** What subjects that have no page of their own belong to; those of other kinds are left out. */
export const concernsOf = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.many<Concern>(
    'tasks.concernsOf',
    `with asked as (select distinct type, id from unnest($1::text[], $2::bigint[]) as a (type, id)),
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
     select type, id, to_type as "toType", to_id as "toId" from found where to_id is not null`,
    [types, ids],
  );

export const chainState = (tx: Tx) =>
  tx.one<{ sealed: number; unsealed: number; waitingSeconds: number }>(
    'tasks.chainState',
    `with last as (select max(position) as position, max(audit_id) as audit_id from tasks.seal),
       waiting as (select count(*) as n, min(a.recorded_at) as since
         from tasks.audit a where a.id > coalesce((select audit_id from last), 0) - 10000
           and (select s.audit_id from tasks.seal s where s.audit_id = a.id) is null)
     select coalesce(last.position, 0) as sealed, waiting.n as unsealed,
       coalesce(extract(epoch from now() - waiting.since), 0)::integer as "waitingSeconds"
     from last, waiting`,
  );

/**
 * Proves `limit` seals after `position`: each must follow the one before without a gap, stand for
 * a row that is there, and hash to what it says. Answers how many it read and the first that fails.
 */
export const proveSeals = (tx: Tx, position: number, limit: number) =>
  tx.one<{ read: number; auditId: number | null; how: string | null }>(
    'tasks.proveSeals',
    `with part as (
       select s.position, s.audit_id, s.hash, convert_to(a::text, 'UTF8') as body,
         lag(s.hash) over (order by s.position) as before,
         lag(s.position, 1, $1::bigint) over (order by s.position) as last
       from tasks.seal s left join tasks.audit a on a.id = s.audit_id
       where s.position >= $1 and s.position <= $1 + $2
     ), proven as (
       select position, audit_id, case
         when position > $1 and last <> position - 1 then 'gap'
         when body is null then 'missing'
         when position > $1 and hash <> sha256(coalesce(before, ''::bytea) || body) then 'changed'
       end as how
       from part where position > $1
     )
     select (select count(*) from proven)::integer as read, f.audit_id as "auditId", f.how
     from (select 1) as once left join lateral (
       select audit_id, how from proven where how is not null order by position limit 1) f on true`,
    [position, limit],
  );

/** The oldest committed row that nobody sealed though later ones were: it slipped in afterwards. */
export const unsealedBelow = (tx: Tx) =>
  tx.maybe<{ auditId: number }>(
    'tasks.unsealedBelow',
    `select a.id as "auditId" from tasks.audit a left join tasks.seal s on s.audit_id = a.id
     where s.audit_id is null and a.recorded_at < now() - interval '60 seconds'
     order by a.id limit 1`,
  );

export type Proof = {
  at: string;
  rows: number;
  broken: { auditId: string; how: string } | null;
};

export const keepProof = (tx: Tx, proof: Proof) =>
  tx.run(
    'tasks.keepProof',
    `insert into tasks.proof (proven_at, rows, broken_audit_id, broken_how)
     values ($1, $2, $3, $4)`,
    [proof.at, proof.rows, proof.broken?.auditId ?? null, proof.broken?.how ?? null],
  );

export const lastProof = (tx: Tx) =>
  tx.maybe<{ at: Date; rows: number; auditId: number | null; how: string | null }>(
    'tasks.lastProof',
    `select proven_at as at, rows, broken_audit_id as "auditId", broken_how as how
     from tasks.proof order by id desc limit 1`,
  );
