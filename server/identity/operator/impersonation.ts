// Impersonation: an operator sees the member site as a member does, briefly and read-only.
import type { identityLists } from '#contract/identity/lists.ts';
import {
  type identityImpersonation,
  type identityImpersonationOffice,
  type ServerImpersonation,
  impersonationRoles,
} from '#contract/identity/impersonation.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Member, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Tx } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { reader } from '../../tables/table.ts';
import { type Work, inWork } from '../../work.ts';
import { lockMember } from '../member/member-queries.ts';
import { memberById } from '../queries.ts';
import { maskedEmail, impersonationLinkMs, impersonationMs, impersonationState } from '../rules.ts';
import { type Gone, standingOf } from '../sessions.ts';
import { newToken, tokenHash } from '../tokens.ts';
import {
  type ImpersonationRow,
  countImpersonations,
  endImpersonation,
  endImpersonationsOf,
  insertImpersonation,
  listImpersonations,
  lockOperator,
  readImpersonation,
  takeLink,
} from './impersonation-queries.ts';
import { noticeKinds } from '../words.ts';

type Own = typeof identityImpersonationOffice & Pick<typeof identityLists, 'listImpersonations'>;

const PREFIX = 'view-';
const TOKEN = /^view-[\w-]{43}$/;
const NO_SESSION = 0;

/**
 * Whether a bearer token belongs to an impersonating operator; members' own tokens never have this
 * format.
 */
export const isImpersonationToken = (token: string): boolean => TOKEN.test(token);

const later = (realNow: Date, ms: number) => new Date(realNow.getTime() + ms);
const aboutMember = (id: number) => ({ type: 'member', id }) as const;

/**
 * Returns the impersonated member without a session, so that no step-up confirmation is possible.
 */
export async function viewedMember(
  tx: Tx,
  token: string,
  realNow: Date,
): Promise<{ state: 'ok'; member: Member } | Gone> {
  const row = await readImpersonation(tx, tokenHash(token), impersonationRoles, realNow);
  if (!row) return { state: 'unknown' };
  const { alive, impersonationId, operatorId, ...member } = row;
  if (!alive) return { state: 'expired' };
  const impersonation = { id: impersonationId, operatorId };
  return {
    state: 'ok',
    member: {
      ...member,
      sessionId: NO_SESSION,
      stepUpAt: null,
      stepUpReference: null,
      stepUpAct: null,
      impersonation,
      apiAccess: null,
    },
  };
}

/**
 * Records each file opened during impersonation in the audit log, with the operator who opened it.
 */
export async function noteViewedFile(
  services: Services,
  { id: memberId, impersonation }: Member,
  file: { call: string; input: unknown },
): Promise<void> {
  if (!impersonation) return;
  const actor = { type: 'operator', id: impersonation.operatorId } as const;
  const move = { subject: aboutMember(memberId), action: 'identity.impersonation_read' } as const;
  const snapshot = { impersonation: impersonation.id, ...file };
  await inWork(services, (work) => recordMove(work, { ...move, snapshot }), actor);
}

export const impersonationActions: Actions<{ identity: typeof identityImpersonation }>['identity'] =
  {
    async openImpersonation(context, { token: link }) {
      const { tx, realNow, address, agent } = context;
      const token = PREFIX + newToken();
      const endsAt = later(realNow, impersonationMs);
      const taken = await takeLink(tx, {
        hash: tokenHash(link),
        roles: impersonationRoles,
        realNow,
        agent,
        tokenHash: tokenHash(token),
        endsAt,
        address,
      });
      if (!taken) throw new Refusal('VIEWING_LINK');
      const work: Work = { ...context, actor: { type: 'operator', id: taken.operatorId } };
      await recordMove(work, {
        subject: aboutMember(taken.memberId),
        action: 'identity.impersonation_opened',
        reason: taken.reason,
        snapshot: { impersonation: taken.id },
      });
      const member = await memberById(tx, taken.memberId);
      // The notices are read before the member is notified of the impersonation, so that the
      // operator sees them as they were; the new notice is in the list.
      const standing = await standingOf(tx, member);
      await tell(work, member.id, noticeKinds.viewed({}));
      const ends = endsAt;
      return {
        data: {
          // Notification cards are left out, because only the member may close them.
          user: {
            ...standing,
            email: maskedEmail(member.email),
            notification: [],
            accessToken: token,
            accessTokenExpiresAt: ends,
          },
          look: { operator: taken.operator, member: maskedEmail(member.email), endsAt: ends },
        },
      };
    },

    async endImpersonation(context) {
      const { impersonation } = context.member;
      if (!impersonation) throw new Refusal('NOT_FOUND');
      await end(context, impersonation.id, impersonation.operatorId);
      return { data: { ok: true } };
    },
  };

