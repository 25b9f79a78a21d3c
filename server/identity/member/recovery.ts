// Recovery mail for members who lost phone and passkeys; following its link proves access to the
// mailbox.
import type { identityFactor } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Services, Work } from '../../action.ts';
import { prepared } from '../../action.ts';
import { type Tx, db } from '../../database/db.ts';
import { sendLetter } from '../../notices/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import { endOtherAccess } from '../api/revoking.ts';
import { deletePasskeysOf } from '../sign-in/entrance-queries.ts';
import { endEmailTokens, insertEmailToken, memberById } from '../queries.ts';
import { takeMailLimit } from './registration.ts';
import { emailTokenMs } from '../rules.ts';
import {
  type RecoveryLink,
  hasApprovedId,
  readRecoveryLink,
  spendRecoveryLink,
} from './recovery-queries.ts';
import type { TicketRow } from '../credentials/ticket-queries.ts';
import { ticketOf } from '../credentials/tickets.ts';
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

export const recoveryActions: Pick<All, 'recoveryMail'> = {
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
      const { realNow, services, tx } = context;
      const { memberId } = ticket;
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
      await sendLetter(context, { email, memberId }, letters.recoverPhone(values, url.href));
      await recordMove(context, {
        subject: { type: 'member', id: memberId },
        action: 'identity.recovery_asked',
      });
      return { data: { ok: true } };
    },
  }),
};
