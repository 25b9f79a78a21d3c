// The SQL of operators as the admin keeps them: the list, links that set them up, who signed in.
import type { Role } from '#contract/core/endpoint.ts';
import type { operatorStates, signInOutcomes } from '#contract/identity/operators.ts';
import type { Tx } from '../../database/db.ts';

import type { GivenRoles } from '../rules.ts';

type State = (typeof operatorStates)[number];
type Outcome = (typeof signInOutcomes)[number];

export type ColleagueRow = {
  id: number;
  email: string;
  name: string;
  /** As they were given; `rolesNow` says which of them count. */
  roles: Role[];
  heldRoles: Role[];
  heldUntil: Date | null;
  state: State;
  lastLoginAt: Date | null;
  createdAt: Date;
  sessions: number;
  setupUntil: Date | null;
  /** The open task of the second admin. */
  taskId: number | null;
};

const state = `case when o.disabled_at is not null then 'disabled'
  when o.approved_at is null then 'proposed'
  when o.password_hash is null then 'invited'
  when o.totp_secret is null then 'totp' else 'active' end`;

const alive = 's.ended_at is null and s.ends_at > $1 and s.used_at > $2';

/** `$1` is now and `$2` since when a session must have been used to be alive, both real time. */
const columns = `o.id, o.email, o.name, o.roles, o.held_roles as "heldRoles",
  o.held_until as "heldUntil", ${state} as state,
  o.last_login_at as "lastLoginAt", o.created_at as "createdAt",
  (select count(*) from identity.operator_session s
    where s.operator_id = o.id and ${alive}) as sessions,
  (select u.expires_at from identity.operator_setup u
    where u.operator_id = o.id and u.used_at is null and u.expires_at > $1) as "setupUntil",
  (select t.id from tasks.task t where t.kind = 'operator_check' and t.status = 'open'
    and t.subject_type = 'operator' and t.subject_id = o.id) as "taskId"`;

/** Real time, and since when an unused session is over. */
export type Alive = { realNow: Date; idleSince: Date };

export const listColleagues = (
  tx: Tx,
  { realNow, idleSince }: Alive,
  filter: { state?: State | undefined; limit: number; offset: number },
) =>
  tx.many<ColleagueRow>(
    'identity.listColleagues',
    `select ${columns} from identity.operator o where $3::text is null or ${state} = $3
     order by o.disabled_at is not null, o.name, o.id limit $4 offset $5`,
    [realNow, idleSince, filter.state ?? null, filter.limit, filter.offset],
  );

/** In the order of their ids, beyond one of them: a page of a table. */
export const colleaguesAfter = (
  tx: Tx,
  { realNow, idleSince }: Alive,
  only: State | undefined,
  id: number,
  limit: number,
) =>
  tx.many<ColleagueRow>(
    'identity.colleaguesAfter',
    `select ${columns} from identity.operator o
     where ($3::text is null or ${state} = $3) and o.id > $4 order by o.id limit $5`,
    [realNow, idleSince, only ?? null, id, limit],
  );

export const countColleagues = (tx: Tx, only: State | undefined) =>
  tx.one<{ total: number }>(
    'identity.countColleagues',
    `select count(*) as total from identity.operator o where $1::text is null or ${state} = $1`,
    [only ?? null],
  );

export const colleagueById = (tx: Tx, { realNow, idleSince }: Alive, id: number) =>
  tx.maybe<ColleagueRow>(
    'identity.colleagueById',
    `select ${columns} from identity.operator o where o.id = $3`,
    [realNow, idleSince, id],
  );

/** Holds all admins and the operator himself, in one order: two acts come one after the other. */
export const lockColleagues = (tx: Tx, id: number) =>
  tx.many<{ id: number }>(
    'identity.lockColleagues',
    `select id from identity.operator where id = $1 or 'admin' = any(roles)
     order by id for no key update`,
    [id],
  );

/** Admins who can sign in, without this one. */
export const countOtherAdmins = (tx: Tx, id: number) =>
  tx.one<{ count: number }>(
    'identity.countOtherAdmins',
    `select count(*) as count from identity.operator where id <> $1 and 'admin' = any(roles)
       and disabled_at is null and password_hash is not null and totp_secret is not null`,
    [id],
  );

/** Admins who can sign in, or may follow a link to do so: whoever has to know of each change. */
export const listAdmins = (tx: Tx) =>
  tx.many<{ email: string; name: string }>(
    'identity.listAdmins',
    `select email, name from identity.operator
     where 'admin' = any(roles) and disabled_at is null and approved_at is not null order by id`,
  );

/**
 * An operator whom no second admin has agreed to yet. Null where the e-mail is an operator's
 * already; whom another admin did not agree to may be proposed again.
 */
export const inviteColleague = (
  tx: Tx,
  { email, name, roles, now }: { email: string; name: string; roles: readonly Role[]; now: Date },
) =>
  tx.maybe<{ id: number }>(
    'identity.inviteColleague',
    `insert into identity.operator (email, name, roles, created_at) values ($1, $2, $3, $4)
     on conflict (email) do update set name = excluded.name, roles = excluded.roles,
       created_at = excluded.created_at, disabled_at = null
     where operator.approved_at is null and operator.disabled_at is not null
     returning id`,
    [email, name, roles, now],
  );

export const setRoles = (tx: Tx, id: number, { roles, heldRoles, heldUntil }: GivenRoles) =>
  tx.run(
    'identity.setRoles',
    `update identity.operator set roles = $2, held_roles = $3, held_until = $4 where id = $1`,
    [id, roles, heldRoles, heldUntil],
  );

