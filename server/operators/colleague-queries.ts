// SQL of operator administration: the list, setup links, sign-in attempts.
import type { Role } from '#contract/core/endpoint.ts';
import type { operatorStates, signInOutcomes } from '#contract/identity/operators.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../database/sql.ts';
import type { RoleAssignment } from './rules.ts';

type State = (typeof operatorStates)[number];
type Outcome = (typeof signInOutcomes)[number];

export type ColleagueRow = {
  id: number;
  email: string;
  name: string;
  /** Roles as assigned; `rolesNow` determines which of them are in effect. */
  roles: Role[];
  heldRoles: Role[];
  heldUntil: Date | null;
  state: State;
  lastLoginAt: Date | null;
  createdAt: Date;
  sessions: number;
  setupUntil: Date | null;
};

const state = sql`case when o.disabled_at is not null then 'disabled'
  when o.approved_at is null then 'proposed'
  when o.provider_subject is not null then 'active'
  when o.password_hash is null then 'invited'
  when o.totp_secret is null then 'totp' else 'active' end`;

/** Current real time, and the time since which a session must have been used to count as open. */
export type Alive = { realNow: Date; idleSince: Date };

const isAlive = ({ realNow, idleSince }: Alive) =>
  sql`s.ended_at is null and s.ends_at > ${realNow} and s.used_at > ${idleSince}`;

const columns = (alive: Alive) => sql`o.id, o.email, o.name, o.roles, o.held_roles, o.held_until,
  ${state} as state, o.last_login_at, o.created_at,
  (select count(*) from identity.operator_session s
    where s.operator_id = o.id and ${isAlive(alive)}) as sessions,
  (select u.expires_at from identity.operator_setup u
    where u.operator_id = o.id and u.used_at is null and u.expires_at > ${alive.realNow}) as
      setup_until`;

const inState = (only: State | undefined) => when(only, sql`${state} = ${only}`);

const colleaguesById = keyset('asc', { id: sql`o.id` });

/** Lists operators: for a page the disabled ones last, for a file in the order of their ids. */
export const listColleagues = (
  tx: Tx,
  alive: Alive,
  only: State | undefined,
  part: Part<{ id: number }>,
) => {
  const isPage = part.last === undefined;
  const order = isPage ? sql`o.disabled_at is not null, o.name, o.id` : colleaguesById.order;
  return tx.many<ColleagueRow>(sql`
    select ${columns(alive)} from identity.operator o
    where ${allOf([inState(only), colleaguesById.after(part)])} order by ${order} ${limitOf(part)}
  `);
};

export const countColleagues = (tx: Tx, only: State | undefined) =>
  tx.one<{ total: number }>(sql`
    select count(*) as total from identity.operator o where ${allOf([inState(only)])}
  `);

export const colleagueById = (tx: Tx, alive: Alive, id: number) =>
  tx.maybe<ColleagueRow>(sql`
    select ${columns(alive)} from identity.operator o where o.id = ${id}
  `);

/**
 * Locks all admins and the given operator in a fixed order, so that two changes run one after the
 * other.
 */
export const lockColleagues = (tx: Tx, id: number) =>
  tx.many<{ id: number }>(sql`
    select id from identity.operator where id = ${id} or 'admin' = any(roles)
    order by id for no key update
  `);

/** Number of other admins who can sign in. */
export const countOtherAdmins = (tx: Tx, id: number) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from identity.operator where id <> ${id} and 'admin' = any(roles)
    and disabled_at is null and (provider_subject is not null
      or password_hash is not null and totp_secret is not null)
  `);

/** Admins who can sign in or have a valid setup link; they must be notified of each change. */
export const listAdmins = (tx: Tx) =>
  tx.many<{ email: string; name: string }>(sql`
    select email, name from identity.operator
    where 'admin' = any(roles) and disabled_at is null and approved_at is not null order by id
  `);

/**
 * Creates an operator who still needs the agreement of a second admin. Returns null if the e-mail
 * already belongs to an operator; an invitation that was refused can be proposed again.
 */
export const inviteColleague = (
  tx: Tx,
  { email, name, roles, now }: { email: string; name: string; roles: readonly Role[]; now: Date },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into identity.operator (email, name, roles, created_at) values (${email}, ${name},
      ${roles}, ${now})
    on conflict (email) do update set name = excluded.name, roles = excluded.roles,
      created_at = excluded.created_at, disabled_at = null
    where operator.approved_at is null and operator.disabled_at is not null
    returning id
  `);

export const setRoles = (tx: Tx, id: number, { roles, heldRoles, heldUntil }: RoleAssignment) =>
  tx.run(sql`
    update identity.operator set roles = ${roles}, held_roles = ${heldRoles}, held_until =
      ${heldUntil} where id = ${id}
  `);

/**
 * Approves an operator, so that a setup link may be mailed; the time of an earlier approval stays.
 */
