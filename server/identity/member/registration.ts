// Registers accounts and confirms e-mails without revealing who has an account.
import type { identity } from '#contract/identity/calls.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { type Context, type Actions, type Asking, prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { forgetPushDevices, sendLetter, tell } from '../../notices/front.ts';
import { ifOffered } from '../../settings/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import { assertWorked, takeCrowdLimit } from '../sign-in/crowds.ts';
import { constantTime } from '../credentials/constant-time.ts';
import { assertNewPassword } from '../credentials/new-password.ts';
import {
  endEmailTokens,
  insertEmailToken,
  memberByEmail,
  memberById,
  spendEmailToken,
} from '../queries.ts';
import { openSession } from '../sessions.ts';
import {
  forgetRegistration,
  nameRegistration,
  namesAccount,
  NO_ACCOUNT,
} from './registration-cookie.ts';
import {
  type WaitingAccount,
  accountsOfLink,
  closeWaiting,
  confirmWaiting,
  isConfirmedByLink,
  openAccount,
} from './registration-queries.ts';
import { emailTokenMs, paces, waitsForMail } from '../rules.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { letters, noticeKinds } from '../words.ts';

type All = Actions<{ identity: typeof identity }>['identity'];
type Promised = typeof identity;

/** Audit actor for requests of somebody who is not signed in. */
export const VISITOR = { type: 'member', id: null } as const;

/**
 * Counts a mail against the rate limits of this e-mail address, whether it is known or not, and of
 * the caller's IP address. Refuses TOO_MANY_REQUESTS.
 */
export async function takeMailLimit(
  services: Services,
  email: string,
  asking: Asking,
): Promise<void> {
  const { pool, secrets } = services;
  await assertWorked(services, 'mail', asking);
  const own = [{ key: `mail ${secrets.fingerprint('email', email)}`, ...paces.mailAccount }];
  await takeCrowdLimit(services, db(pool), 'mail', { ...asking, own });
}

/**
 * Locks an e-mail until the transaction ends, so that only one registration or confirmation runs at
 * a time.
 */
export async function lockEmail({ services, tx }: Work, email: string): Promise<void> {
  // Processes with different current versions of the hash key must wait for each other as well.
  const hashes = services.secrets.fingerprints('email', email);
  for (const hash of hashes) await lockCodes(tx, `email:${hash}`);
}

/**
 * Closes the unconfirmed accounts of others under an e-mail whose owner is now known, so that these
 * accounts no longer give access to anything. Returns their number. The caller must hold the lock
 * of the e-mail.
 */
export async function closeOtherRegistrations(
  work: Work,
  email: string,
  keep: number,
): Promise<number> {
  const { now, realNow, tx } = work;
  const closed = await closeWaiting(tx, { email, keep, now, realNow });
  for (const { id } of closed) {
    await forgetPushDevices(tx, id);
    await recordMove(work, {
      subject: { type: 'member', id },
      action: 'identity.close_unconfirmed',
      snapshot: { confirmed: keep },
    });
  }
  return closed.length;
}

/** Mails the link that confirms an account; earlier links for this account stop working. */
async function mailVerification(work: Work, memberId: number, email: string): Promise<void> {
  const { realNow, services, tx } = work;
  const token = newToken();
  await endEmailTokens(tx, memberId, 'verify', realNow);
  await insertEmailToken(tx, {
    memberId,
    purpose: 'verify',
    hash: tokenHash(token),
    at: realNow,
    until: new Date(realNow.getTime() + emailTokenMs),
  });
  const url = new URL('/member/verify', services.config.publicUrl);
  url.hash = String(new URLSearchParams({ token, email }));
  const linkMinutes = String(emailTokenMs / 60_000);
  await sendLetter(work, { email, memberId }, letters.verifyEmail({ linkMinutes }, url.href));
}

/** Notifies the owner of a confirmed account that somebody tried to register with their e-mail. */
function mailKnown(work: Work, email: string): Promise<void> {
  return sendLetter(work, { email }, letters.alreadyMember({}));
}

type Registration = Input<Promised['register']>;

/**
 * Opens an account, or notifies the owner of a confirmed account that somebody tried to register;
 * the answer is the same in both cases. Other unconfirmed accounts with this e-mail stay unchanged
 * and each has its own link, so that nobody's link confirms somebody else's password.
 */
async function openOrTell(
  work: Work,
  input: Registration,
  passwordHash: string,
): Promise<{ opened: number | null }> {
  const { now, tx } = work;
  const { email, purpose, channel, news } = input;
  await lockEmail(work, email);
  const opened = await openAccount(tx, {
    email,
    passwordHash,
    purpose,
    channel: await ifOffered(work, 'channels', channel),
    wantsNews: news ?? false,
    emailVerifiedAt: null,
    now,
  });
  const id = opened?.id ?? (await memberByEmail(tx, email))?.id ?? 0;
  if (opened) await mailVerification(work, id, email);
  else await mailKnown(work, email);
  const action = opened ? 'identity.register' : 'identity.register_known';
  await recordMove(work, { subject: { type: 'member', id }, action });
  return { opened: opened?.id ?? null };
}

