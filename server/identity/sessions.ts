// Sessions of members: opened by a sign-in, read on every call, stepped up for a sensitive act.
import { Refusal } from '#contract/refusals.ts';
import { memberStatusOf } from '#contract/verification/calls.ts';
import type { ServerUser } from '#contract/identity/calls.ts';
import { isSpecified, type StepUpAct, type StepUpFor } from '#contract/identity/step-up.ts';
import type { Asking, Context, Member, Operator } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import { type Tx, db } from '../database/db.ts';
import { readOperatorSession } from '../operators/front.ts';
import { rolesNow, sessionIdleMs, sessionMaxMs } from '../operators/rules.ts';
import { SessionProblem } from '../session-problem.ts';
import { endSessionsOfBrowser } from './member/browser-queries.ts';
import { isApiToken } from './api/api-tokens.ts';
import { ownerOfToken } from './api/owner.ts';
import { rememberBrowser } from './member/browsers.ts';
import { notifyNewDevice } from './sign-in/devices.ts';
import {
  type MemberRow,
  endSessionOfToken,
  insertSession,
  noticeCards,
  readStanding,
  takeStepUp,
} from './queries.ts';
import { sessionIsAlive, stepUpMs, touchEveryMs, waitsForMail } from './rules.ts';
import { type SessionSource, readSession } from './session-reading.ts';
import { newToken, tokenHash } from './tokens.ts';

/** `expired`: the token was valid once. `unknown`: it never was, or was deleted long ago. */
export type Gone = { state: 'expired' } | { state: 'unknown' };

const before = (instant: Date, ms: number) => new Date(instant.getTime() - ms);

const touching = (realNow: Date) => ({
  realNow,
  touchBefore: before(realNow, touchEveryMs),
  idleSince: before(realNow, sessionIdleMs),
});

/**
 * Streams and polls do not count as use of a session, so that they do not keep an idle session
 * alive.
 */
const looking = (realNow: Date) => ({ ...touching(realNow), touchBefore: new Date(0) });

/**
 * Returns the member of a token, in one statement. Uses real time. A session that was last used
 * over a minute ago is marked as used, unless `look` is set.
 */
export async function sessionOf(
  from: SessionSource,
  token: string,
  realNow: Date,
  { look = false }: { look?: boolean } = {},
): Promise<{ state: 'ok'; member: Member } | Gone> {
  const times = look ? looking(realNow) : touching(realNow);
  const row = await readSession(from, tokenHash(token), times);
  if (!row) return { state: 'unknown' };
  if (!sessionIsAlive(row, realNow)) return { state: 'expired' };
  const { usedAt: _usedAt, endsAt: _endsAt, endedAt: _endedAt, ...member } = row;
  return { state: 'ok', member: { ...member, impersonation: null, apiAccess: null } };
}

/**
 * Returns the member behind a session or behind a token of the API. Throws SessionProblem or, for a
 * token, API_TOKEN_INVALID, API_TOKEN_EXPIRED or API_TOKEN_REVOKED.
 */
export async function callerOf(
  tx: Tx,
  token: string,
  realNow: Date,
  { look = false, from = tx }: { look?: boolean; from?: SessionSource } = {},
): Promise<Member> {
  if (isApiToken(token)) {
    const owner = await ownerOfToken(tx, token, realNow);
    if (owner.state !== 'ok') throw new Refusal(owner.code);
    return owner.member;
  }
  const found = await sessionOf(from, token, realNow, { look });
  if (found.state !== 'ok') throw new SessionProblem(found.state);
  return found.member;
}

/** Returns the operator of an office cookie; a disabled operator's session ends at once. */
export async function operatorOf(
  tx: Tx,
  token: string,
  realNow: Date,
): Promise<{ state: 'ok'; operator: Operator } | Gone> {
  const row = await readOperatorSession(tx, tokenHash(token), touching(realNow));
  if (!row) return { state: 'unknown' };
  if (row.disabled || !sessionIsAlive(row, realNow)) return { state: 'expired' };
  const { id, email, name, sessionId } = row;
  const { roles } = rolesNow(row, realNow);
  return { state: 'ok', operator: { id, email, name, roles, sessionId } };
}

