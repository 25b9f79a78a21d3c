// SQL of operators and their sessions at the office.
import type { Role } from '#contract/core/endpoint.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type OperatorRow = {
  id: number;
  email: string;
  name: string;
  /** Roles as assigned; `rolesNow` determines which of them are in effect. */
  roles: Role[];
  heldRoles: Role[];
  heldUntil: Date | null;
  lastLoginAt: Date | null;
};

const columns = sql`o.id, o.email, o.name, o.roles, o.held_roles, o.held_until, o.last_login_at`;

/** Operator with sign-in credentials; null if a mailed setup link has not been used yet. */
export type OperatorKeys = OperatorRow & {
  passwordHash: string | null;
  totpSecret: string | null;
  totpStep: number;
  disabled: boolean;
};

export const operatorByEmail = (tx: Tx, email: string) =>
  tx.maybe<OperatorKeys>(sql`
    select ${columns}, o.password_hash, o.totp_secret, o.totp_step,
      o.disabled_at is not null as disabled
    from identity.operator o where o.email = ${email}
  `);

export const operatorById = (tx: Tx, id: number) =>
  tx.one<OperatorRow>(sql`select ${columns} from identity.operator o where o.id = ${id}`);

/**
 * Marks a TOTP time step as used; returns null if this or a later step was used before, or if the
 * secret has changed.
 */
export const takeStep = (
  tx: Tx,
  id: number,
  { step, now, secret }: { step: number; now: Date; secret: string | null },
) =>
  tx.maybe<{ lastLoginAt: Date | null }>(sql`
    update identity.operator set totp_step = ${step}, last_login_at = ${now}
    where id = ${id} and totp_step < ${step} and disabled_at is null and totp_secret = ${secret}
    returning old.last_login_at
  `);

export const insertOperator = (
  tx: Tx,
  operator: {
    email: string;
    name: string;
    passwordHash: string;
    totpSecret: string;
    roles: readonly Role[];
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.operator (email, name, password_hash, totp_secret, roles, created_at,
      approved_at)
    values (${operator.email}, ${operator.name}, ${operator.passwordHash},
      ${operator.totpSecret}, ${operator.roles}, ${operator.now}, ${operator.now}) returning id
  `);

export const insertOperatorSession = (
  tx: Tx,
  session: {
    hash: Buffer;
    operatorId: number;
    realNow: Date;
    endsAt: Date;
    address: string;
    agent: string;
    isByProvider: boolean;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.operator_session (token_hash, operator_id, created_at, used_at, ends_at,
      address, agent, is_by_provider)
    values (${session.hash}, ${session.operatorId}, ${session.realNow}, ${session.realNow},
      ${session.endsAt}, ${session.address}, ${session.agent},
      ${session.isByProvider}) returning id
  `);

/** Ends the session of a cookie, whoever owns the session. */
export const endOperatorSessionOfToken = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.run(sql`
    update identity.operator_session set ended_at = ${realNow} where token_hash = ${hash} and
      ended_at is null
  `);

export type OperatorSessionRow = OperatorRow & {
  sessionId: number;
  usedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  disabled: boolean;
};

/** Returns session and operator in one query and updates the session's last use, as for members. */
export const readOperatorSession = (
  tx: Tx,
  hash: Buffer,
  { realNow, touchBefore, idleSince }: { realNow: Date; touchBefore: Date; idleSince: Date },
) =>
  tx.maybe<OperatorSessionRow>(sql`
    with touched as (
      update identity.operator_session set used_at = ${realNow} where id = (
        select id from identity.operator_session
        where token_hash = ${hash} and used_at < ${touchBefore} and used_at > ${idleSince} and
          ends_at > ${realNow}
          and ended_at is null
        for no key update skip locked)
    )
    select ${columns}, s.id as session_id, s.used_at, s.ends_at as
      ends_at, s.ended_at, o.disabled_at is not null as disabled
    from identity.operator_session s join identity.operator o on o.id = s.operator_id
    where s.token_hash = ${hash}
  `);

export const endOperatorSession = (tx: Tx, sessionId: number, realNow: Date) =>
  tx.maybe<{ isByProvider: boolean }>(sql`
    update identity.operator_session set ended_at = ${realNow} where id = ${sessionId} and
      ended_at is null
    returning is_by_provider
  `);

export type ProviderAccount = { issuer: string; subject: string };

export type ProviderOperator = OperatorRow & {
  isApproved: boolean;
  isDisabled: boolean;
  /** True if this provider account opens the account. */
  isBound: boolean;
  /** True if another account of the same provider opens it. */
  isTaken: boolean;
};

/** Returns the operator to whom a provider account is bound, or else the one with the address. */
export const operatorForProvider = (tx: Tx, { issuer, subject }: ProviderAccount, email: string) =>
  tx.maybe<ProviderOperator>(sql`
    select ${columns}, o.approved_at is not null as is_approved,
      o.disabled_at is not null as is_disabled,
      coalesce(o.provider_issuer = ${issuer} and o.provider_subject = ${subject}, false)
        as is_bound,
      coalesce(o.provider_issuer = ${issuer} and o.provider_subject <> ${subject}, false)
        as is_taken
    from identity.operator o
    where (o.provider_issuer = ${issuer} and o.provider_subject = ${subject}) or o.email = ${email}
    order by is_bound desc limit 1
  `);

/**
 * Binds a provider account to an operator, or confirms the binding, and stores the sign-in. Returns
 * null if the operator was disabled or bound to another account of the provider meanwhile.
 */
export const enterByProvider = (
  tx: Tx,
  id: number,
  { issuer, subject }: ProviderAccount,
  now: Date,
) =>
  tx.maybe<{ lastLoginAt: Date | null; isNew: boolean }>(sql`
    update identity.operator
    set provider_issuer = ${issuer}, provider_subject = ${subject}, last_login_at = ${now}
    where id = ${id} and disabled_at is null and approved_at is not null
      and (provider_issuer is distinct from ${issuer} or provider_subject = ${subject})
    returning old.last_login_at, (old.provider_issuer, old.provider_subject) is distinct from
        (new.provider_issuer, new.provider_subject) as is_new
  `);
