// SQL of members, their sessions, the tokens by which their programs call, and their mail tokens.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { HoldCause } from '#contract/verification/payout-holds.ts';
import type { Scope } from '#contract/identity/scopes.ts';
import { isSpecified, type StepUpAct, type StepUpFor } from '#contract/identity/step-up.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type MemberRow = {
  id: number;
  email: string;
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  isGoogle: boolean;
  purpose: 'borrow' | 'invest' | 'both';
  suspended: boolean;
  createdAt: Date;
};

const memberColumns = sql`m.id, m.email, m.password_hash, m.email_verified_at,
  m.google_subject is not null as is_google, m.purpose, m.suspended_at is not null as suspended,
  m.created_at`;

/**
 * Returns the confirmed account of an e-mail address; if there is none, the one registered last.
 */
export const memberByEmail = (tx: Tx, email: string) =>
  tx.maybe<MemberRow>(sql`
    select ${memberColumns} from identity.member m where m.email = ${email}
    order by m.email_verified_at is null, m.id desc limit 1
  `);

export const memberById = (tx: Tx, id: number) =>
  tx.one<MemberRow>(sql`select ${memberColumns} from identity.member m where m.id = ${id}`);

export const insertEmailToken = (
  tx: Tx,
  token: { memberId: number; purpose: 'verify' | 'recover'; hash: Buffer; at: Date; until: Date },
) =>
  tx.run(sql`
    insert into identity.email_token (member_id, purpose, token_hash, created_at, expires_at)
    values (${token.memberId}, ${token.purpose}, ${token.hash}, ${token.at}, ${token.until})
  `);

/** Invalidates tokens mailed before, so that only the newest mail's token works. */
export const endEmailTokens = (tx: Tx, memberId: number, purpose: string, realNow: Date) =>
  tx.run(sql`
    update identity.email_token set used_at = ${realNow}
    where member_id = ${memberId} and purpose = ${purpose} and used_at is null
  `);

/** Uses up a token. Atomic: exactly one concurrent caller gets the row. */
export const spendEmailToken = (tx: Tx, hash: Buffer, email: string, realNow: Date) =>
  tx.maybe<{ memberId: number }>(sql`
    update identity.email_token t set used_at = ${realNow}
    from identity.member m
    where t.token_hash = ${hash} and t.purpose = 'verify' and t.used_at is null and t.expires_at
      > ${realNow}
      and m.id = t.member_id and m.email = ${email}
    returning t.member_id
  `);