/**
 * Returns the calling member before the call's transaction; null if the session check will refuse
 * the call.
 */
export async function memberAsking(services: Services, { token }: Asking) {
  if (token === null) return null;
  const tx = db(services.pool);
  const realNow = services.clock.realNow();
  const found = isApiToken(token)
    ? await ownerOfToken(tx, token, realNow)
    : await sessionOf(tx, token, realNow, { look: true });
  return found.state === 'ok' ? found.member : null;
}

/**
 * Opens a session; returns the user data for the client with the only copy of the token. `isTold`
 * means that the member already received a mail about this sign-in.
 */
export async function openSession(
  work: Work,
  member: MemberRow,
  from: Pick<Context, 'address' | 'agent' | 'carriedToken' | 'device' | 'reply'>,
  { isTold = false }: { isTold?: boolean } = {},
): Promise<ServerUser> {
  const { address, agent } = from;
  const token = newToken();
  const endsAt = new Date(work.realNow.getTime() + sessionMaxMs);
  const { realNow, tx } = work;
  const hash = tokenHash(token);
  const browserId = await rememberBrowser(work, member, from);
  const session = { hash, memberId: member.id, realNow, endsAt, address, agent, browserId };
  const { id } = await insertSession(tx, session);
  // Ends this browser's earlier sessions: the session of this account, and the session of a token
  // that was sent along.
  await endSessionsOfBrowser(tx, browserId, id, realNow);
  if (from.carriedToken) await endSessionOfToken(tx, tokenHash(from.carriedToken), realNow);
  const standing = await standingOf(tx, member);
  // The notice is sent last, because it is meant for the member's other devices and not for this
  // one.
  await notifyNewDevice(work, member.id, {
    address,
    agent,
    isTold: isTold || waitsForMail(member),
  });
  return { ...standing, accessToken: token, ...expiry(endsAt) };
}

const expiry = (endsAt: Date) => ({ accessTokenExpiresAt: endsAt });

/** Returns the member data stored by the client, except the token. */
export async function standingOf(tx: Tx, member: MemberRow) {
  const { stage, status, financial } = await readStanding(tx, member.id);
  const cards = await noticeCards(tx, member.id);
  const verification = { verifiedIDStage: stage, verifiedIDstatus: status };
  const { emailVerifiedAt, isGoogle: isGoogleLogin } = member;
  return {
    id: member.id,
    email: member.email,
    emailVerifiedAt,
    isGoogleLogin,
    purpose: member.purpose,
    verificationStatus: memberStatusOf({ emailVerifiedAt, isGoogleLogin, verification }),
    verification,
    isFinancialStatus: financial === 3,
    notification: cards.map(({ id, category, title, unread, createdAt }) => ({
      id,
      category,
      title,
      unReadNumber: unread,
      createdAt,
    })),
  };
}

/** Refuses STEP_UP_REQUIRED unless `consumeStepUp` would succeed for the act; consumes nothing. */
export function assertStepUp({ stepUpAct, stepUpAt }: Member, act: StepUpAct, realNow: Date): void {
  const isServed = stepUpAct === null ? isSpecified(act) : stepUpAct === act;
  if (stepUpAt === null || stepUpAt < before(realNow, stepUpMs) || !isServed) {
    throw new Refusal('STEP_UP_REQUIRED');
  }
}

/**
 * Uses up the session's step-up for one sensitive action, so that no other action can use it.
 * Refuses STEP_UP_REQUIRED if there is none for this act and object, or it is older than 10 minutes
 * (real time). One that names no act serves the acts of the specification only.
 */
export async function consumeStepUp(
  { tx, realNow }: Work,
  member: Member,
  of: StepUpFor,
): Promise<{ reference: string; at: Date }> {
  const taken = await takeStepUp(tx, member.sessionId, before(realNow, stepUpMs), of);
  if (!taken) throw new Refusal('STEP_UP_REQUIRED');
  return taken;
}
