// Member calls of webhooks, and the function by which other features tell of what happened.
import { randomBytes, randomUUID } from 'node:crypto';
import { ENDPOINTS_MAX, type webhooks } from '#contract/webhooks/calls.ts';
import { TEST_EVENT } from '#contract/webhooks/events.ts';
import type { EndpointState } from '#contract/webhooks/states.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context, Member } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { consumeStepUp, holdMember } from '../identity/front.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import {
  countEndpoints,
  countMessages,
  deleteEndpoint,
  deleteEndpoints,
  endpointsWithHealth,
  type DeliveryRow,
  type EndpointRow,
  insertEndpoint,
  insertMessage,
  insertMessages,
  listAttempts,
  listEndpoints,
  listMessages,
  lockOwnEndpoint,
  ownEndpoint,
  ownMessage,
  pauseEndpoints,
  sendAgain,
  startAgain,
  writeSecret,
  writeState,
  writeTypes,
} from './queries.ts';
import { type Happened, ROTATION_HOURS } from './rules.ts';
import { eventIn, urlIn } from './sending.ts';
import { secretOf } from './signing.ts';
import { noticeKinds } from './words.ts';

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

/**
 * Tells the endpoints of these members what happened. The events are written in the caller's
 * transaction and sent after its commit.
 */
export async function publish(
  work: { tx: Tx; now: Date; realNow: Date },
  happened: readonly Happened[],
): Promise<void> {
  if (happened.length === 0) return;
  const events = happened.map((event) => ({ id: randomUUID(), ...event }));
  await insertMessages(work.tx, events, work);
}

/** Nothing is sent for a closed account, and its addresses are forgotten. */
export async function forgetWebhooks({ tx }: Work, memberId: number): Promise<void> {
  await deleteEndpoints(tx, memberId);
}

const hostOf = (services: Services, row: EndpointRow) => new URL(urlIn(services, row)).host;

/**
 * hooks.accessEnded: somebody else may have registered an address, so that nothing is sent until
 * the member in person resumes it.
 */
export async function pauseWebhooks(work: Work, memberId: number): Promise<void> {
  const rows = await pauseEndpoints(work.tx, memberId);
  for (const { id } of rows)
    await record(work, id, 'webhook.paused', { from: 'active', to: 'paused' });
  if (rows.length === 0) return;
  const hosts = rows.map((row) => hostOf(work.services, row)).join('、');
  await tell(work, memberId, noticeKinds.paused({ hosts }));
}

/**
 * Returns for the back office how the endpoints of a member answer. Only the host of an address is
 * shown, because the rest may contain a password of the receiver.
 */
export async function webhookHealth({ services, tx }: Pick<Work, 'services' | 'tx'>, id: number) {
  const rows = await endpointsWithHealth(tx, id);
  return rows.map((row) => ({
    id: row.id,
    host: hostOf(services, row),
    state: row.state,
    waiting: row.waiting,
    succeededAt: row.succeededAt,
    triedAt: row.triedAt,
    status: row.status,
    failure: row.failure,
  }));
}

/** The address may contain a password of the receiver, so an operator sees only its origin. */
function shownUrl(services: Services, member: Member, row: EndpointRow): string {
  const url = urlIn(services, row);
  return member.impersonation ? `${new URL(url).origin}/…` : url;
}

const deliveryView = (row: DeliveryRow) => {
  const { id, eventId, type, occurredAt, state, attempts, nextTryAt, status, failure } = row;
  return { id, eventId, type, occurredAt, state, attempts, nextTryAt, status, failure };
};

type MemberWork = Work & { member: Member };