/** From now on a link may be mailed; whoever was agreed to before stays so. */
export const approveColleague = (tx: Tx, id: number, now: Date) =>
  tx.run(
    'identity.approveColleague',
    `update identity.operator set approved_at = coalesce(approved_at, $2), disabled_at = null
     where id = $1`,
    [id, now],
  );

export const setDisabled = (tx: Tx, id: number, disabledAt: Date | null) =>
  tx.run('identity.setDisabled', 'update identity.operator set disabled_at = $2 where id = $1', [
    id,
    disabledAt,
  ]);

export const forgetKeys = (tx: Tx, id: number, { password }: { password: boolean }) =>
  tx.run(
    'identity.forgetKeys',
    `update identity.operator set totp_secret = null,
       password_hash = case when $2 then null else password_hash end where id = $1`,
    [id, password],
  );

export const endColleagueSessions = (tx: Tx, id: number, realNow: Date) =>
  tx.run(
    'identity.endColleagueSessions',
    `update identity.operator_session set ended_at = $2
     where operator_id = $1 and ended_at is null and ends_at > $2`,
    [id, realNow],
  );

/** Links mailed before stop working. */
export const endSetups = (tx: Tx, operatorId: number, realNow: Date) =>
  tx.run(
    'identity.endSetups',
    `update identity.operator_setup set used_at = $2
     where operator_id = $1 and used_at is null`,
    [operatorId, realNow],
  );

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
  tx.run(
    'identity.insertSetup',
    `insert into identity.operator_setup
       (operator_id, purpose, token_hash, totp_secret, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [setup.operatorId, setup.purpose, setup.hash, setup.secret, setup.at, setup.until],
  );

export type SetupRow = {
  id: number;
  operatorId: number;
  purpose: 'invitation' | 'totp';
  secret: string;
  email: string;
  name: string;
  passwordHash: string | null;
};

/** The link's work, while it is good and its operator is not shut out. */
export const setupByToken = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<SetupRow>(
    'identity.setupByToken',
    `select u.id, u.operator_id as "operatorId", u.purpose, u.totp_secret as secret, o.email,
       o.name, o.password_hash as "passwordHash"
     from identity.operator_setup u join identity.operator o on o.id = u.operator_id
     where u.token_hash = $1 and u.used_at is null and u.expires_at > $2
       and o.disabled_at is null`,
    [hash, realNow],
  );

/** Uses a link up; of any number of callers at once it goes to one. */
export const spendSetup = (tx: Tx, id: number, realNow: Date) =>
  tx.run(
    'identity.spendSetup',
    `update identity.operator_setup set used_at = $2
     where id = $1 and used_at is null and expires_at > $2`,
    [id, realNow],
  );

/** Answers 0 where he was shut out meanwhile. */
export const setKeys = (
  tx: Tx,
  id: number,
  keys: { passwordHash: string | null; secret: string; step: number; now: Date },
) =>
  tx.run(
    'identity.setKeys',
    `update identity.operator set password_hash = coalesce($2, password_hash), totp_secret = $3,
       totp_step = $4, last_login_at = $5 where id = $1 and disabled_at is null`,
    [id, keys.passwordHash, keys.secret, keys.step, keys.now],
  );

/** One try to sign in, whoever the e-mail belongs to. */
export const insertSignIn = (
  tx: Tx,
  tried: { at: Date; email: string; address: string; agent: string; outcome: Outcome },
) =>
  tx.run(
    'identity.insertSignIn',
    `insert into identity.operator_sign_in (at, email, operator_id, address, agent, outcome)
     values ($1, $2, (select id from identity.operator where email = $2), $3, $4, $5)`,
    [tried.at, tried.email, tried.address, tried.agent, tried.outcome],
  );

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

export const listSignIns = (
  tx: Tx,
  filter: {
    operator: number | null;
    outcome: Outcome | null;
    before: number | null;
    limit: number;
  },
) =>
  tx.many<SignInRow>(
    'identity.listSignIns',
    `select i.id, i.at, i.email, i.operator_id as "operatorId", o.name, i.address, i.agent,
       i.outcome
     from identity.operator_sign_in i left join identity.operator o on o.id = i.operator_id
     where ($1::bigint is null or i.operator_id = $1) and ($2::text is null or i.outcome = $2)
       and ($3::bigint is null or i.id < $3)
     order by i.id desc limit $4`,
    [filter.operator, filter.outcome, filter.before, filter.limit],
  );

export const ownSessions = (tx: Tx, { realNow, idleSince }: Alive, operatorId: number) =>
  tx.many<{ id: number; createdAt: Date; usedAt: Date; address: string; agent: string }>(
    'identity.ownSessions',
    `select s.id, s.created_at as "createdAt", s.used_at as "usedAt", s.address, s.agent
     from identity.operator_session s where s.operator_id = $3 and ${alive}
     order by s.used_at desc, s.id desc`,
    [realNow, idleSince, operatorId],
  );

/** `ended` is false where it was over already; null where it is not his. */
export const endOwnSession = (tx: Tx, operatorId: number, id: number, realNow: Date) =>
  tx.maybe<{ ended: boolean }>(
    'identity.endOwnSession',
    `update identity.operator_session set ended_at = coalesce(ended_at, $3)
     where id = $1 and operator_id = $2 returning old.ended_at is null as ended`,
    [id, operatorId, realNow],
  );
