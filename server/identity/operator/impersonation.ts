// Impersonation: an operator sees the member site as a member does, briefly and read-only.
import type {
  identityViewing,
  identityViewingOffice,
  Viewing,
} from '#contract/identity/impersonation.ts';
import { viewingRoles } from '#contract/identity/impersonation.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Member, Next, Operator, Services, Work } from '../../action.ts';
import type { Tx } from '../../database/db.ts';
import { tell } from '../../notices/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import { lockMember } from '../member/member-queries.ts';
import { memberById } from '../queries.ts';
import { maskedEmail, viewingLinkMs, viewingMs, viewingState } from '../rules.ts';
import { type Gone, standingOf } from '../sessions.ts';
import { newToken, tokenHash } from '../tokens.ts';
import {
  type ViewingRow,
  countViewings,
  endViewing,
  endViewingsOf,
  insertViewing,
  listViewings,
  lockOperator,
  readViewing,
  takeLink,
  viewingsBelow,
} from './impersonation-queries.ts';
import { noticeKinds } from '../words.ts';

const PREFIX = 'view-';
const TOKEN = /^view-[\w-]{43}$/;
const NO_SESSION = 0;

/**
 * Whether a bearer token belongs to an impersonating operator; members' own tokens never have this
 * format.
 */
export const isViewingToken = (token: string): boolean => TOKEN.test(token);

const later = (realNow: Date, ms: number) => new Date(realNow.getTime() + ms);
const aboutMember = (id: number) => ({ type: 'member', id }) as const;

/**
 * Returns the impersonated member without a session of their own, so that no step-up confirmation
 * is possible.
 */
export async function viewedMember(
  tx: Tx,
  token: string,
  realNow: Date,
): Promise<{ state: 'ok'; member: Member } | Gone> {
  const row = await readViewing(tx, tokenHash(token), viewingRoles, realNow);
  if (!row) return { state: 'unknown' };
  const { alive, viewingId, operatorId, ...member } = row;
  if (!alive) return { state: 'expired' };
  const viewing = { id: viewingId, operatorId };
  return {
    state: 'ok',
    member: { ...member, sessionId: NO_SESSION, stepUpAt: null, stepUpReference: null, viewing },
  };
}

/**
 * Records each file opened during impersonation in the audit log, with the operator who opened it.
 */
export async function noteViewedFile(
  services: Services,
  { id: memberId, viewing }: Member,
  file: { call: string; input: unknown },
): Promise<void> {
  if (!viewing) return;
  const actor = { type: 'operator', id: viewing.operatorId } as const;
  const move = { subject: aboutMember(memberId), action: 'identity.viewing_read' } as const;
  const snapshot = { viewing: viewing.id, ...file };
  await inWork(services, (work) => recordMove(work, { ...move, snapshot }), actor);
}

export const viewingActions: Actions<{ identity: typeof identityViewing }>['identity'] = {
  async openViewing(context, { token: link }) {
    const { tx, realNow, address, agent } = context;
    const token = PREFIX + newToken();
    const endsAt = later(realNow, viewingMs);
    const taken = await takeLink(tx, {
      hash: tokenHash(link),
      roles: viewingRoles,
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
      action: 'identity.viewing_opened',
      reason: taken.reason,
      snapshot: { viewing: taken.id },
    });
    const member = await memberById(tx, taken.memberId);
    // Read before the member is notified: the operator sees the notices as they were, and the new
    // one in the list.
    const standing = await standingOf(tx, member);
    await tell(work, member.id, noticeKinds.viewed({}));
    const ends = endsAt.toISOString();
    return {
      data: {
        // Notification cards shown after sign-in are for the member to close.
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

  async endViewing(context) {
    const { viewing } = context.member;
    if (!viewing) throw new Refusal('NOT_FOUND');
    await end(context, viewing.id, viewing.operatorId);
    return { data: { ok: true } };
  },
};

/**
 * Ends an impersonation; `operatorId` null ends anybody's. A repeat changes nothing. Refuses
 * NOT_FOUND.
 */
async function end(work: Work, id: number, operatorId: number | null): Promise<void> {
  const found = await endViewing(work.tx, id, operatorId, work.realNow);
  if (!found) throw new Refusal('NOT_FOUND');
  if (!found.ended) return;
  await recordMove(work, {
    subject: aboutMember(found.memberId),
    action: 'identity.viewing_ended',
    snapshot: { viewing: id },
  });
}

function viewOf(row: ViewingRow, realNow: Date, operator: Operator): Viewing {
  const state = viewingState(row, realNow);
  const ends = row.openedAt === null ? null : (row.endedAt ?? row.endsAt);
  const running = state === 'open' || state === 'waiting';
  return {
    id: String(row.id),
    operator: { id: String(row.operatorId), name: row.operator },
    member: { id: String(row.memberId), emailMasked: maskedEmail(row.email) },
    reason: row.reason,
    state,
    createdAt: row.createdAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    endsAt: ends?.toISOString() ?? null,
    address: row.address,
    mayEnd: running && (row.operatorId === operator.id || operator.roles.includes('admin')),
  };
}

const impersonationFilter = ({
  member,
  operator,
}: FilterOf<(typeof identityViewingOffice)['listViewings']>) => ({
  member: member ? Number(member) : null,
  operator: operator ? Number(operator) : null,
});

/** Impersonations for a table export, newest first. */
export const viewingsBeyond =
  (
    { tx, realNow, operator }: Work & { operator: Operator },
    filter: FilterOf<(typeof identityViewingOffice)['listViewings']>,
  ): Next<Viewing> =>
  async (last, limit) => {
    const rows = await viewingsBelow(
      tx,
      impersonationFilter(filter),
      last && Number(last.id),
      limit,
    );
    return rows.map((row) => viewOf(row, realNow, operator));
  };

type Office = Actions<{ identity: typeof identityViewingOffice }>['identity'];

export const viewingOfficeActions: Office = {
  async startViewing(context, { id, reason }) {
    const { tx, realNow, operator, agent, services } = context;
    const member = await lockMember(tx, Number(id));
    if (!member || member.closed) throw new Refusal('NOT_FOUND');
    await lockOperator(tx, operator.id);
    await endViewingsOf(tx, operator.id, realNow);
    const token = newToken();
    const linkUntil = later(realNow, viewingLinkMs);
    const viewing = await insertViewing(tx, {
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
      action: 'identity.viewing_asked',
      reason,
      snapshot: { viewing: viewing.id },
    });
    // The token is in the URL fragment, which is never sent to a server and so stays out of all
    // logs.
    const link = new URL('/viewing', services.config.publicUrl);
    link.hash = token;
    return { data: { link: link.href, until: linkUntil.toISOString() } };
  },

  async listViewings({ tx, operator, realNow }, { item_per_page: limit, offset, ...filter }) {
    const of = impersonationFilter(filter);
    const rows = await listViewings(tx, of, { limit, offset });
    const { total } = await countViewings(tx, of);
    return { data: rows.map((row) => viewOf(row, realNow, operator)), total };
  },

  async stopViewing(context, { id }) {
    const { operator } = context;
    await end(context, Number(id), operator.roles.includes('admin') ? null : operator.id);
    return { data: { ok: true } };
  },
};
