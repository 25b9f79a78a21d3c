// Opening an account and confirming its e-mail, without telling a stranger who has one.
import type { identity } from '#contract/identity.ts';
import type { Input } from '#contract/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking, Services, Work } from '../action.ts';
import { prepared } from '../action.ts';
import { statementsOf } from '../db.ts';
import { sendLetter, tell } from '../notices/actions.ts';
import { ifOffered } from '../settings/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { inWork } from '../work.ts';
import { evenTime } from './even-time.ts';
import { assertNewPassword } from './new-password.ts';
import {
  type MemberRow,
  confirmEmail,
  endEmailTokens,
  endSessionsOf,
  insertEmailToken,
  memberByEmail,
  openAccount,
  spendEmailToken,
} from './queries.ts';
import { emailTokenMs, networkOf, paces } from './rules.ts';
import { takeTurns } from './throttle.ts';
import { newToken, tokenHash } from './tokens.ts';
import { letters, told } from './words.ts';

type All = Actions<{ identity: typeof identity }>['identity'];
type Promised = typeof identity;

/** Who asks without being signed in. */
export const VISITOR = { type: 'member', id: null } as const;

/**
 * Takes a turn for a mail to this e-mail, whether it is known or not, and from this address.
 * Refuses TOO_MANY_REQUESTS.
 */
export async function takeMailTurn(
  { clock, pool, secrets }: Services,
  email: string,
  { address }: Asking,
): Promise<void> {
  await takeTurns(statementsOf(pool), clock, [
    { key: `mail@${networkOf(address)}`, ...paces.mailAddress },
    { key: `mail ${secrets.fingerprint('email', email)}`, ...paces.mailAccount },
  ]);
}

/** Mails the link that confirms an e-mail; links mailed before stop working. */
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
  url.searchParams.set('token', token);
  url.searchParams.set('email', email);
  const linkMinutes = String(emailTokenMs / 60_000);
  await sendLetter(work, { email, memberId }, letters.verifyEmail({ linkMinutes }, url.href));
}

/** Tells the owner of a confirmed account that somebody asked for one under his e-mail. */
function mailKnown(work: Work, email: string): Promise<void> {
  return sendLetter(work, { email }, letters.alreadyMember({}));
}

type Registration = Input<Promised['register']>;

/** Opens the account, or tells its owner that somebody tried; the asker hears the same. */
async function openOrTell(work: Work, input: Registration, passwordHash: string): Promise<void> {
  const { now, realNow, tx } = work;
  const { email, purpose, channel, news } = input;
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
  if (opened) {
    // Whoever waited in the unconfirmed account is shown out with the old password.
    if (!opened.isNew) await endSessionsOf(tx, id, realNow);
    await mailVerification(work, id, email);
  } else {
    await mailKnown(work, email);
  }
  const action = opened ? 'identity.register' : 'identity.register_known';
  await recordMove(work, { subject: { type: 'member', id }, action });
}

const register = prepared<Promised['register'], void>({
  async prepare(services, input, asking) {
    const { clock, passwords, pool } = services;
    assertNewPassword(input.email, input);
    const key = `register@${networkOf(asking.address)}`;
    await takeTurns(statementsOf(pool), clock, [{ key, ...paces.registerAddress }]);
    await takeMailTurn(services, input.email, asking);
    const evenly = evenTime();
    // Hashed for known e-mails too.
    const passwordHash = await passwords.hashPassword(input.password);
    await inWork(services, (work) => openOrTell(work, input, passwordHash), VISITOR);
    await evenly();
  },
  async run(_context, { email }) {
    return { data: { email } };
  },
});

/** Mails the link again to an account that waits for it. */
async function mailAgain(work: Work, email: string): Promise<void> {
  const member = await memberByEmail(work.tx, email);
  if (member && waitsForMail(member)) await mailVerification(work, member.id, email);
  const subject = { type: 'member', id: member?.id ?? 0 } as const;
  await recordMove(work, { subject, action: 'identity.verification_asked' });
}

const sendEmailVerification = prepared<Promised['sendEmailVerification'], void>({
  async prepare(services, { email }, asking) {
    await takeMailTurn(services, email, asking);
    const evenly = evenTime();
    await inWork(services, (work) => mailAgain(work, email), VISITOR);
    await evenly();
  },
  async run() {
    return { data: { ok: true } };
  },
});

export const registrationActions: Pick<
  All,
  'register' | 'sendEmailVerification' | 'verifiedEmail'
> = {
  register,
  sendEmailVerification,

  async verifiedEmail(context, { token, email }) {
    const { now, realNow, tx } = context;
    const spent = await spendEmailToken(tx, tokenHash(token), email, realNow);
    if (!spent) throw new Refusal('TOKEN_INVALID');
    const { memberId } = spent;
    const { emailVerifiedAt } = await confirmEmail(tx, memberId, now);
    await recordMove(context, {
      subject: { type: 'member', id: memberId },
      action: 'identity.email_confirmed',
    });
    await tell(context, memberId, told.emailProven({}));
    return { data: { emailVerifiedAt: emailVerifiedAt.toISOString() } };
  },
};

const waitsForMail = ({ emailVerifiedAt, isGoogle }: MemberRow) => !emailVerifiedAt && !isGoogle;
