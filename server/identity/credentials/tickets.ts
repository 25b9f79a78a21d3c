// Sign-ins that wait for their second factor after a correct password or Google sign-in.
import type { ServerSecondStep } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Asking } from '../../call.ts';
import type { Services } from '../../services.ts';
import { type Tx, db } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { deviceOf, maskedAddress } from '../sign-in/agents.ts';
import { signInFacts } from '../member/browsers.ts';
import { confirmedPhone } from './code-queries.ts';
import { whenText } from '../sign-in/devices.ts';
import { resetRateLimit, hasSignedInFrom, lockMember, takeUnits } from './password-queries.ts';
import { hasApprovedId } from '../member/recovery-queries.ts';
import { type MemberRow, memberById } from '../queries.ts';
import {
  type SignInFacts,
  factorsFor,
  maskedEmail,
  maskedPhone,
  networkOf,
  paces,
  signInTicketMs,
} from '../rules.ts';
import type { Limit } from './throttle.ts';
import { type TicketRow, insertTicket, readTicket } from './ticket-queries.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { accountKey } from './tries.ts';
import { noticeKinds } from '../words.ts';

/** Actor of calls by somebody who is not signed in. */
const VISITOR = { type: 'member', id: null } as const;

type Begun = Pick<Asking, 'address' | 'agent' | 'device'> & {
  by: Exclude<SignInFacts['by'], 'passkey'>;
  /** Google account to link once the second factor is proven. */
  googleSubject?: string;
};

/**
 * Notifies the owner that somebody entered the right password in an unknown browser; at most a few
 * notices an hour are sent.
 */
async function tellOwner(work: Work, member: MemberRow, begun: Begun): Promise<boolean> {
  const key = `sign-in-told ${accountKey(work.services.secrets, 'member', member.email)}`;
  const taken = await takeUnits(work.tx, [{ key, ...paces.signInTold }], work.realNow);
  if (taken.length === 0) return false;
  const values = {
    when: whenText(work.realNow),
    by: begun.by === 'password' ? '輸入了您的密碼' : '使用了您的 Google 帳號',
    device: deviceOf(begun.agent).name,
    address: maskedAddress(begun.address),
  };
  await tell(work, member.id, noticeKinds.signInWaiting(values));
  return true;
}

async function begin(work: Work, member: MemberRow, begun: Begun, ways: ServerSecondStep['ways']) {
  const { realNow, services, tx } = work;
  const token = newToken();
  const until = new Date(realNow.getTime() + signInTicketMs);
  const ticket = await insertTicket(tx, {
    hash: tokenHash(token),
    memberId: member.id,
    way: begun.by,
    googleSubject: begun.googleSubject ?? null,
    isTold: await tellOwner(work, member, begun),
    at: realNow,
    until,
  });
  await recordMove(work, {
    subject: { type: 'member', id: member.id },
    action: 'identity.second_factor_asked',
    snapshot: { by: begun.by, ways, ticket: ticket.id },
  });
  const number = await confirmedPhone(tx, member.id);
  const phone =
    number && services.secrets.decrypt('verification.profile.phone', member.id, number.phone);
  return {
    ticket: token,
    expiresAt: until,
    ways,
    phoneMasked: phone && maskedPhone(phone),
    emailMasked: maskedEmail(member.email),
    canRecover: await hasApprovedId(tx, member.id),
  };
}

/**
 * Starts the second step of a sign-in whose first step succeeded; null if no second step is needed.
 * Runs before the call's transaction, because the ticket is sent with a refusal, and the refusal
 * would roll the ticket back. `alsoDo` runs in the ticket's transaction.
 */
export async function secondStepOf(
  services: Services,
  member: MemberRow,
  begun: Begun,
  alsoDo?: (work: Work) => Promise<void>,
): Promise<ServerSecondStep | null> {
  const facts = await signInFacts(services, db(services.pool), member, begun);
  const ways = factorsFor(facts);
  if (ways.length === 0 || member.suspended) return null;
  return inWork(
    services,
    async (work) => {
      await lockMember(work.tx, member.id);
      const now = await memberById(work.tx, member.id);
      // The password was changed meanwhile or the account was closed; the call itself refuses this
      // later.
      if (now.passwordHash !== member.passwordHash || now.email !== member.email) return null;
      await alsoDo?.(work);
      return begin(work, now, begun, ways);
    },
    VISITOR,
  );
}

/** Refuses SECOND_FACTOR_REQUIRED if a second step was started. */
export function assertNoSecondStep(step: ServerSecondStep | null): void {
  if (step) throw new Refusal('SECOND_FACTOR_REQUIRED', { data: step });
}

/** Returns the pending sign-in of a ticket while it is valid. */
export const ticketOf = ({ clock, pool }: Services, token: string): Promise<TicketRow | null> =>
  readTicket(db(pool), tokenHash(token), clock.realNow());

/**
 * Returns the limits for a sign-in's codes and attempts. They are counted by account; but if the
 * owner has signed in from this address before, this address has its own count, so that strangers
 * cannot use up the owner's limit.
 */
export async function signInLimits(
  { secrets }: Pick<Services, 'secrets'>,
  tx: Tx,
  email: string,
  address: string,
): Promise<{ code: Limit; tries: Limit }> {
  const account = accountKey(secrets, 'member', email);
  const { known } = await hasSignedInFrom(tx, email, address);
  const key = known ? `${account}@${networkOf(address)}` : account;
  return {
    code: { key: `sign-in-code ${key}`, ...(known ? paces.signInCodeKnown : paces.signInCode) },
    tries: { key: `sign-in-try ${key}`, ...paces.signInTry },
  };
}

/** After a success the limits of the next sign-in start from zero. */
export async function resetSignInLimits(
  services: Pick<Services, 'secrets'>,
  tx: Tx,
  email: string,
  address: string,
): Promise<void> {
  const { code, tries } = await signInLimits(services, tx, email, address);
  await resetRateLimit(tx, code.key);
  await resetRateLimit(tx, tries.key);
}
