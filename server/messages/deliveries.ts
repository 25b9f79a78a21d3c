// The log of sent messages: read page by page, exported, and with recipients that can be revealed
// for a reason.
import type { messagesLists } from '#contract/messages/lists.ts';
import type { deliveriesOffice, ServerDelivery } from '#contract/messages/deliveries.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import { maskedEmail, maskedPhone } from '../identity/rules.ts';
import { nameOfKind } from '../notices/rules.ts';
import { recipientIn } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import { logReader } from '../tables/table.ts';
import type { Work } from '../work.ts';
import {
  deliveryById,
  type DeliveryFilter,
  type DeliveryRow,
  deliveryRows,
} from './delivery-queries.ts';
import { hooks } from '../hooks.ts';

type Calls = Actions<{
  messages: typeof deliveriesOffice & Pick<typeof messagesLists, 'listDeliveries'>;
}>['messages'];

function masked(services: Services, row: DeliveryRow): string {
  const recipient = recipientIn(services, row);
  // A push message names only its device.
  if (row.channel === 'push') return recipient;
  return row.channel === 'email' ? maskedEmail(recipient) : maskedPhone(recipient);
}

function stateOf({ sentAt, failures }: DeliveryRow) {
  if (sentAt) return 'sent';
  return failures > 0 ? 'failing' : 'waiting';
}

const view = (services: Services, row: DeliveryRow): ServerDelivery => ({
  id: row.id,
  channel: row.channel,
  state: stateOf(row),
  recipient: masked(services, row),
  memberId: row.memberId,
  broadcastId: row.broadcastId,
  about: nameOfKind(hooks.kinds, row.kind),
  at: row.at,
  sentAt: row.sentAt,
  failures: row.failures,
  failure: row.sentAt ? null : row.failure,
  nextTryAt: row.sentAt ? null : row.nextTryAt,
});

const deliveries = logReader({
  of: (_work: Work, filter: DeliveryFilter) => filter,
  rows: ({ tx }, filter, part) => deliveryRows(tx, filter, part),
  view: (row: DeliveryRow, { services }) => view(services, row),
});

export const deliveryActions: Calls = {
  listDeliveries: deliveries,

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