/** Every registration sets a cookie of the same form, so that it does not tell who is a member. */
const register = prepared<Promised['register'], string>({
  async prepare(services, input, asking) {
    const { passwords, pool } = services;
    await assertNewPassword(services, input.email, input);
    await assertWorked(services, 'register', asking, input.captchaToken);
    await takeCrowdLimit(services, db(pool), 'register', asking);
    await takeMailLimit(services, input.email, asking);
    const evenly = constantTime();
    // The password is hashed for known e-mails as well, so that both cases take the same time.
    const passwordHash = await passwords.hashPassword(input.password);
    const open = (work: Work) => openOrTell(work, input, passwordHash);
    const { opened } = await inWork(services, open, VISITOR);
    const cookie = nameRegistration(services, opened ?? NO_ACCOUNT);
    await evenly();
    return cookie;
  },
  async run({ reply }, { email }, cookie) {
    reply.setCookie(cookie);
    return { data: { email } };
  },
});

/** Mails the link again if the account is waiting for confirmation. */
async function mailAgain(work: Work, email: string): Promise<void> {
  const member = await memberByEmail(work.tx, email);
  if (member && waitsForMail(member)) await mailVerification(work, member.id, email);
  const subject = { type: 'member', id: member?.id ?? 0 } as const;
  await recordMove(work, { subject, action: 'identity.verification_asked' });
}

const sendEmailVerification = prepared<Promised['sendEmailVerification'], void>({
  async prepare(services, { email }, asking) {
    await takeMailLimit(services, email, asking);
    const evenly = constantTime();
    await inWork(services, (work) => mailAgain(work, email), VISITOR);
    await evenly();
  },
  async run() {
    return { data: { ok: true } };
  },
});

type Confirmed = WaitingAccount['id'] | null;

/**
 * Returns the account that a link confirms, or null if the link is not valid. Without a password it
 * is the account for which the link was sent. With a password it is the account with that password:
 * even if a stranger also registered the e-mail, the link proves access to the mailbox and the
 * password selects the registration. Refuses PASSWORD_REQUIRED if the caller asks to be `careful`
 * and there are several accounts, and PASSWORD_WRONG.
 */
async function accountFor(
  { clock, passwords, pool }: Services,
  { token, email, password, careful }: Input<Promised['verifiedEmail']>,
): Promise<Confirmed> {
  const hash = tokenHash(token);
  const waiting = await accountsOfLink(db(pool), hash, email, clock.realNow());
  if (password === undefined) {
    if (careful && waiting.length > 1) throw new Refusal('PASSWORD_REQUIRED');
    return waiting[0]?.id ?? null;
  }
  if (waiting.length === 0) return null;
  for (const { id, passwordHash } of waiting) {
    if (passwordHash && (await passwords.verifyPassword(passwordHash, password))) return id;
  }
  throw new Refusal('PASSWORD_WRONG');
}

/**
 * Signs in whoever confirms the account in the browser that registered it. The link alone does not:
 * it may have been mailed to somebody who never registered, or be followed on another device.
 */
async function signedInBy(context: Context<Promised['verifiedEmail']>, memberId: number) {
  const { registration, reply, services, tx } = context;
  if (!namesAccount(services, memberId, registration)) return null;
  reply.setCookie(forgetRegistration(services));
  return openSession(context, await memberById(tx, memberId), context);
}

const verifiedEmail = prepared<Promised['verifiedEmail'], Confirmed>({
  prepare: accountFor,
  async run(context, { token, email, password }, memberId) {
    const { now, realNow, tx } = context;
    await lockEmail(context, email);
    const spent = memberId && (await spendEmailToken(tx, tokenHash(token), email, realNow));
    const confirmed = spent ? await confirmWaiting(tx, memberId, email, now) : null;
    if (!memberId || !confirmed) {
      const { confirmed: before } = await isConfirmedByLink(tx, tokenHash(token), email);
      throw new Refusal(before ? 'EMAIL_ALREADY_CONFIRMED' : 'TOKEN_INVALID');
    }
    await endEmailTokens(tx, memberId, 'verify', realNow);
    const others = await closeOtherRegistrations(context, email, memberId);
    await recordMove(context, {
      subject: { type: 'member', id: memberId },
      action: 'identity.email_confirmed',
    });
    await tell(context, memberId, noticeKinds.emailProven({}));
    // Of several registrations the password tells whose it is.
    const isSure = others === 0 || password !== undefined;
    const user = isSure ? await signedInBy(context, memberId) : null;
    return { data: { emailVerifiedAt: confirmed.emailVerifiedAt, ...(user && { user }) } };
  },
});

export const registrationActions: Pick<
  All,
  'register' | 'sendEmailVerification' | 'verifiedEmail'
> = { register, sendEmailVerification, verifiedEmail };
