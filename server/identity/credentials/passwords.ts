// Setting a new password: reset by mail, or changed with the old one or a text message.
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { identityPassword } from '#contract/identity/password.ts';
import { resetNumberSchema } from '#contract/identity/password.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import { bareHash } from '../../adapters/secrets.ts';
import { type Tx, db } from '../../database/db.ts';
import { sendLetter, tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { confirmedPhone } from './code-queries.ts';
import { type CodeTry, acceptCode, attemptCode } from './codes.ts';
import { endOtherAccess } from '../api/revoking.ts';
import { deletePasskeysOf, passkeysOf } from '../sign-in/entrance-queries.ts';
import { constantTime } from './constant-time.ts';
import { assertNewPassword } from './new-password.ts';
import {
  insertResetToken,
  lockMember,
  resetByLink,
  setPassword,
  spendReset,
  tryResetNumber,
} from './password-queries.ts';
import { type MemberRow, endEmailTokens, memberByEmail, memberById } from '../queries.ts';
import { confirmWaiting } from '../member/registration-queries.ts';
import {
  VISITOR,
  lockEmail,
  closeOtherRegistrations,
  takeMailLimit,
} from '../member/registration.ts';
import { emailTokenMs, networkOf, paces, resetNumberMs, resetNumberTries } from '../rules.ts';
import { memberAsking } from '../sessions.ts';
import { signOutSessions } from '../sign-out.ts';
import { takeRateLimits } from './throttle.ts';
import { endTicketsOf } from './ticket-queries.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { forgetTries } from './tries.ts';
import { letters, noticeKinds } from '../words.ts';

type Promised = typeof identityPassword;

/**
 * There are only a hundred million numbers of eight digits, so the hash is keyed and bound to the
 * member.
 */
const boundNumber = (memberId: number, number: string) =>
  ['resetNumber', `${memberId}:${number}`] as const;

/** Mails a link and a number for a reset; the links and numbers of earlier mails stop working. */
async function mailReset(work: Work, { id: memberId, email }: MemberRow): Promise<void> {
  const { realNow, services, tx } = work;
  const { publicUrl } = services.config;
  const token = newToken();
  const number = String(randomInt(100_000_000)).padStart(8, '0');
  const after = (ms: number) => new Date(realNow.getTime() + ms);
  await endEmailTokens(tx, memberId, 'reset', realNow);
  await insertResetToken(tx, {
    memberId,
    hash: tokenHash(token),
    until: after(emailTokenMs),
    numberHash: services.secrets.fingerprint(...boundNumber(memberId, number)),
    numberUntil: after(resetNumberMs),
    at: realNow,
  });
  const url = new URL('/member/resetPassword', publicUrl);
  url.hash = String(new URLSearchParams({ token, email }));
  const minutes = (ms: number) => String(ms / 60_000);
  const values = {
    number,
    linkMinutes: minutes(emailTokenMs),
    numberMinutes: minutes(resetNumberMs),
  };
  await sendLetter(work, { email, memberId }, letters.resetPassword(values, url.href));
}

const resetPasswordEmail = prepared<Promised['resetPasswordEmail'], void>({
  async prepare(services, { email }, asking) {
    await takeMailLimit(services, email, asking);
    const evenly = constantTime();
    await inWork(
      services,
      async (work) => {
        const member = await memberByEmail(work.tx, email);
        if (member) await mailReset(work, member);
        const subject = { type: 'member', id: member?.id ?? 0 } as const;
        await recordMove(work, { subject, action: 'identity.reset_asked' });
      },
      VISITOR,
    );
    await evenly();
  },
  async run() {
    return { data: { ok: true } };
  },
});

type Reset = { id: number; by: 'link' | 'number' };

/**
 * Finds the unused reset to which a token or a typed number belongs. Attempts with a number are
 * counted here, outside the call's transaction, because a refusal of the call would roll the count
 * back.
 */
async function findReset(
  services: Services,
  { email, tokenNumber }: Input<Promised['resetPassword']>,
): Promise<Reset | null> {
  const tx = db(services.pool);
  const realNow = services.clock.realNow();
  if (!resetNumberSchema.safeParse(tokenNumber).success) {
    const found = await resetByLink(tx, email, tokenHash(tokenNumber), realNow);
    return found && { id: found.id, by: 'link' };
  }
  const row = await tryResetNumber(tx, email, realNow, resetNumberTries);
  if (!row) return null;
  const given = services.secrets.fingerprints(...boundNumber(row.memberId, tokenNumber));
  const stored = Buffer.from(bareHash(row.hash));
  const isRight = given.some((one) => timingSafeEqual(Buffer.from(bareHash(one)), stored));
  return isRight ? { id: row.id, by: 'number' } : null;
}

/**
 * Takes a unit of the rate limits of a password reset: the limits of this address and, for a typed
 * number, of this account.
 */
async function takeResetTurns(
  { clock, pool, secrets }: Services,
  { email, tokenNumber }: Input<Promised['resetPassword']>,
  { address }: Asking,
): Promise<() => Promise<void>> {
  const typed = resetNumberSchema.safeParse(tokenNumber).success;
  const account = secrets.fingerprint('email', email);
  return takeRateLimits(db(pool), clock, [
    { key: `reset@${networkOf(address)}`, ...paces.resetAddress },
    ...(typed ? [{ key: `reset ${account}`, ...paces.resetNumber }] : []),
  ]);
}

const listOf = (passkeys: readonly { name: string }[]) =>
  passkeys.map(({ name }) => `「${name}」`).join('、');

/**
 * Handles passkeys when the password changes. A reset only proves access to the mailbox, so it
 * deletes all passkeys; members who change the password while signed in keep their passkeys and are
 * reminded of them. Returns what the notice says about the passkeys.
 */
async function passkeysAfter(tx: Tx, memberId: number, isReset: boolean) {
  const passkeys = await (isReset ? deletePasskeysOf : passkeysOf)(tx, memberId);
  if (passkeys.length === 0) return { passkeysRemoved: 0, said: '' };
  if (!isReset) {
    const said = `通行密鑰${listOf(passkeys)}仍可登入，請到「帳戶管理」確認都是您的。`;
    return { passkeysRemoved: 0, said };
  }
  const said = `通行密鑰${listOf(passkeys)}已移除，需要時請登入後重新新增。`;
  return { passkeysRemoved: passkeys.length, said };
}

/**
 * Stores a new password and ends all access that the old one gave: sessions (except the one to
 * keep), mailed links, counted failures and, after a reset, passkeys and what `endOtherAccess`
 * ends. The member is notified by a mail that cannot be switched off.
 */
async function putPassword(
  work: Work,
  member: { id: number; email: string },
  { hash, keep, by }: { hash: string; keep: number | null; by: string },
): Promise<void> {
  const { realNow, tx } = work;
  const isReset = keep === null;
  await setPassword(tx, member.id, hash);
  const sessionsEnded = await signOutSessions(work, member.id, { but: keep });
  await endEmailTokens(tx, member.id, 'reset', realNow);
  // A link for a lost phone was given to whoever knew the old password.
  await endEmailTokens(tx, member.id, 'recover', realNow);
  await endTicketsOf(tx, member.id, realNow);
  const { passkeysRemoved, said } = await passkeysAfter(tx, member.id, isReset);
  if (isReset) {
    await endOtherAccess(work, member.id, 'password_reset');
  }
  await forgetTries(work, member.email);
  await recordMove(work, {
    subject: { type: 'member', id: member.id },
    action: isReset ? 'identity.password_reset' : 'identity.password_changed',
    snapshot: { by, sessionsEnded, ...(isReset && { passkeysRemoved }) },
  });
  const ended = isReset ? '所有裝置都已登出，請以新密碼登入。' : '其他裝置都已登出。';
  await tell(work, member.id, noticeKinds.passwordChanged({ ended: ended + said }));
}

const resetPassword = prepared<Promised['resetPassword'], { reset: Reset; hash: string } | null>({
  async prepare(services, input, asking) {
    await assertNewPassword(services, input.email, input);
    const giveBack = await takeResetTurns(services, input, asking);
    const evenly = constantTime();
    const reset = await findReset(services, input);
    if (!reset) {
      await evenly();
      return null;
    }
    await giveBack();
    return { reset, hash: await services.passwords.hashPassword(input.password) };
  },
  async run(context, { email }, ready) {
    const { now, realNow, tx } = context;
    await lockEmail(context, email);
    const spent = ready && (await spendReset(tx, ready.reset.id, realNow));
    if (!spent) throw new Refusal('TOKEN_INVALID');
    const { memberId } = spent;
    await lockMember(tx, memberId);
    const member = await memberById(tx, memberId);
    const work: Work = { ...context, actor: { type: 'member', id: memberId } };
    // The reset proves that the member has read a mail at this address, which is all that
    // confirming the address requires.
    if (!member.emailVerifiedAt) {
      if (!(await confirmWaiting(tx, memberId, email, now))) throw new Refusal('TOKEN_INVALID');
      await endEmailTokens(tx, memberId, 'verify', realNow);
      await closeOtherRegistrations(work, email, memberId);
      const subject = { type: 'member', id: memberId } as const;
      await recordMove(work, { subject, action: 'identity.email_confirmed' });
    }
    await putPassword(work, member, { hash: ready.hash, keep: null, by: ready.reset.by });
    return { data: { ok: true } };
  },
});

const sameText = (a: string, b: string) => a.normalize('NFKC') === b.normalize('NFKC');

/**
 * `was` is the hash of the old password if the caller entered it correctly. Null if it was wrong or
 * the caller is not signed in.
 */
type Change = { was: string; hash: string } | null;

const changePassword = prepared<Promised['changePassword'], Change>({
  async prepare(services, input, asking) {
    const { clock, passwords, pool } = services;
    const member = await memberAsking(services, asking);
    if (!member) return null;
    await assertNewPassword(services, member.email, input);
    const open = db(pool);
    const giveBack = await takeRateLimits(open, clock, [
      { key: `old-password@${networkOf(asking.address)}`, ...paces.oldPasswordAddress },
      { key: `old-password ${member.sessionId}`, ...paces.oldPassword },
    ]);
    const { passwordHash } = await memberById(open, member.id);
    const right = passwordHash
      ? await passwords.verifyPassword(passwordHash, input.oldPassword)
      : await passwords.verifyAgainstNothing(input.oldPassword);
    if (!right || !passwordHash) return null;
    await giveBack();
    if (sameText(input.oldPassword, input.password)) throw new Refusal('PASSWORD_SAME');
    return { was: passwordHash, hash: await passwords.hashPassword(input.password) };
  },
  async run(context, _input, change) {
    const { member, tx } = context;
    await lockMember(tx, member.id);
    const { passwordHash } = await memberById(tx, member.id);
    if (!change || passwordHash !== change.was) throw new Refusal('OLD_PASSWORD_WRONG');
    await putPassword(context, member, {
      hash: change.hash,
      keep: member.sessionId,
      by: 'old password',
    });
    return { data: { ok: true } };
  },
});

const changePasswordBySms = prepared<
  Promised['changePasswordBySms'],
  { tried: CodeTry; hash: string }
>({
  async prepare(services, input, asking) {
    const { passwords, pool, secrets } = services;
    const nothing = { tried: { state: 'none' } as const, hash: '' };
    const member = await memberAsking(services, asking);
    if (!member) return nothing;
    await assertNewPassword(services, member.email, input);
    const open = db(pool);
    const number = await confirmedPhone(open, member.id);
    if (!number) return nothing;
    const phone = secrets.decrypt('verification.profile.phone', member.id, number.phone);
    const { id: memberId, sessionId } = member;
    const asked = { memberId, sessionId, purpose: 'step_up', phone, act: 'password' } as const;
    const tried = await attemptCode(services, asked, input.smsCode, { orUnnamed: true });
    if (tried.state !== 'right') return { tried, hash: '' };
    // The new password is compared with the old one only after the code was accepted, because
    // otherwise the answer would reveal whether a guess is the password.
    const { passwordHash } = await memberById(open, member.id);
    if (passwordHash && (await passwords.verifyPassword(passwordHash, input.password))) {
      throw new Refusal('PASSWORD_SAME');
    }
    return { tried, hash: await passwords.hashPassword(input.password) };
  },
  async run(context, _input, { tried, hash }) {
    const { member, tx } = context;
    const reference = await acceptCode(context, tried);
    await lockMember(tx, member.id);
    await putPassword(context, member, { hash, keep: member.sessionId, by: reference });
    return { data: { ok: true } };
  },
});

export const identityPasswordActions: Actions<{ identity: Promised }>['identity'] = {
  resetPasswordEmail,
  resetPassword,
  changePassword,
  changePasswordBySms,
};
