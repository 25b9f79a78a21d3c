// SQL that reads the log of mails and text messages; the notices feature writes its rows.
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, sql, when } from '../database/sql.ts';
import type { LogPart } from '../tables/table.ts';

export type DeliveryFilter = {
  channel?: string | undefined;
  state?: 'waiting' | 'failing' | 'sent' | undefined;
  member?: number | undefined;
  broadcast?: number | undefined;
  about?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type DeliveryRow = {
  id: number;
  channel: 'email' | 'sms' | 'push';
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

const columns = sql`id, channel, recipient, recipient_hash, member_id, broadcast_id, kind,
  created_at as at, sent_at, attempts as failures, failure, next_try_at`;

const states = {
  sent: sql`sent_at is not null`,
  waiting: sql`sent_at is null and attempts = 0`,
  failing: sql`sent_at is null and attempts > 0`,
};

/**
 * Contains only the conditions of the filters that are set, so that PostgreSQL can use an index for
 * each condition.
 */
function deliveryConditions({
  about,
  state,
  channel,
  member,
  broadcast,
  from,
  to,
}: DeliveryFilter) {
  const isGroup = about?.endsWith('.');
  return [
    when(channel, sql`channel = ${channel}`),
    when(member, sql`member_id = ${member}`),
    when(broadcast, sql`broadcast_id = ${broadcast}`),
    when(about, isGroup ? sql`starts_with(kind, ${about})` : sql`kind = ${about}`),
    when(from, sql`created_at >= ${from}::date::timestamp at time zone 'Asia/Taipei'`),
    when(to, sql`created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`),
    state ? states[state] : null,
  ];
}

const orders = { asc: keyset('asc', { id: sql`id` }), desc: keyset('desc', { id: sql`id` }) };

export const deliveryRows = (tx: Tx, filter: DeliveryFilter, { direction, ...part }: LogPart) => {
  const { after, order } = orders[direction];
  return tx.many<DeliveryRow>(sql`
    select ${columns} from notices.outbox
    where ${allOf([...deliveryConditions(filter), after(part)])}
    order by ${order} ${limitOf(part)}
  `);
};

export const deliveryById = (tx: Tx, id: number) =>
  tx.maybe<DeliveryRow>(sql`select ${columns} from notices.outbox where id = ${id}`);
