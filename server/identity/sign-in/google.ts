// Sign-in and registration with Google: which account a token opens, and which it never opens.
import { type identity, emailSchema } from '#contract/identity/calls.ts';
import type { ServerSecondStep } from '#contract/identity/factor.ts';
import type { identityGoogle } from '#contract/identity/google.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Asking, Context } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import type { GoogleAccount } from '../../adapters/auth/google.ts';
import { IdTokenInvalid, IssuerUnreachable } from '../../adapters/auth/id-tokens.ts';
import { db } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { ifOffered } from '../../settings/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { remember, takeOnce } from './challenges.ts';
import { lockCodes } from '../credentials/code-queries.ts';
import {
  linkGoogle,
  lockMemberOfEmail,
  memberOfGoogle,
  openGoogleAccount,
} from './entrance-queries.ts';
import { lockMember } from '../credentials/password-queries.ts';
import { type MemberRow, memberByEmail, memberById } from '../queries.ts';
import { lockEmail, closeOtherRegistrations } from '../member/registration.ts';
import { openSession } from '../sessions.ts';
import { assertNoSecondStep, secondStepOf } from '../credentials/tickets.ts';
import { newToken } from '../tokens.ts';
import { noticeKinds as notices } from '../words.ts';

type Promised = typeof identityGoogle;
type GoogleClaims = GoogleAccount & { nonce: string | null };
/** A verified token, and the second step if the sign-in needs one. */
type Ready = { told: GoogleClaims; step: ServerSecondStep | null };
type Entering = Context<(typeof identity)['login']>;

/**
 * Verifies a token with the issuer's keys, outside any transaction. Refuses GOOGLE_TOKEN_INVALID,
 * BUSY if the keys are unavailable, NOT_FOUND if Google is not configured.
 */
async function read({ google }: Services, token: string): Promise<GoogleClaims> {
  if (!google) throw new Refusal('NOT_FOUND');
  try {
    const told = await google.verifyIdToken(token);
    const { data: email } = emailSchema.safeParse(told.email);
    if (!email) throw new IdTokenInvalid('an e-mail we could not write to');
    return { ...told, email };
  } catch (error) {
    if (error instanceof IssuerUnreachable) throw new Refusal('BUSY', { retryAfter: 5 });
    if (error instanceof IdTokenInvalid) throw new Refusal('GOOGLE_TOKEN_INVALID');
    throw error;
  }
}

/**
 * Uses up the nonce of a token, so that the token opens only one session. The nonce must have been
 * issued by this server, so that a token obtained elsewhere opens nothing. A refusal rolls this
 * back: a person without an account may still register with the same token.
 */
async function spendNonce({ tx, realNow }: Work, { nonce }: GoogleClaims): Promise<void> {
  const given = { purpose: 'google', sessionId: null } as const;
  if (nonce && (await takeOnce(tx, nonce, realNow, given))) return;
  throw new Refusal('GOOGLE_TOKEN_INVALID');
}

/** Links a Google account to a member who has proven ownership of both. */
async function link(work: Work, memberId: number, subject: string): Promise<void> {
  await linkGoogle(work.tx, memberId, subject);
  await recordMove(actingAs(work, memberId), {
    subject: { type: 'member', id: memberId },
    action: 'identity.google_linked',
  });
  await tell(work, memberId, notices.googleLinked({}));
}

/**
 * Links the Google account of a sign-in after its second step, unless it is already linked. Refuses
 * SIGN_IN_EXPIRED if the account here or the account at Google was linked to a different one
 * meanwhile.
 */
export async function linkOnceProven(work: Work, member: MemberRow, subject: string) {
  await lockCodes(work.tx, `google:${subject}`);
  const known = await memberOfGoogle(work.tx, subject);
  if (known?.id === member.id) return;
  if (known || member.isGoogle) throw new Refusal('SIGN_IN_EXPIRED');
  await link(work, member.id, subject);
}

/** Verifies a token, and begins a second step if the member's sign-in needs one. */
async function ready(services: Services, token: string, asking: Asking): Promise<Ready> {
  const told = await read(services, token);
  const tx = db(services.pool);
  const known = await memberOfGoogle(tx, told.subject);
  const byEmail = known || !told.emailVerified ? null : await memberByEmail(tx, told.email);
  const isFree = byEmail?.emailVerifiedAt && !byEmail.isGoogle;
  const member = known ? await memberById(tx, known.id) : isFree ? byEmail : null;
  if (!member) return { told, step: null };
  // One sign-in uses up the token, whether it is completed or not.
  const begun = { ...asking, by: 'google', googleSubject: told.subject } as const;
  const step = await secondStepOf(services, member, begun, (work) => spendNonce(work, told));
  return { told, step };
}

/**
 * Returns the member whose account a Google account opens, or null if there is none yet. The key is
 * `sub`; the e-mail address is used only once, to link a confirmed account to a Google account with
 * the same verified address. An unconfirmed account belongs to nobody, whoever registered it.
 */
async function memberBehind(work: Work, { subject, email, emailVerified }: GoogleClaims) {
  // Locks the sub, so that concurrent calls open only one account.
  await lockCodes(work.tx, `google:${subject}`);
  const known = await memberOfGoogle(work.tx, subject);
  if (known) return known.id;
  if (!emailVerified) throw new Refusal('GOOGLE_EMAIL_UNVERIFIED');
  const member = await lockMemberOfEmail(work.tx, email);
  if (!member?.isConfirmed) return null;
  // The address belongs to somebody else now, or the person has created a new Google account.
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
  // The account was closed while this call was running.
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

/** Opens the account and ends the sessions of unconfirmed accounts with the same e-mail address. */
async function open(work: Work, told: GoogleClaims, { purpose, channel, news }: Registration) {
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
  // Another call has meanwhile confirmed an account of this address; a retry will link that
  // account.
  if (!opened) throw new Refusal('BUSY', { retryAfter: 1 });
  const closed = await closeOtherRegistrations(work, told.email, opened.id);
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
    return { data: { nonce, expiresAt: until } };
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
