// Broadcasts: written by one person, counted, approved by a second person, sent in parts.
import type { messagesLists } from '#contract/messages/lists.ts';
import type {
  ServerBroadcast,
  BroadcastCategory,
  broadcastsOffice,
} from '#contract/messages/broadcasts.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Operator } from '../call.ts';
import type { Services } from '../services.ts';
import { tellOfChange } from '../identity/front.ts';
import { notify } from '../notices/front.ts';
import { proposal, closeTask, makersSince, recordMove } from '../tasks/front.ts';
import { reader, shownAs } from '../tables/table.ts';
import { inWork, type Work } from '../work.ts';
import {
  audienceAfter,
  broadcastById,
  type BroadcastRow,
  claimMembers,
  countBroadcasts,
  countOf,
  insertBroadcast,
  listBroadcasts,
  lockBroadcast,
  lockDueBroadcast,
  markReached,
  plansNamed,
  setState,
  updateBroadcast,
} from './broadcast-queries.ts';
import { assertWritten } from './wordings.ts';

type Office = typeof broadcastsOffice & Pick<typeof messagesLists, 'listBroadcasts'>;

type Calls = Actions<{ messages: Office }>['messages'];

const PART = 200;
const subjectOf = (id: number) => ({ type: 'broadcast', id }) as const;

/**
 * Returns the category that the broadcast has in the notification centre; the member's mail
 * preferences for that category apply.
 */
const centreOf = (category: BroadcastCategory) =>
  category === 'news' || category === 'legal' ? 'other' : category;

const rowView = (row: BroadcastRow) => ({
  id: row.id,
  title: row.title,
  category: row.category,
  status: row.status,
  sendAt: row.sendAt,
  counted: row.counted,
  told: row.told,
  by: row.by ?? '同仁',
  madeAt: row.madeAt,
});

export const fullView = (row: BroadcastRow): ServerBroadcast => ({
  ...rowView(row),
  body: row.body,
  link: row.link,
  audience: row.audience,
  approvedBy: row.approvedBy,
  approvedAt: row.approvedAt,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  reason: row.reason,
});

const tellAdminsOf = (work: Work & { operator: Operator }, of: BroadcastRow, step: string) =>
  tellOfChange(work, { step, act: '群發訊息', what: of.title }, `/broadcasts/${of.id}`);

