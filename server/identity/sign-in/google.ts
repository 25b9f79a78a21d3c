// Signing in and registering with Google: whose account a token opens, and whose it never does.
import { type identity, emailSchema } from '#contract/identity/calls.ts';
import type { SecondStep } from '#contract/identity/factor.ts';
import type { identityGoogle } from '#contract/identity/google.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking, Context, Services, Work } from '../../action.ts';
import { prepared } from '../../action.ts';
import {
  type GoogleAccount,
  GoogleTokenInvalid,
  IssuerUnreachable,
} from '../../adapters/auth/google.ts';
import { statementsOf } from '../../database/db.ts';
import { tell } from '../../notices/actions.ts';
import { ifOffered } from '../../settings/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import { remember, taken } from './challenges.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import {
  linkGoogle,
  lockMemberOfEmail,
  memberOfGoogle,
  openGoogleAccount,
} from './entrance-queries.ts';
import { lockMember } from '../credentials/password-queries.ts';
import { type MemberRow, memberByEmail, memberById } from '../queries.ts';
import { lockEmail, showOut } from '../member/registration.ts';
import { openSession } from '../sessions.ts';
import { assertNoSecondStep, secondStepOf } from '../credentials/tickets.ts';
import { newToken } from '../tokens.ts';
import { told as notices } from '../words.ts';

type Promised = typeof identityGoogle;
type Told = GoogleAccount & { nonce: string | null };
/** A token that was read, and the second step where the sign-in needs one. */
type Ready = { told: Told; step: SecondStep | null };
type Entering = Context<(typeof identity)['login']>;

/**
 * Asks the issuer's keys about a token, outside any transaction. Refuses GOOGLE_TOKEN_INVALID,
 * BUSY where the keys cannot be had, NOT_FOUND where Google is not set up.
 */
async function read({ google }: Services, token: string): Promise<Told> {
  if (!google) throw new Refusal('NOT_FOUND');
  try {
    const told = await google.verifyIdToken(token);
    const { data: email } = emailSchema.safeParse(told.email);
    if (!email) throw new GoogleTokenInvalid('an e-mail we could not write to');
    return { ...told, email };
  } catch (error) {
    if (error instanceof IssuerUnreachable) throw new Refusal('BUSY', { retryAfter: 5 });
    if (error instanceof GoogleTokenInvalid) throw new Refusal('GOOGLE_TOKEN_INVALID');
    throw error;
  }
}

/**
 * Uses the nonce of a token up: the token opens one session and is worth nothing afterwards. It
 * is ours only where this server gave it out, so a token got elsewhere opens nothing. A refusal
 * gives it back: who is not registered yet may register with the same token.
 */
async function spendNonce({ tx, realNow }: Work, { nonce }: Told): Promise<void> {
  const given = { purpose: 'google', sessionId: null } as const;
  if (nonce && (await taken(tx, nonce, realNow, given))) return;
  throw new Refusal('GOOGLE_TOKEN_INVALID');
}

/** Links a Google account to a member who has proven both. */
async function link(work: Work, memberId: number, subject: string): Promise<void> {
  await linkGoogle(work.tx, memberId, subject);
  await recordMove(actingAs(work, memberId), {
    subject: { type: 'member', id: memberId },
    action: 'identity.google_linked',
  });
  await tell(work, memberId, notices.googleLinked({}));
}

/**
 * Links the Google account of a sign-in after its second step, unless it is linked already.
 * Refuses SIGN_IN_EXPIRED where either was linked elsewhere meanwhile.
 */
export async function linkOnceProven(work: Work, member: MemberRow, subject: string) {
  await lockCodes(work.tx, `google:${subject}`);
  const known = await memberOfGoogle(work.tx, subject);
  if (known?.id === member.id) return;
  if (known || member.isGoogle) throw new Refusal('SIGN_IN_EXPIRED');
  await link(work, member.id, subject);
}

