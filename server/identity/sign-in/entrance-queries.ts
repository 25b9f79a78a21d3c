// The SQL of the other ways in: challenges, linked Google accounts, passkeys.
import type { Tx } from '../../database/db.ts';
import type { MemberRow } from '../queries.ts';

export type ChallengePurpose =
  | 'google'
  | 'passkey_add'
  | 'passkey_login'
  | 'passkey_step_up'
  | 'passkey_second';
/** What a challenge was made for: a session, a sign-in that waits, or neither. */
export type ChallengeFor = {
  purpose: ChallengePurpose;
  sessionId: number | null;
  ticketId?: number;
};
type ChallengeOf = ChallengeFor & { hash: Buffer };

export const insertChallenge = (tx: Tx, challenge: ChallengeOf & { until: Date }) =>
  tx.run(
    'identity.insertChallenge',
    `insert into identity.challenge (hash, purpose, session_id, expires_at, ticket_id)
     values ($1, $2, $3, $4, $5)`,
    [
      challenge.hash,
      challenge.purpose,
      challenge.sessionId,
      challenge.until,
      challenge.ticketId ?? null,
    ],
  );

/** Of any number of callers at once the row goes to one; answers 0 to all others. */
export const takeChallenge = (tx: Tx, of: ChallengeOf & { realNow: Date }) =>
  tx.run(
    'identity.takeChallenge',
    `delete from identity.challenge
     where hash = $1 and purpose = $2 and session_id is not distinct from $3 and expires_at > $4
       and ticket_id is not distinct from $5`,
    [of.hash, of.purpose, of.sessionId, of.realNow, of.ticketId ?? null],
  );

export const purgeChallenges = (tx: Tx, before: Date) =>
  tx.run('identity.purgeChallenges', 'delete from identity.challenge where expires_at < $1', [
    before,
  ]);

/** Who Google's `sub` belongs to here. */
export const memberOfGoogle = (tx: Tx, subject: string) =>
  tx.maybe<{ id: number }>(
    'identity.memberOfGoogle',
    'select id from identity.member where google_subject = $1',
    [subject],
  );

/** The account of an e-mail, held until the transaction ends: it is about to be linked. */
export const lockMemberOfEmail = (tx: Tx, email: string) =>
  tx.maybe<{ id: number; isConfirmed: boolean; hasGoogle: boolean }>(
    'identity.lockMemberOfEmail',
    `select id, email_verified_at is not null as "isConfirmed",
       google_subject is not null as "hasGoogle"
     from identity.member where email = $1
     order by email_verified_at is null, id desc limit 1 for no key update`,
    [email],
  );

export const linkGoogle = (tx: Tx, memberId: number, subject: string) =>
  tx.run('identity.linkGoogle', 'update identity.member set google_subject = $2 where id = $1', [
    memberId,
    subject,
  ]);

/**
 * Opens an account that Google has confirmed, beside those that wait for their mail. Answers null
 * where a confirmed account has this e-mail.
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
  tx.maybe<{ id: number }>(
    'identity.openGoogleAccount',
    `insert into identity.member
       (google_subject, email, purpose, channel, wants_news, email_verified_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (email) where email_verified_at is not null do nothing returning id`,
    [member.subject, member.email, member.purpose, member.channel, member.wantsNews, member.now],
  );

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
};

const passkeyColumns = `id, member_id as "memberId", credential_id as "credentialId",
  public_key as "publicKey", counter, transports, backed_up as "isSynchronised", name,
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const passkeysOf = (tx: Tx, memberId: number) =>
  tx.many<PasskeyRow>(
    'identity.passkeysOf',
    `select ${passkeyColumns} from identity.passkey where member_id = $1 order by id desc`,
    [memberId],
  );

export const passkeyOf = (tx: Tx, credentialId: string) =>
  tx.maybe<PasskeyRow>(
    'identity.passkeyOf',
    `select ${passkeyColumns} from identity.passkey where credential_id = $1`,
    [credentialId],
  );

/** Answers null where the authenticator has been added before, by whomever. */
export const insertPasskey = (
  tx: Tx,
  passkey: Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'> & { at: Date },
) =>
  tx.maybe<PasskeyRow>(
    'identity.insertPasskey',
    `insert into identity.passkey (member_id, credential_id, public_key, counter, transports,
       backed_up, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (credential_id) do nothing returning ${passkeyColumns}`,
    [
      passkey.memberId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.isSynchronised,
      passkey.name,
      passkey.at,
    ],
  );

/** Marks a use; answers 0 where the counter has not risen, or the passkey is gone. */
export const usePasskey = (
  tx: Tx,
  use: { id: number; counter: number; isSynchronised: boolean; at: Date },
) =>
  tx.run(
    'identity.usePasskey',
    `update identity.passkey set counter = $2, backed_up = $3, last_used_at = $4
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [use.id, use.counter, use.isSynchronised, use.at],
  );

export const namePasskey = (tx: Tx, memberId: number, id: string, name: string) =>
  tx.maybe<{ before: string }>(
    'identity.namePasskey',
    `update identity.passkey set name = $3 where id = $1 and member_id = $2
     returning old.name as before`,
    [id, memberId, name],
  );

/** Removes all passkeys of a member; answers what they were called, the newest first. */
export const deletePasskeysOf = (tx: Tx, memberId: number) =>
  tx.many<{ name: string }>(
    'identity.deletePasskeysOf',
    `with gone as (delete from identity.passkey where member_id = $1 returning id, name)
     select name from gone order by id desc`,
    [memberId],
  );

export const deletePasskey = (tx: Tx, memberId: number, id: string) =>
  tx.maybe<{ name: string }>(
    'identity.deletePasskey',
    'delete from identity.passkey where id = $1 and member_id = $2 returning name',
    [id, memberId],
  );