/**
 * Ends an impersonation. If `operatorId` is null, anybody's impersonation may be ended. Repeating
 * the call changes nothing. Refuses NOT_FOUND.
 */
async function end(work: Work, id: number, operatorId: number | null): Promise<void> {
  const found = await endImpersonation(work.tx, id, operatorId, work.realNow);
  if (!found) throw new Refusal('NOT_FOUND');
  if (!found.ended) return;
  await recordMove(work, {
    subject: aboutMember(found.memberId),
    action: 'identity.impersonation_ended',
    snapshot: { impersonation: id },
  });
}

function viewOf(row: ImpersonationRow, realNow: Date, operator: Operator): ServerImpersonation {
  const state = impersonationState(row, realNow);
  const ends = row.openedAt === null ? null : (row.endedAt ?? row.endsAt);
  const running = state === 'open' || state === 'waiting';
  return {
    id: row.id,
    operator: { id: row.operatorId, name: row.operator },
    member: { id: row.memberId, emailMasked: maskedEmail(row.email) },
    reason: row.reason,
    state,
    createdAt: row.createdAt,
    openedAt: row.openedAt,
    endsAt: ends,
    address: row.address,
    mayEnd: running && (row.operatorId === operator.id || operator.roles.includes('admin')),
  };
}

type At = Work & { operator: Operator };
type Filter = FilterOf<Own['listImpersonations']>;

export const impersonations = reader({
  of: (_at: At, { member, operator }: Filter) => ({
    member: member ?? null,
    operator: operator ?? null,
  }),
  rows: ({ tx }, of, part) => listImpersonations(tx, of, part),
  view: (row: ImpersonationRow, { realNow, operator }: At) => viewOf(row, realNow, operator),
  beside: ({ tx }, of) => countImpersonations(tx, of),
});

type Office = Actions<{ identity: Own }>['identity'];

export const impersonationOfficeActions: Office = {
  async startImpersonation(context, { id, reason }) {
    const { tx, realNow, operator, agent, services } = context;
    const member = await lockMember(tx, id);
    if (!member || member.closed) throw new Refusal('NOT_FOUND');
    await lockOperator(tx, operator.id);
    await endImpersonationsOf(tx, operator.id, realNow);
    const token = newToken();
    const linkUntil = later(realNow, impersonationLinkMs);
    const impersonation = await insertImpersonation(tx, {
      operatorId: operator.id,
      operatorSessionId: operator.sessionId,
      memberId: member.id,
      reason,
      linkHash: tokenHash(token),
      agent,
      realNow,
      linkUntil,
    });
    await recordMove(context, {
      subject: aboutMember(member.id),
      action: 'identity.impersonation_asked',
      reason,
      snapshot: { impersonation: impersonation.id },
    });
    // The token is in the URL fragment, which browsers never send to a server, so that no log
    // contains the token.
    const link = new URL('/impersonation', services.config.publicUrl);
    link.hash = token;
    return { data: { link: link.href, until: linkUntil } };
  },

  listImpersonations: impersonations,

  async stopImpersonation(context, { id }) {
    const { operator } = context;
    await end(context, id, operator.roles.includes('admin') ? null : operator.id);
    return { data: { ok: true } };
  },
};