export const approveColleague = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update identity.operator set approved_at = coalesce(approved_at, ${now}), disabled_at = null
    where id = ${id}
  `);

export const setDisabled = (tx: Tx, id: number, disabledAt: Date | null) =>
  tx.run(sql`update identity.operator set disabled_at = ${disabledAt} where id = ${id}`);

/** Removes the ways to sign in; the provider's account must be bound again. */
export const forgetKeys = (tx: Tx, id: number, { password }: { password: boolean }) =>
  tx.run(sql`
    update identity.operator set totp_secret = null, provider_issuer = null,
      provider_subject = null,
    password_hash = case when ${password} then null else password_hash end where id = ${id}
  `);

export const endColleagueSessions = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update identity.operator_session set ended_at = ${realNow}
    where operator_id = ${id} and ended_at is null and ends_at > ${realNow}
  `);

/** Invalidates earlier setup links of an operator. */
export const endSetups = (tx: Tx, operatorId: number, realNow: Date) =>
  tx.run(sql`
    update identity.operator_setup set used_at = ${realNow}
    where operator_id = ${operatorId} and used_at is null
  `);

export const insertSetup = (
  tx: Tx,
  setup: {
    operatorId: number;
    purpose: 'invitation' | 'totp';
    hash: Buffer;
    secret: string;
    at: Date;
    until: Date;
  },
) =>
  tx.run(sql`
    insert into identity.operator_setup
      (operator_id, purpose, token_hash, totp_secret, created_at, expires_at)
    values (${setup.operatorId}, ${setup.purpose}, ${setup.hash}, ${setup.secret}, ${setup.at},
      ${setup.until})
  `);

export type SetupRow = {
  id: number;
  operatorId: number;
  purpose: 'invitation' | 'totp';
  secret: string;
  email: string;
  name: string;
  passwordHash: string | null;
};

/**
 * Returns the account setup to which a link belongs, if the link is valid and its operator is not
 * disabled.
 */
export const setupByToken = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<SetupRow>(sql`
    select u.id, u.operator_id, u.purpose, u.totp_secret as secret, o.email, o.name, o.password_hash
    from identity.operator_setup u join identity.operator o on o.id = u.operator_id
    where u.token_hash = ${hash} and u.used_at is null and u.expires_at > ${realNow}
      and o.disabled_at is null
  `);

/** Uses up a link. Atomic: exactly one concurrent caller succeeds. */
export const spendSetup = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update identity.operator_setup set used_at = ${realNow}
    where id = ${id} and used_at is null and expires_at > ${realNow}
  `);

/**
 * Stores the credentials set up with a link; returns 0 if the operator was disabled in the
 * meantime.
 */
export const setKeys = (
  tx: Tx,
  id: number,
  keys: { passwordHash: string | null; secret: string; step: number; now: Date },
) =>
  tx.run(sql`
    update identity.operator set password_hash = coalesce(${keys.passwordHash}, password_hash),
      totp_secret = ${keys.secret},
    totp_step = ${keys.step}, last_login_at = ${keys.now} where id = ${id} and disabled_at is null
  `);

/** Records one sign-in attempt, whether the e-mail is known or not. */
export const insertSignIn = (
  tx: Tx,
  tried: { at: Date; email: string; address: string; agent: string; outcome: Outcome },
) =>
  tx.run(sql`
    insert into identity.operator_sign_in (at, email, operator_id, address, agent, outcome)
    values (${tried.at}, ${tried.email}, (select id from identity.operator where email =
      ${tried.email}), ${tried.address}, ${tried.agent}, ${tried.outcome})
  `);

export type SignInRow = {
  id: number;
  at: Date;
  email: string;
  operatorId: number | null;
  name: string | null;
  address: string;
  agent: string;
  outcome: Outcome;
};

const newestSignIns = keyset('desc', { id: sql`i.id` });

export const listSignIns = (
  tx: Tx,
  { operator, outcome }: { operator?: number | undefined; outcome?: Outcome | undefined },
  part: Part<{ id: number }>,
) =>
  tx.many<SignInRow>(sql`
    select i.id, i.at, i.email, i.operator_id, o.name, i.address, i.agent, i.outcome
    from identity.operator_sign_in i left join identity.operator o on o.id = i.operator_id
    where ${allOf([
      when(operator, sql`i.operator_id = ${operator}`),
      when(outcome, sql`i.outcome = ${outcome}`),
      newestSignIns.after(part),
    ])}
    order by ${newestSignIns.order} ${limitOf(part)}
  `);

export const ownSessions = (tx: Tx, alive: Alive, operatorId: number) =>
  tx.many<{ id: number; createdAt: Date; usedAt: Date; address: string; agent: string }>(sql`
    select s.id, s.created_at, s.used_at, s.address, s.agent
    from identity.operator_session s where s.operator_id = ${operatorId} and ${isAlive(alive)}
    order by s.used_at desc, s.id desc
  `);

/**
 * Ends one of the operator's own sessions. `ended` is false if the session was over already; the
 * result is null if the session belongs to somebody else.
 */
export const endOwnSession = (tx: Tx, operatorId: number, id: number, realNow: Date) =>
  tx.maybe<{ ended: boolean }>(sql`
    update identity.operator_session set ended_at = coalesce(ended_at, ${realNow})
    where id = ${id} and operator_id = ${operatorId} returning old.ended_at is null as ended
  `);