export const insertSession = (
  tx: Tx,
  session: {
    hash: Buffer;
    memberId: number;
    realNow: Date;
    endsAt: Date;
    address: string;
    agent: string;
    browserId: number;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.session
      (token_hash, member_id, created_at, used_at, ends_at, address, agent, browser_id)
    values (${session.hash}, ${session.memberId}, ${session.realNow}, ${session.realNow},
      ${session.endsAt}, ${session.address}, ${session.agent}, ${session.browserId}) returning id
  `);

/** The member who calls, whether by a session or by a token of the API. */
type CallingMember = {
  id: number;
  email: string;
  emailVerifiedAt: Date | null;
  isGoogle: boolean;
  purpose: 'borrow' | 'invest' | 'both';
  suspended: boolean;
  stage: number;
  status: number;
};

/** Columns of a CallingMember, from identity.member `m` and verification.profile `p`. */
const callingMember = sql`m.id, m.email, m.email_verified_at,
  m.google_subject is not null as is_google, m.purpose, m.suspended_at is not null as suspended,
  coalesce(p.stage, 0) as stage, coalesce(p.status, 0) as status`;

export type SessionRow = CallingMember & {
  sessionId: number;
  usedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  stepUpAt: Date | null;
  stepUpReference: string | null;
  stepUpAct: StepUpAct | null;
};

/** When sessions are read, and which of them are then marked as used. */
export type SessionTimes = { realNow: Date; touchBefore: Date; idleSince: Date };

/**
 * Reads sessions, members and verification progress in one query, on every request. Updates the
 * last use of a live session if it was before `touchBefore`; if another call has locked the row,
 * the update is skipped.
 */
export const readSessions = (
  tx: Tx,
  hashes: readonly Buffer[],
  { realNow, touchBefore, idleSince }: SessionTimes,
) =>
  tx.many<SessionRow & { hash: Buffer }>(sql`
    with touched as (
      update identity.session set used_at = ${realNow} where id in (
        select id from identity.session
        where token_hash = any(${hashes}::bytea[]) and used_at < ${touchBefore}
          and used_at > ${idleSince} and ends_at > ${realNow} and ended_at is null
        for no key update skip locked)
    )
    select s.token_hash as hash, s.id as session_id, s.used_at, s.ends_at, s.ended_at, s.step_up_at,
      s.step_up_reference, s.step_up_act, ${callingMember}
    from identity.session s
    join identity.member m on m.id = s.member_id
    left join verification.profile p on p.member_id = m.id
    where s.token_hash = any(${hashes}::bytea[])
  `);

export type ApiCallerRow = CallingMember & {
  accessId: number;
  scopes: Scope[];
  expired: boolean;
  revoked: boolean;
};

/** Codes and refresh tokens are exchanged; they never identify a caller. */
const identifies = sql`t.kind in ('personal', 'access')`;

/**
 * Reads a token, its permission and its owner in one query, on every request. Updates the last use
 * of a permission in force if it was before `touchBefore`; if another call has locked the row, the
 * update is skipped.
 */
export const readApiCaller = (
  tx: Tx,
  hash: Buffer,
  { realNow, touchBefore }: { realNow: Date; touchBefore: Date },
) =>
  tx.maybe<ApiCallerRow>(sql`
    with touched as (
      update identity.api_access set used_at = ${realNow} where id = (
        select a.id from identity.api_access a join identity.api_token t on t.access_id = a.id
        where t.token_hash = ${hash} and ${identifies}
          and (a.used_at is null or a.used_at < ${touchBefore})
          and a.revoked_at is null and a.expires_at > ${realNow} and t.expires_at > ${realNow}
        for no key update of a skip locked)
    )
    select a.id as access_id, coalesce(t.scopes, a.scopes) as scopes,
      a.revoked_at is not null as revoked,
      t.expires_at <= ${realNow} or a.expires_at <= ${realNow} as expired, ${callingMember}
    from identity.api_token t
    join identity.api_access a on a.id = t.access_id
    join identity.member m on m.id = a.member_id
    left join verification.profile p on p.member_id = m.id
    where t.token_hash = ${hash} and ${identifies}
  `);

/**
 * Updates the last use of the sessions of a batch of calls, each at most once a minute. A session
 * that another call has locked is left to that call.
 */
export const touchSessions = (tx: Tx, sessionIds: readonly number[], realNow: Date) =>
  tx.run(sql`
    update identity.session set used_at = ${realNow} where id in (
    select id from identity.session where id = any (${sessionIds})
      and used_at < ${realNow}::timestamptz - interval '1 minute' and ended_at is null
    order by id for no key update skip locked)
  `);

/** Ends live sessions of a member: all, all except `but`, or `only` one; returns their number. */
export const endSessionsOf = (
  tx: Tx,
  memberId: number,
  realNow: Date,
  { but = null, only = null }: { but?: number | null; only?: number | null } = {},
) =>
  tx.run(sql`
    update identity.session set ended_at = ${realNow}
    where member_id = ${memberId} and ended_at is null and id is distinct from ${but}
      and (${only}::bigint is null or id = ${only})
  `);

/** Ends the session of a token, whichever member it belongs to. */
export const endSessionOfToken = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.run(sql`
    update identity.session set ended_at = ${realNow} where token_hash = ${hash} and ended_at is
      null
  `);

/** Steps a session up for one act, or for the first act of the specification if none is named. */
export const setStepUp = (
  tx: Tx,
  of: { sessionId: number; reference: string; realNow: Date } & Partial<StepUpFor>,
) =>
  tx.run(sql`
    update identity.session set step_up_at = ${of.realNow}, step_up_reference = ${of.reference},
      step_up_act = ${of.act ?? null},
      step_up_object = ${of.act === undefined ? null : (of.object ?? null)}
    where id = ${of.sessionId}
  `);

/**
 * Removes the session's step-up and returns it; null if there is none for this act, or it is too
 * old. One for another act stays.
 */
export const takeStepUp = (
  tx: Tx,
  sessionId: number,
  since: Date,
  { act, object = null }: { act: StepUpAct; object?: string | null | undefined },
) =>
  tx.maybe<{ reference: string; at: Date }>(sql`
    update identity.session set step_up_at = null, step_up_reference = null, step_up_act = null,
      step_up_object = null
    where id = ${sessionId} and step_up_at > ${since}
      and (step_up_act = ${act} or (step_up_act is null and ${isSpecified(act)}))
      and (step_up_object is null or step_up_object = ${object})
    returning old.step_up_reference as reference, old.step_up_at as at
  `);

export type AccountRow = {
  stage: number;
  status: number;
  phone: string | null;
  name: string | null;
  idNumber: string | null;
  birthday: string | null;
  occupation: number | null;
  company: string | null;
  jobTitle: string | null;
  annualIncome: number | null;
  maritalStatus: number | null;
  education: number | null;
  bankCode: string | null;
  accountTail: string | null;
  heldBecause: HoldCause | null;
  heldUpTo: Money | null;
  heldThrough: Day | null;
};

/**
 * Reads the data that the account page shows; names and numbers are returned as stored, encrypted.
 */
export const readAccount = (tx: Tx, memberId: number) =>
  tx.maybe<AccountRow>(sql`
    select p.stage, p.status, p.phone, p.name, p.id_number, p.birthday, p.occupation, p.company,
      p.job_title, p.annual_income, p.marital_status, p.education, b.bank_code,
      b.account_tail, h.cause as held_because, h.held_up_to, h.ends_on as held_through
    from verification.profile p
    left join verification.payout_hold h on h.member_id = p.member_id and h.ended_at is null
    left join lateral (
      select bank_code, account_tail from verification.bank_account
      where member_id = p.member_id and status in ('in_force', 'pending')
      order by status, id desc limit 1
    ) b on true
    where p.member_id = ${memberId}
  `);

/** Reads the encrypted numbers and addresses that the account page shows in full on request. */
export const readSealed = (tx: Tx, memberId: number) =>
  tx.maybe<{
    phone: string | null;
    idNumber: string | null;
    registeredAddress: string | null;
    mailingAddress: string | null;
    account: string | null;
  }>(sql`
    select p.phone, p.id_number, p.registered_address, p.mailing_address, (
        select account from verification.bank_account
        where member_id = p.member_id and status in ('in_force', 'pending')
        order by status, id desc limit 1
      ) as account
    from verification.profile p where p.member_id = ${memberId}
  `);

/** Reads the newest notice of each category with the category's unread count, newest first. */
export const noticeCards = (tx: Tx, memberId: number) =>
  tx.many<{
    id: number;
    category: 'invest' | 'loan' | 'account' | 'other';
    title: string;
    unread: number;
    createdAt: Date;
  }>(sql`
    select * from (
      select distinct on (category) id, category, title, created_at,
        count(*) filter (where read_at is null) over (partition by category) as unread
      from notices.notice where member_id = ${memberId} order by category, id desc
    ) newest order by id desc
  `);

/**
 * In the result, `financial` is 3 if any proof of income is approved, otherwise the status of the
 * newest proof, or 0 if there is none.
 */
export const readStanding = (tx: Tx, memberId: number) =>
  tx.one<{ stage: number; status: number; financial: number }>(sql`
    select coalesce(max(p.stage), 0) as stage, coalesce(max(p.status), 0) as status,
      coalesce((select case when bool_or(f.status = 3) then 3
          else (array_agg(f.status order by f.id desc))[1] end
        from verification.financial_statement f where f.member_id = ${memberId}), 0) as financial
    from verification.profile p where p.member_id = ${memberId}
  `);