/** Reads a token, and begins a second step where the member it opens needs one. */
async function ready(services: Services, token: string, asking: Asking): Promise<Ready> {
  const told = await read(services, token);
  const tx = statementsOf(services.pool);
  const known = await memberOfGoogle(tx, told.subject);
  const byEmail = known || !told.emailVerified ? null : await memberByEmail(tx, told.email);
  const isFree = byEmail?.emailVerifiedAt && !byEmail.isGoogle;
  const member = known ? await memberById(tx, known.id) : isFree ? byEmail : null;
  if (!member) return { told, step: null };
  // The token opens one sign-in, finished or not.
  const begun = { ...asking, by: 'google', googleSubject: told.subject } as const;
  const step = await secondStepOf(services, member, begun, (work) => spendNonce(work, told));
  return { told, step };
}

/**
 * The member a Google account opens, null where there is none yet. The key is `sub`; the e-mail
 * counts once, to link a confirmed account to a Google account that proves the same address. An
 * account still waiting for its mail is nobody's, whoever waits in it.
 */
async function memberBehind(work: Work, { subject, email, emailVerified }: Told) {
  // One sub at a time, so that calls at once open one account.
  await lockCodes(work.tx, `google:${subject}`);
  const known = await memberOfGoogle(work.tx, subject);
  if (known) return known.id;
  if (!emailVerified) throw new Refusal('GOOGLE_EMAIL_UNVERIFIED');
  const member = await lockMemberOfEmail(work.tx, email);
  if (!member?.isConfirmed) return null;
  // The address has been given to somebody else, or his Google account was made anew.
  if (member.hasGoogle) throw new Refusal('GOOGLE_OTHER_ACCOUNT');
  await link(work, member.id, subject);
  return member.id;
}

const actingAs = <W extends Work>(work: W, id: number): W => ({
  ...work,
  actor: { type: 'member', id },
});

async function enter(context: Entering, memberId: number) {
  await lockMember(context.tx, memberId);
  const member = await memberById(context.tx, memberId);
  // Closed at this very moment.
  if (!member.isGoogle) throw new Refusal('GOOGLE_TOKEN_INVALID');
  if (member.suspended) throw new Refusal('SUSPENDED');
  await recordMove(actingAs(context, memberId), {
    subject: { type: 'member', id: memberId },
    action: 'identity.login',
    snapshot: { by: 'google' },
  });
  return { data: await openSession(context, member, context) };
}

type Registration = Input<Promised['registerGoogle']>;

/** Opens the account; whoever waited in unconfirmed ones of this e-mail is shown out. */
async function open(work: Work, told: Told, { purpose, channel, news }: Registration) {
  const { now, tx } = work;
  await lockEmail(work, told.email);
  const opened = await openGoogleAccount(tx, {
    subject: told.subject,
    email: told.email,
    purpose,
    channel: await ifOffered(work, 'channels', channel),
    wantsNews: news ?? false,
    now,
  });
  // Its mail was confirmed this very moment: asked again, it is linked.
  if (!opened) throw new Refusal('BUSY', { retryAfter: 1 });
  const closed = await showOut(work, told.email, opened.id);
  await recordMove(actingAs(work, opened.id), {
    subject: { type: 'member', id: opened.id },
    action: 'identity.register_google',
    snapshot: { tookOver: closed > 0 },
  });
  await tell(work, opened.id, notices.registeredWithGoogle({}));
  return opened.id;
}

export const googleActions: Actions<{ identity: Promised }>['identity'] = {
  async googleNonce(work) {
    const nonce = newToken();
    const until = await remember(work, nonce, { purpose: 'google', sessionId: null });
    return { data: { nonce, expiresAt: until.toISOString() } };
  },

  loginGoogle: prepared<Promised['loginGoogle'], Ready>({
    prepare: (services, { token }, asking) => ready(services, token, asking),
    async run(context, _input, { told, step }) {
      assertNoSecondStep(step);
      await spendNonce(context, told);
      const memberId = await memberBehind(context, told);
      if (memberId === null) {
        throw new Refusal('GOOGLE_ACCOUNT_UNKNOWN', { data: { email: told.email } });
      }
      return enter(context, memberId);
    },
  }),

  registerGoogle: prepared<Promised['registerGoogle'], Ready>({
    prepare: (services, { token }, asking) => ready(services, token, asking),
    async run(context, input, { told, step }) {
      assertNoSecondStep(step);
      await spendNonce(context, told);
      const memberId = await memberBehind(context, told);
      return enter(context, memberId ?? (await open(context, told, input)));
    },
  }),
};