async function lockedEndpoint({ tx, member }: MemberWork, id: number): Promise<EndpointRow> {
  const row = await lockOwnEndpoint(tx, member.id, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

const record = (
  work: Work,
  id: number,
  action: ActionName,
  more: { from?: string; to?: string; snapshot?: Record<string, unknown> } = {},
) => recordMove(work, { subject: { type: 'webhook', id }, action, ...more });

async function changeState(
  context: Context<(typeof webhooks)['pauseWebhook']>,
  id: number,
  to: Exclude<EndpointState, 'failed'>,
): Promise<{ data: { ok: true } }> {
  const row = await lockedEndpoint(context, id);
  if (row.state !== to) {
    await writeState(context.tx, id, to);
    if (to === 'active') await startAgain(context.tx, id);
    const action = to === 'active' ? 'webhook.resumed' : 'webhook.paused';
    await record(context, id, action, { from: row.state, to });
  }
  return { data: { ok: true } };
}

/** Returns a new secret, and its encrypted form for an endpoint of the member. */
function newSecret({ secrets }: Services, memberId: number) {
  const secret = secretOf(randomBytes(SECRET_BYTES));
  return { secret, sealed: secrets.encrypt('webhooks.endpoint.secret', memberId, secret) };
}

export const webhooksActions: Actions<{ webhooks: typeof webhooks }>['webhooks'] = {
  async listWebhooks({ tx, member, services, realNow }) {
    const rows = await listEndpoints(tx, member.id);
    const data = rows.map((row) => {
      const { id, types, state, createdAt, succeededAt, previousUntil, waiting } = row;
      const isOver = previousUntil === null || previousUntil <= realNow;
      const url = shownUrl(services, member, row);
      const until = { previousUntil: isOver ? null : previousUntil };
      return { id, url, types, state, createdAt, succeededAt, ...until, waiting };
    });
    return { data };
  },

  async addWebhook(context, { url, types }) {
    const { tx, member, services, now } = context;
    if (!services.webhooks.accepts(url)) throw new Refusal('WEBHOOK_URL');
    await holdMember(tx, member.id);
    const { total } = await countEndpoints(tx, member.id);
    if (total >= ENDPOINTS_MAX) throw new Refusal('WEBHOOK_LIMIT');
    const stepUp = await consumeStepUp(context, member, { act: 'webhook' });
    const { secret, sealed } = newSecret(services, member.id);
    const { id } = await insertEndpoint(tx, {
      memberId: member.id,
      secret: sealed,
      types,
      now,
      url: services.secrets.encrypt('webhooks.endpoint.url', member.id, url),
    });
    const snapshot = { memberId: member.id, types, reference: stepUp.reference };
    await record(context, id, 'webhook.added', { to: 'active', snapshot });
    await tell(context, member.id, noticeKinds.added({ host: new URL(url).host }));
    return { data: { id, secret } };
  },

  async setWebhookTypes(context, { id, types }) {
    const row = await lockedEndpoint(context, id);
    await writeTypes(context.tx, id, types);
    await record(context, id, 'webhook.changed', { snapshot: { before: row.types, types } });
    return { data: { ok: true } };
  },

  pauseWebhook: (context, { id }) => changeState(context, id, 'paused'),
  resumeWebhook: (context, { id }) => changeState(context, id, 'active'),

  async rotateWebhookSecret(context, { id }) {
    const { tx, member, services, realNow } = context;
    const row = await lockedEndpoint(context, id);
    const stepUp = await consumeStepUp(context, member, { act: 'webhook', object: `${id}` });
    const { secret, sealed } = newSecret(services, member.id);
    const old = services.secrets.decrypt('webhooks.endpoint.secret', member.id, row.secret);
    await writeSecret(tx, id, {
      secret: sealed,
      previous: services.secrets.encrypt('webhooks.endpoint.previous', member.id, old),
      until: new Date(realNow.getTime() + ROTATION_HOURS * HOUR_MS),
    });
    await record(context, id, 'webhook.rotated', { snapshot: { reference: stepUp.reference } });
    return { data: { id, secret } };
  },

  async deleteWebhook(context, { id }) {
    const row = await lockedEndpoint(context, id);
    await deleteEndpoint(context.tx, id);
    await record(context, id, 'webhook.deleted', { from: row.state });
    return { data: { ok: true } };
  },

  async testWebhook(context, { id }) {
    const row = await lockedEndpoint(context, id);
    if (row.state !== 'active') throw new Refusal('WEBHOOK_STOPPED');
    const event = { endpointId: id, eventId: randomUUID(), type: TEST_EVENT } as const;
    const data = { webhookId: `${id}` };
    const { id: deliveryId } = await insertMessage(context.tx, { ...event, data }, context);
    return { data: { deliveryId } };
  },

  async listDeliveries({ tx, member }, { id, item_per_page: limit, offset }) {
    if (!(await ownEndpoint(tx, member.id, id))) throw new Refusal('NOT_FOUND');
    const rows = await listMessages(tx, id, { limit, offset });
    return { data: rows.map(deliveryView), total: (await countMessages(tx, id)).total };
  },

  async getDelivery({ tx, member }, { id }) {
    const row = await ownMessage(tx, member.id, id);
    if (!row) throw new Refusal('NOT_FOUND');
    const { endpointId: webhookId } = row;
    const tries = await listAttempts(tx, id);
    return { data: { ...deliveryView(row), webhookId, event: eventIn(row), tries } };
  },

  async replayDelivery(context, { id }) {
    const row = await ownMessage(context.tx, context.member.id, id);
    if (!row) throw new Refusal('NOT_FOUND');
    const endpoint = await lockedEndpoint(context, row.endpointId);
    if (endpoint.state !== 'active') throw new Refusal('WEBHOOK_STOPPED');
    await sendAgain(context.tx, id);
    await record(context, endpoint.id, 'webhook.replayed', { snapshot: { delivery: id } });
    return { data: { ok: true } };
  },
};
