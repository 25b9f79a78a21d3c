// The SQL that reads the record of mails and text messages; its rows are written by notices.
import type { Tx } from '../database/db.ts';

export type DeliveryFilter = {
  channel?: string | undefined;
  state?: 'waiting' | 'failing' | 'sent' | undefined;
  member?: string | undefined;
  broadcast?: string | undefined;
  about?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type DeliveryRow = {
  id: number;
  channel: 'email' | 'sms';
  recipient: string;
  recipientHash: string;
  memberId: number | null;
  broadcastId: number | null;
  kind: string | null;
  at: Date;
  sentAt: Date | null;
  failures: number;
  failure: string | null;
  nextTryAt: Date;
};

const columns = `id, channel, recipient, recipient_hash as "recipientHash",
  member_id as "memberId", broadcast_id as "broadcastId", kind,
  created_at as at, sent_at as "sentAt", attempts as failures, failure,
  next_try_at as "nextTryAt"`;

const states = {
  sent: 'sent_at is not null',
  waiting: 'sent_at is null and attempts = 0',
  failing: 'sent_at is null and attempts > 0',
};

/**
 * Only the conditions that were asked for, so that each is found by its own index; the values are
 * always parameters. Days are business days in Taipei. `shape` names the statement that results.
 */
function wanted({ about, state, ...filter }: DeliveryFilter) {
  const values: unknown[] = [];
  const parts: string[] = [];
  const shape: string[] = [];
  const and = (name: string, value: unknown, part: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(part(`$${values.length}`));
    shape.push(name);
  };
  const all = about?.endsWith('.') ? about : undefined;
  and('channel', filter.channel, (n) => `channel = ${n}`);
  and('member', filter.member, (n) => `member_id = ${n}`);
  and('cast', filter.broadcast, (n) => `broadcast_id = ${n}`);
  and('all', all, (n) => `starts_with(kind, ${n})`);
  and('kind', all ? undefined : about, (n) => `kind = ${n}`);
  const taipei = `::timestamp at time zone 'Asia/Taipei'`;
  and('from', filter.from, (n) => `created_at >= ${n}::date${taipei}`);
  and('to', filter.to, (n) => `created_at < (${n}::date + 1)${taipei}`);
  if (state) {
    parts.push(states[state]);
    shape.push(state);
  }
  return { where: parts.join(' and ') || 'true', values, shape: shape.join('-') };
}

/** Newest first, below `before` where given. */
export function deliveriesBefore(
  tx: Tx,
  filter: DeliveryFilter,
  before: number | null,
  limit: number,
) {
  const { where, values, shape } = wanted(filter);
  const n = values.length;
  return tx.many<DeliveryRow>(
    `deliveries<${shape}`,
    `select ${columns} from notices.outbox
     where ${where} and ($${n + 1}::bigint is null or id < $${n + 1})
     order by id desc limit $${n + 2}`,
    [...values, before, limit],
  );
}

/** Oldest first, above `after`. */
export function deliveriesAfter(tx: Tx, filter: DeliveryFilter, after: number, limit: number) {
  const { where, values, shape } = wanted(filter);
  const n = values.length;
  return tx.many<DeliveryRow>(
    `deliveries>${shape}`,
    `select ${columns} from notices.outbox where ${where} and id > $${n + 1}
     order by id limit $${n + 2}`,
    [...values, after, limit],
  );
}

export const deliveryById = (tx: Tx, id: number) =>
  tx.maybe<DeliveryRow>(
    'messages.deliveryById',
    `select ${columns} from notices.outbox where id = $1`,
    [id],
  );
