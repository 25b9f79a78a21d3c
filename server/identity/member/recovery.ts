// Recovery mail for members who lost phone and passkeys, asked for at the sign-in or in a session;
// following its link proves access to the mailbox.
import type { identityFactor } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Member } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { type Tx, db } from '../../database/db.ts';
import { sendLetter } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { endOtherAccess } from '../api/revoking.ts';
import { deletePasskeysOf } from '../sign-in/entrance-queries.ts';
import { endEmailTokens, insertEmailToken, memberById } from '../queries.ts';
import { ownSession } from '../sign-in/device-queries.ts';
import { tryOwnPassword } from './confirming.ts';
import { takeMailLimit } from './registration.ts';
import { emailTokenMs, stepUpMs } from '../rules.ts';
import { memberAsking } from '../sessions.ts';
import {
  type RecoveryLink,
  hasApprovedId,
  readRecoveryLink,
  spendRecoveryLink,
} from './recovery-queries.ts';
import type { TicketRow } from '../credentials/ticket-queries.ts';
import { ticketOf } from '../credentials/tickets.ts';
import type { SignIn } from '../credentials/tries.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { letters } from '../words.ts';

type All = Actions<{ identity: typeof identityFactor }>['identity'];

/**
 * Returns a recovery link while it is valid. The link was mailed to somebody who knew the password,
 * so it proves both the password and access to the mailbox.
 */
export const recoveryLinkOf = (
  { clock, pool }: Services,
  token: string,
): Promise<RecoveryLink | null> => readRecoveryLink(db(pool), tokenHash(token), clock.realNow());

/** Uses up a link; refuses TOKEN_INVALID if another call has just used it. */
export async function spendRecovery(tx: Tx, link: RecoveryLink, realNow: Date): Promise<void> {
  if ((await spendRecoveryLink(tx, link.id, realNow)) === 0) throw new Refusal('TOKEN_INVALID');
}

/**
 * Removes the passkeys that the member lost with the phone, and ends all other access; returns the
 * number of passkeys.
 */
export async function removeLostPasskeys(work: Work, memberId: number): Promise<number> {
  await endOtherAccess(work, memberId, 'phone_lost');
  return (await deletePasskeysOf(work.tx, memberId)).length;
}

/** Mails the link to a member whose ID a reviewer has approved; refuses NOT_VERIFIED otherwise. */
async function mailLink(work: Work, memberId: number): Promise<void> {
  const { realNow, services, tx } = work;
  const { email } = await memberById(tx, memberId);
  if (!(await hasApprovedId(tx, memberId))) throw new Refusal('NOT_VERIFIED');
  await endEmailTokens(tx, memberId, 'recover', realNow);
  const token = newToken();
  const until = new Date(realNow.getTime() + emailTokenMs);
  const hash = tokenHash(token);
  await insertEmailToken(tx, { memberId, purpose: 'recover', hash, at: realNow, until });
  const url = new URL('/member/resetPassword?recover=1', services.config.publicUrl);
  // The token is in the URL fragment, because fragments never reach a server log.
  url.hash = `token=${token}`;
  const values = { linkMinutes: String(emailTokenMs / 60_000) };
  await sendLetter(work, { email, memberId }, letters.recoverPhone(values, url.href));
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'identity.recovery_asked',
  });
}

/** How a signed-in member proved what a sign-in on an unknown browser would have asked for. */
type Proven = SignIn<true>['state'] | 'old sign-in';

/**
 * Checks the password once more, because a session alone may be that of an unattended browser.
 * Members who have none signed in with Google, and must have done so a moment ago.
 */
async function proofOf(
  services: Services,
  member: Member,
  password: string | undefined,
  address: string,
): Promise<Proven> {
  const tx = db(services.pool);
  const { passwordHash } = await memberById(tx, member.id);
  if (passwordHash !== null) {
    return (await tryOwnPassword(services, member, password ?? '', address)).state;
  }
  const since = new Date(services.clock.realNow().getTime() - stepUpMs);
  const session = await ownSession(tx, member.id, member.sessionId);
  return session !== null && session.createdAt > since ? 'right' : 'old sign-in';
}

export const recoveryActions: Pick<All, 'recoveryMail' | 'ownRecoveryMail'> = {
  recoveryMail: prepared<(typeof identityFactor)['recoveryMail'], TicketRow | null>({
    async prepare(services, { ticket: token }, asking) {
      const ticket = await ticketOf(services, token);
      if (!ticket) return null;
      const { email } = await memberById(db(services.pool), ticket.memberId);
      await takeMailLimit(services, email, asking);
      return ticket;
    },
    async run(context, _input, ticket) {
      if (!ticket) throw new Refusal('SIGN_IN_EXPIRED');
      await mailLink(context, ticket.memberId);
      return { data: { ok: true } };
    },
  }),

  ownRecoveryMail: prepared<(typeof identityFactor)['ownRecoveryMail'], Proven>({
    async prepare(services, { password }, asking) {
      const member = await memberAsking(services, asking);
      if (!member) return 'wrong';
      const proven = await proofOf(services, member, password, asking.address);
      if (proven === 'right') await takeMailLimit(services, member.email, asking);
      return proven;
    },
    async run(context, _input, proven) {
      if (proven === 'old sign-in') throw new Refusal('STEP_UP_REQUIRED');
      if (proven === 'stopped') throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: 900 });
      if (proven !== 'right') throw new Refusal('PASSWORD_WRONG');
      await mailLink(context, context.member.id);
      return { data: { ok: true } };
    },
  }),
};
