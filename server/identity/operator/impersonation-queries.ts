// The SQL of operators who look at the member site as a member sees it.
import type { Role } from '#contract/core/endpoint.ts';
import type { Tx } from '../../database/db.ts';
import type { SessionRow } from '../queries.ts';

/** Held until the end: of two links asked for at once the later one stands. */
export const lockOperator = (tx: Tx, operatorId: number) =>
  tx.one('identity.lockViewer', 'select from identity.operator where id = $1 for no key update', [
    operatorId,
  ]);

/** Ends what an operator looks at, so that he looks at one member at a time. */
export const endViewingsOf = (tx: Tx, operatorId: number, realNow: Date) =>
  tx.run(
    'identity.endViewingsOf',
    `update identity.viewing set ended_at = least($2, coalesce(ends_at, link_until))
     where operator_id = $1 and ended_at is null`,
    [operatorId, realNow],
  );

export const insertViewing = (
  tx: Tx,
  viewing: {
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
  tx.one<{ id: number }>(
    'identity.insertViewing',
    `insert into identity.viewing (operator_id, operator_session_id, member_id, reason, link_hash,
       agent, created_at, link_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      viewing.operatorId,
      viewing.operatorSessionId,
      viewing.memberId,
      viewing.reason,
      viewing.linkHash,
      viewing.agent,
      viewing.realNow,
      viewing.linkUntil,
    ],
  );

/** Whether the operator may still look: not shut out, signed in, in a role that may. */
const mayLook = `o.disabled_at is null and o.roles && $2::text[]
  and os.ended_at is null and os.ends_at > $3 and m.closed_at is null`;

const standing = `identity.operator o
  join identity.operator_session os on os.operator_id = o.id, identity.member m`;

/** Follows a link, once and in the browser it was made in; of many callers it goes to one. */
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
  tx.maybe<{ id: number; operatorId: number; operator: string; memberId: number; reason: string }>(
    'identity.takeViewingLink',
    `update identity.viewing v set token_hash = $5, opened_at = $3, ends_at = $6, address = $7
     from ${standing}
     where v.link_hash = $1 and v.token_hash is null and v.ended_at is null and v.link_until > $3
       and v.agent = $4 and o.id = v.operator_id and os.id = v.operator_session_id
       and m.id = v.member_id and ${mayLook}
     returning v.id, v.operator_id as "operatorId", o.name as operator,
       v.member_id as "memberId", v.reason`,
    [link.hash, link.roles, link.realNow, link.agent, link.tokenHash, link.endsAt, link.address],
  );

type ViewedRow = Pick<
  SessionRow,
  'id' | 'email' | 'emailVerifiedAt' | 'isGoogle' | 'purpose' | 'suspended' | 'stage' | 'status'
> & { viewingId: number; operatorId: number; alive: boolean };

/** The member behind a viewing's token. Nothing is marked as used: no look shows on him. */
export const readViewing = (tx: Tx, hash: Buffer, roles: readonly Role[], realNow: Date) =>
  tx.maybe<ViewedRow>(
    'identity.readViewing',
    `select v.id as "viewingId", v.operator_id as "operatorId",
       v.ended_at is null and v.ends_at > $3 and ${mayLook} as alive,
       m.id, m.email, m.email_verified_at as "emailVerifiedAt",
       m.google_subject is not null as "isGoogle", m.purpose,
       m.suspended_at is not null as suspended, coalesce(p.stage, 0) as stage,
       coalesce(p.status, 0) as status
     from identity.viewing v
     join identity.operator o on o.id = v.operator_id
     join identity.operator_session os on os.id = v.operator_session_id
     join identity.member m on m.id = v.member_id
     left join verification.profile p on p.member_id = m.id
     where v.token_hash = $1`,
    [hash, roles, realNow],
  );

/** `ended` is false where it was over already; null where it is nobody's, or another's. */
export const endViewing = (tx: Tx, id: number, operatorId: number | null, realNow: Date) =>
  tx.maybe<{ ended: boolean; memberId: number }>(
    'identity.endViewing',
    `update identity.viewing set
       ended_at = coalesce(ended_at, least($3, coalesce(ends_at, link_until)))
     where id = $1 and ($2::bigint is null or operator_id = $2)
     returning old.ended_at is null and coalesce(old.ends_at, old.link_until) > $3 as ended,
       member_id as "memberId"`,
    [id, operatorId, realNow],
  );

type Of = { member: number | null; operator: number | null };

export type ViewingRow = {
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

const rows = `select v.id, v.operator_id as "operatorId", o.name as operator,
    v.member_id as "memberId", m.email, v.reason, v.created_at as "createdAt",
    v.link_until as "linkUntil", v.opened_at as "openedAt", v.address, v.ends_at as "endsAt",
    v.ended_at as "endedAt"
  from identity.viewing v
  join identity.operator o on o.id = v.operator_id
  join identity.member m on m.id = v.member_id`;
const narrowed = `($1::bigint is null or v.member_id = $1)
  and ($2::bigint is null or v.operator_id = $2)`;

export const listViewings = (tx: Tx, of: Of, page: { limit: number; offset: number }) =>
  tx.many<ViewingRow>(
    'identity.listViewings',
    `${rows} where ${narrowed} order by v.id desc limit $3 offset $4`,
    [of.member, of.operator, page.limit, page.offset],
  );

/** The newest first, below one of them: a page of a table. */
export const viewingsBelow = (tx: Tx, of: Of, id: number | null, limit: number) =>
  tx.many<ViewingRow>(
    'identity.viewingsBelow',
    `${rows} where ${narrowed} and ($3::bigint is null or v.id < $3) order by v.id desc limit $4`,
    [of.member, of.operator, id, limit],
  );

export const countViewings = (tx: Tx, of: Of) =>
  tx.one<{ total: number }>(
    'identity.countViewings',
    `select count(*) as total from identity.viewing v where ${narrowed}`,
    [of.member, of.operator],
  );

/** Everything of a member that the office masks; all but the e-mail is encrypted. */
export const personalColumnsOf = (tx: Tx, memberId: number) =>
  tx.one<{
    email: string;
    name: string | null;
    idNumber: string | null;
    phone: string | null;
    birthday: string | null;
    registeredAddress: string | null;
    mailingAddress: string | null;
    accounts: string[];
    changedNames: string[];
    changedPhones: string[];
  }>(
    'identity.personalColumnsOf',
    `select m.email, p.name, p.id_number as "idNumber", p.phone, p.birthday,
       p.registered_address as "registeredAddress", p.mailing_address as "mailingAddress",
       array(select account from verification.bank_account where member_id = m.id) as accounts,
       array(select name from verification.account_change
         where member_id = m.id and name is not null) as "changedNames",
       array(select phone from verification.account_change
         where member_id = m.id and phone is not null) as "changedPhones"
     from identity.member m left join verification.profile p on p.member_id = m.id
     where m.id = $1`,
    [memberId],
  );
