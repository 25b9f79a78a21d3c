// The record of deliveries: read page by page, exported, and with an address that can be revealed
// for a reason.
import { wayText } from '#contract/core/wording.ts';
import { deliveryWords } from '#contract/messages/words.ts';
import type { Cell } from '#contract/core/csv.ts';
import { clockOf } from '#contract/core/day.ts';
import type { deliveriesOffice } from '#contract/messages/deliveries.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Services } from '../action.ts';
import { inPages } from '../database/db.ts';
import { maskedEmail, maskedPhone } from '../identity/rules.ts';
import { nameOfKind } from '../notices/rules.ts';
import { recipientIn } from '../notices/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { inWork } from '../work.ts';
import {
  deliveriesAfter,
  deliveriesBefore,
  deliveryById,
  type DeliveryRow,
} from './delivery-queries.ts';

type Calls = Actions<{ messages: typeof deliveriesOffice }>['messages'];

const PAGE = 1_000;

function masked(services: Services, row: DeliveryRow): string {
  const recipient = recipientIn(services, row);
  return row.channel === 'email' ? maskedEmail(recipient) : maskedPhone(recipient);
}

function stateOf({ sentAt, failures }: DeliveryRow) {
  if (sentAt) return 'sent';
  return failures > 0 ? 'failing' : 'waiting';
}

const view = (services: Services, row: DeliveryRow) =>
  ({
    id: row.id,
    channel: row.channel,
    state: stateOf(row),
    recipient: masked(services, row),
    memberId: row.memberId,
    broadcastId: row.broadcastId,
    about: nameOfKind(services.hooks.kinds, row.kind),
    at: row.at,
    sentAt: row.sentAt,
    failures: row.failures,
    failure: row.sentAt ? null : row.failure,
    nextTryAt: row.sentAt ? null : row.nextTryAt,
  }) as const;

const columns = [
  '編號',
  '管道',
  '狀態',
  '收件者',
  '會員編號',
  '群發編號',
  '內容',
  '產生時間',
  '寄出時間',
  '失敗次數',
  '最近的錯誤',
];

const cellsOf = (services: Services, row: DeliveryRow): Cell[] => [
  row.id,
  wayText[row.channel],
  deliveryWords[stateOf(row)].text,
  masked(services, row),
  row.memberId,
  row.broadcastId,
  nameOfKind(services.hooks.kinds, row.kind),
  clockOf(row.at),
  row.sentAt && clockOf(row.sentAt),
  row.failures,
  row.sentAt ? null : row.failure,
];

export const deliveryActions: Calls = {
  async listDeliveries({ tx, services }, { before, after, item_per_page: limit, ...filter }) {
    // Reads one more row than requested to find out whether there is more.
    const up = after !== undefined;
    const found = up
      ? await deliveriesAfter(tx, filter, after, limit + 1)
      : await deliveriesBefore(tx, filter, before ?? null, limit + 1);
    const more = found.length > limit;
    const rows = found.slice(0, limit);
    if (up) rows.reverse();
    return {
      data: rows.map((row) => view(services, row)),
      newer: up ? more : before !== undefined,
      older: up ? true : more,
    };
  },

  async exportDeliveries(context, { format: _as, ...filter }) {
    const { tx, operator, services, today } = context;
    const subject = { type: 'operator', id: operator.id } as const;
    const move = { subject, action: 'deliveries.exported', snapshot: filter } as const;
    await inWork(services, (work) => recordMove(work, move), context.actor);
    return {
      name: `寄送紀錄-${today}`,
      columns,
      rows: inPages(
        (last: DeliveryRow | null) => deliveriesAfter(tx, filter, last?.id ?? 0, PAGE),
        (row) => cellsOf(services, row),
      ),
    };
  },

  async revealDelivery(context, { id, reason }) {
    const row = await deliveryById(context.tx, id);
    if (!row) throw new Refusal('NOT_FOUND');
    const { memberId, kind } = row;
    await recordMove(context, {
      subject:
        memberId === null ? { type: 'delivery', id: row.id } : { type: 'member', id: memberId },
      action: 'delivery.revealed',
      reason,
      snapshot: { delivery: row.id, kind },
    });
    return { data: { recipient: recipientIn(context.services, row) } };
  },
};