async function broadcastView({ tx }: Work, id: number) {
  const row = await broadcastById(tx, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return { data: fullView(row) };
}

/**
 * Locks a broadcast. Refuses NOT_FOUND, and BROADCAST_STATE if it is not in one of the allowed
 * states.
 */
async function locked({ tx }: Work, id: number, may: readonly ServerBroadcast['status'][]) {
  const row = await lockBroadcast(tx, id);
  if (!row) throw new Refusal('NOT_FOUND');
  if (!may.includes(row.status)) {
    throw new Refusal('BROADCAST_STATE', { data: { status: row.status } });
  }
  return row;
}

/**
 * List of broadcasts as stored; the page formats rows with `rowView` and the export with
 * `fullView`.
 */
export const broadcasts = reader({
  of: (_work: Work, filter: FilterOf<Office['listBroadcasts']>) => filter,
  rows: ({ tx }, _all, part) => listBroadcasts(tx, part),
  view: (row: BroadcastRow) => row,
  beside: ({ tx }) => countBroadcasts(tx),
});

export const broadcastActions: Calls = {
  listBroadcasts: {
    async page(context, input) {
      const { data, total } = await broadcasts.page(context, input);
      return { data: data.map(rowView), total };
    },
    file: shownAs(broadcasts.file, fullView),
  },

  getBroadcast: (context, { id }) => broadcastView(context, id),

  async audiencePlans({ tx }) {
    return { data: await plansNamed(tx) };
  },

  async countAudience({ tx }, { audience, category }) {
    return { data: await countOf(tx, { audience, category }, centreOf(category)) };
  },

  async saveBroadcast(context, { id, sendAt, ...fields }) {
    const { now, operator, tx } = context;
    assertWritten(context, { way: 'email', title: fields.title, body: fields.body });
    const row = { ...fields, sendAt, by: operator.id, now };
    const before = id && (await locked(context, id, ['draft', 'declined']));
    if (before) await updateBroadcast(tx, before.id, row);
    const to = before ? before.id : (await insertBroadcast(tx, row)).id;
    await recordMove(context, {
      subject: subjectOf(to),
      action: before ? 'broadcast.changed' : 'broadcast.drafted',
      from: before ? before.status : null,
      to: 'draft',
      snapshot: { ...fields, sendAt },
    });
    return broadcastView(context, to);
  },

  async submitBroadcast(context, { id }) {
    const row = await locked(context, id, ['draft']);
    const { tx } = context;
    const { members: counted } = await countOf(tx, row, centreOf(row.category));
    if (counted === 0) throw new Refusal('AUDIENCE_EMPTY');
    await setState(tx, row.id, { status: 'proposed', counted });
    await broadcastTask.propose(context, {
      subject: { ...subjectOf(row.id), label: row.title },
      // No author may approve the broadcast, whoever saved it last and whoever submits it.
      makerId: row.madeBy,
      otherMakers: await makersSince(context, subjectOf(row.id), {
        acts: ['broadcast.drafted', 'broadcast.changed'],
        ends: [],
      }),
      recorded: { from: row.status, to: 'proposed', snapshot: { counted } },
    });
    await tellAdminsOf(context, row, '提出');
    return broadcastView(context, row.id);
  },

  async stopBroadcast(context, { id, reason }) {
    // Closes the task before the broadcast is locked, because a decision locks in the same order;
    // otherwise a deadlock could occur.
    await closeTask(context, 'broadcast_approval', subjectOf(id), 'stopped', reason);
    const row = await locked(context, id, ['proposed', 'approved', 'sending']);
    await setState(context.tx, row.id, { status: 'stopped', endedAt: context.now, reason });
    await recordMove(context, {
      subject: subjectOf(row.id),
      action: 'broadcast.stopped',
      from: row.status,
      to: 'stopped',
      reason,
      snapshot: { told: row.told },
    });
    return broadcastView(context, row.id);
  },
};

/** The second person reads the message and its present recipients. */
export const broadcastTask = proposal('broadcast_approval', {
  async subject({ tx }, { subjectId }) {
    const row = await lockBroadcast(tx, subjectId);
    return row?.status === 'proposed' ? row : null;
  },
  async facts({ tx }, { subjectId }) {
    const row = await broadcastById(tx, subjectId);
    return row && { broadcast: fullView(row), now: await countOf(tx, row, centreOf(row.category)) };
  },
  async carryOut(work, row) {
    const { now, operator, reason, tx } = work;
    const consent = { approvedBy: operator.id, approvedAt: now };
    await setState(tx, row.id, { status: 'approved', ...consent, ...(reason && { reason }) });
    await tellAdminsOf(work, row, '核可');
    return { from: 'proposed', to: 'approved' };
  },
  async onReturn(work, row) {
    const { reason, tx } = work;
    await setState(tx, row.id, { status: 'declined', ...(reason && { reason }) });
    await tellAdminsOf(work, row, '退回');
    return { from: 'proposed', to: 'declined' };
  },
  audit: {
    proposed: 'broadcast.proposed',
    approved: 'broadcast.approved',
    returned: 'broadcast.declined',
  },
});

/**
 * Sends one part of a due broadcast; returns false if none is due or another process is sending it.
 */
async function sendPart(work: Work): Promise<boolean> {
  const { now, tx } = work;
  const row = await lockDueBroadcast(tx, now);
  if (!row) return false;
  const members = (await audienceAfter(tx, row, row.reached, PART)).map(({ id }) => id);
  const last = members.at(-1);
  if (last === undefined) {
    await setState(tx, row.id, { status: 'sent', endedAt: now });
    const told = { told: row.told };
    const move = { from: row.status, to: 'sent', snapshot: told };
    await recordMove(work, { subject: subjectOf(row.id), action: 'broadcast.sent', ...move });
    return true;
  }
  const claimed = await claimMembers(tx, row.id, members, now);
  const { title, body, link, category } = row;
  const notice = { title, body, link, category: centreOf(category) } as const;
  const email = category === 'legal' ? 'always' : true;
  const about = { kind: 'messages.broadcast', broadcastId: row.id };
  for (const { memberId } of claimed) await notify(work, { ...notice, memberId, email }, about);
  await markReached(tx, row.id, { reached: last, told: claimed.length, now });
  return true;
}

/**
 * Sends due broadcasts part by part, each in its own transaction. After a crash the next run
 * continues after the last part, and stopping a broadcast waits for one part at most.
 */
export async function sendBroadcasts(services: Services): Promise<void> {
  while (await inWork(services, sendPart));
}
