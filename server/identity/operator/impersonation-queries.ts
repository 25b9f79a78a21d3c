// SQL of impersonation: operators who see the member site as a member does.
import type { Role } from '#contract/core/endpoint.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';
import type { SessionRow } from '../queries.ts';

/**
 * Locks the operator until the transaction ends, so that the later of two concurrent link requests
 * wins.
 */
export const lockOperator = (tx: Tx, operatorId: number) =>
  tx.one(sql`select from identity.operator where id = ${operatorId} for no key update`);

/**
 * Ends the operator's current impersonation, so that only one member can be impersonated at a time.
 */
export const endImpersonationsOf = (tx: Tx, operatorId: number, realNow: Date) =>
  tx.run(sql`
    update identity.impersonation set ended_at = least(${realNow}, coalesce(ends_at, link_until))
    where operator_id = ${operatorId} and ended_at is null
  `);

export const insertImpersonation = (
  tx: Tx,
  of: {
    operatorId: number;
    operatorSessionId: number;
    memberId: number;
    reason: string;
    linkHash: Buffer;
    agent: string;
    realNow: Date;
    linkUntil: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.impersonation (operator_id, operator_session_id, member_id, reason,
      link_hash, agent, created_at, link_until)
    values (${of.operatorId}, ${of.operatorSessionId}, ${of.memberId}, ${of.reason},
      ${of.linkHash}, ${of.agent}, ${of.realNow}, ${of.linkUntil})
    returning id
  `);

/**
 * Whether the operator may still impersonate: not disabled, signed in, and in a role with that
 * permission.
 */
const mayLook = (roles: readonly Role[], realNow: Date) => sql`
  o.disabled_at is null and o.roles && ${roles}::text[]
  and os.ended_at is null and os.ends_at > ${realNow} and m.closed_at is null`;

const standing = sql`identity.operator o
  join identity.operator_session os on os.operator_id = o.id, identity.member m`;

/**
 * Follows a link, which works once and only in the browser that requested it. Atomic: exactly one
 * concurrent caller succeeds.
 */
export const takeLink = (
  tx: Tx,
  link: {
    hash: Buffer;
    roles: readonly Role[];
    realNow: Date;
    agent: string;
    tokenHash: Buffer;
    endsAt: Date;
    address: string;
  },
) =>
  tx.maybe<{
    id: number;
    operatorId: number;
    operator: string;
    memberId: number;
    reason: string;
  }>(sql`
    update identity.impersonation v set token_hash = ${link.tokenHash}, opened_at = ${link.realNow},
      ends_at = ${link.endsAt}, address = ${link.address}
    from ${standing}
    where v.link_hash = ${link.hash} and v.token_hash is null and v.ended_at is null and
      v.link_until > ${link.realNow}
      and v.agent = ${link.agent} and o.id = v.operator_id and os.id = v.operator_session_id
      and m.id = v.member_id and ${mayLook(link.roles, link.realNow)}
    returning v.id, v.operator_id, o.name as operator, v.member_id, v.reason
  `);

type ViewedRow = Pick<
  SessionRow,
  'id' | 'email' | 'emailVerifiedAt' | 'isGoogle' | 'purpose' | 'suspended' | 'stage' | 'status'
> & { impersonationId: number; operatorId: number; alive: boolean };

/**
 * Returns the member behind an impersonation token. The member's session is not marked as used, so
 * that impersonation leaves no trace in the member's own activity.
 */
export const readImpersonation = (tx: Tx, hash: Buffer, roles: readonly Role[], realNow: Date) =>
  tx.maybe<ViewedRow>(sql`
    select v.id as impersonation_id, v.operator_id,
      v.ended_at is null and v.ends_at > ${realNow} and ${mayLook(roles, realNow)} as alive, m.id,
      m.email, m.email_verified_at, m.google_subject is not null as is_google, m.purpose,
      m.suspended_at is not null as suspended, coalesce(p.stage, 0) as stage,
      coalesce(p.status, 0) as status
    from identity.impersonation v
    join identity.operator o on o.id = v.operator_id
    join identity.operator_session os on os.id = v.operator_session_id
    join identity.member m on m.id = v.member_id
    left join verification.profile p on p.member_id = m.id
    where v.token_hash = ${hash}
  `);

/**
 * Ends an impersonation. `ended` is false if it was over already; the result is null if it does not
 * exist or belongs to another operator.
 */
export const endImpersonation = (tx: Tx, id: number, operatorId: number | null, realNow: Date) =>
  tx.maybe<{ ended: boolean; memberId: number }>(sql`
    update identity.impersonation set
      ended_at = coalesce(ended_at, least(${realNow}, coalesce(ends_at, link_until)))
    where id = ${id} and (${operatorId}::bigint is null or operator_id = ${operatorId})
    returning old.ended_at is null and coalesce(old.ends_at, old.link_until) > ${realNow} as
      ended, member_id
  `);

type Of = { member: number | null; operator: number | null };

export type ImpersonationRow = {
  id: number;
  operatorId: number;
  operator: string;
  memberId: number;
  email: string;
  reason: string;
  createdAt: Date;
  linkUntil: Date;
  openedAt: Date | null;
  address: string | null;
  endsAt: Date | null;
  endedAt: Date | null;
};

const rows = sql`select v.id, v.operator_id, o.name as operator, v.member_id, m.email, v.reason,
    v.created_at, v.link_until, v.opened_at, v.address, v.ends_at, v.ended_at
  from identity.impersonation v
  join identity.operator o on o.id = v.operator_id
  join identity.member m on m.id = v.member_id`;
const impersonationConditions = ({ member, operator }: Of) => [
  when(member, sql`v.member_id = ${member}`),
  when(operator, sql`v.operator_id = ${operator}`),
];

const newest = keyset('desc', { id: sql`v.id` });

export const listImpersonations = (tx: Tx, of: Of, part: Part<{ id: number }>) =>
  tx.many<ImpersonationRow>(sql`
    ${rows} where ${allOf([...impersonationConditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countImpersonations = (tx: Tx, of: Of) =>
  tx.one<{ total: number }>(sql`
    select count(*) as total from identity.impersonation v
    where ${allOf(impersonationConditions(of))}
  `);
