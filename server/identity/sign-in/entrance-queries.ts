// SQL of the other ways to sign in: challenges, linked Google accounts, passkeys.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { MemberRow } from '../queries.ts';

export type ChallengePurpose =
  | 'google'
  | 'provider'
  | 'passkey_add'
  | 'passkey_login'
  | 'passkey_step_up'
  | 'passkey_second';
/** What a challenge was issued for: a session, a pending sign-in, or neither. */
export type ChallengeFor = {
  purpose: ChallengePurpose;
  sessionId: number | null;
  ticketId?: number;
};
type ChallengeOf = ChallengeFor & { hash: Buffer };

export const insertChallenge = (tx: Tx, challenge: ChallengeOf & { until: Date }) =>
  tx.run(sql`
    insert into identity.challenge (hash, purpose, session_id, expires_at, ticket_id)
    values (${challenge.hash}, ${challenge.purpose}, ${challenge.sessionId}, ${challenge.until},
      ${challenge.ticketId ?? null})
  `);

/** Atomic: exactly one concurrent caller gets the row; all others get 0. */
export const takeChallenge = (tx: Tx, of: ChallengeOf & { realNow: Date }) =>
  tx.run(sql`
    delete from identity.challenge
    where hash = ${of.hash} and purpose = ${of.purpose} and session_id is not distinct from
      ${of.sessionId} and expires_at > ${of.realNow}
      and ticket_id is not distinct from ${of.ticketId ?? null}
  `);

/** Returns the member linked to a Google `sub`. */
export const memberOfGoogle = (tx: Tx, subject: string) =>
  tx.maybe<{ id: number }>(sql`select id from identity.member where google_subject = ${subject}`);

/**
 * Returns the account of an e-mail address and locks it until the transaction ends, because it is
 * about to be linked.
 */
export const lockMemberOfEmail = (tx: Tx, email: string) =>
  tx.maybe<{ id: number; isConfirmed: boolean; hasGoogle: boolean }>(sql`
    select id, email_verified_at is not null as is_confirmed,
      google_subject is not null as has_google
    from identity.member where email = ${email}
    order by email_verified_at is null, id desc limit 1 for no key update
  `);

export const linkGoogle = (tx: Tx, memberId: number, subject: string) =>
  tx.run(sql`update identity.member set google_subject = ${subject} where id = ${memberId}`);

/**
 * Opens an account confirmed by Google, in addition to unconfirmed ones of the same e-mail address.
 * Returns null if a confirmed account has that address.
 */
export const openGoogleAccount = (
  tx: Tx,
  member: {
    subject: string;
    email: string;
    purpose: MemberRow['purpose'];
    channel: number | null;
    wantsNews: boolean;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into identity.member
      (google_subject, email, purpose, channel, wants_news, email_verified_at, created_at)
    values (${member.subject}, ${member.email}, ${member.purpose}, ${member.channel},
      ${member.wantsNews}, ${member.now}, ${member.now})
    on conflict (email) where email_verified_at is not null do nothing returning id
  `);

export type PasskeyRow = {
  id: number;
  memberId: number;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  isSynchronised: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** User that the authenticator stores; null if an older program added the passkey. */
  userHandle: string | null;
};

const passkeyColumns = sql`id, member_id, credential_id, public_key, counter, transports,
  backed_up as is_synchronised, name, created_at, last_used_at, user_handle`;

export const passkeysOf = (tx: Tx, memberId: number) =>
  tx.many<PasskeyRow>(sql`
    select ${passkeyColumns} from identity.passkey where member_id = ${memberId} order
      by id desc
  `);

export const passkeyOf = (tx: Tx, credentialId: string) =>
  tx.maybe<PasskeyRow>(sql`
    select ${passkeyColumns} from identity.passkey where credential_id = ${credentialId}
  `);

/** Inserts a passkey; returns null if any member has already added its authenticator. */
export const insertPasskey = (
  tx: Tx,
  passkey: Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'> & { at: Date },
) =>
  tx.maybe<PasskeyRow>(sql`
    insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
      backed_up, name, created_at, user_handle)
    values (${passkey.memberId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.transports}, ${passkey.isSynchronised}, ${passkey.name},
      ${passkey.at}, ${passkey.userHandle})
    on conflict (credential_id) do nothing returning ${passkeyColumns}
  `);

/**
 * Records a use of a passkey; returns 0 if the counter has not increased or the passkey was
 * deleted.
 */
export const usePasskey = (
  tx: Tx,
  use: { id: number; counter: number; isSynchronised: boolean; at: Date },
) =>
  tx.run(sql`
    update identity.passkey set counter = ${use.counter}, backed_up = ${use.isSynchronised},
      last_used_at = ${use.at}
    where id = ${use.id} and (counter < ${use.counter} or (counter = 0 and
      ${use.counter}::bigint = 0))
  `);

export const namePasskey = (tx: Tx, memberId: number, id: number, name: string) =>
  tx.maybe<{ before: string }>(sql`
    update identity.passkey set name = ${name} where id = ${id} and member_id = ${memberId}
    returning old.name as before
  `);

/** Deletes all passkeys of a member; returns their names, the newest first. */
export const deletePasskeysOf = (tx: Tx, memberId: number) =>
  tx.many<{ name: string }>(sql`
    with gone as (delete from identity.passkey where member_id = ${memberId} returning id, name)
    select name from gone order by id desc
  `);

export const deletePasskey = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ name: string }>(sql`
    delete from identity.passkey where id = ${id} and member_id = ${memberId} returning name
  `);
