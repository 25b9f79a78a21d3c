// SQL of webhooks.
import type { EventData, EventType, SentType } from '#contract/webhooks/events.ts';
import type { DeliveryState, EndpointState, NoAnswer } from '#contract/webhooks/states.ts';
import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';

/** Row as stored: address and secrets are encrypted. */
export type EndpointRow = {
  id: number;
  memberId: number;
  url: string;
  secret: string;
  previous: string | null;
  previousUntil: Date | null;
  types: EventType[];
  state: EndpointState;
  createdAt: Date;
  succeededAt: Date | null;
};

const columns = sql`e.id, e.member_id, e.url, e.secret, e.previous, e.previous_until, e.types,
  e.state, e.created_at, e.succeeded_at`;

export const listEndpoints = (tx: Tx, memberId: number) =>
  tx.many<EndpointRow & { waiting: number }>(sql`
    select ${columns}, (select count(*) from webhooks.message m
      where m.endpoint_id = e.id and m.state = 'waiting') as waiting
    from webhooks.endpoint e where e.member_id = ${memberId} order by e.id
  `);

/** Endpoints of a member with what waits for each, and the answer to the last attempt. */
export const endpointsWithHealth = (tx: Tx, memberId: number) =>
  tx.many<
    EndpointRow & {
      waiting: number;
      triedAt: Date | null;
      status: number | null;
      failure: NoAnswer | null;
    }
  >(sql`
    select ${columns}, (select count(*) from webhooks.message m
      where m.endpoint_id = e.id and m.state = 'waiting') as waiting,
      a.at as tried_at, a.status, a.failure
    from webhooks.endpoint e left join lateral (
      select t.at, t.status, t.failure from webhooks.message m
      join webhooks.attempt t on t.message_id = m.id
      where m.endpoint_id = e.id order by t.id desc limit 1
    ) a on true
    where e.member_id = ${memberId} order by e.id
  `);

export const countEndpoints = (tx: Tx, memberId: number) =>
  tx.one<{ total: number }>(sql`
    select count(*) as total from webhooks.endpoint where member_id = ${memberId}
  `);

export const insertEndpoint = (
  tx: Tx,
  row: Pick<EndpointRow, 'memberId' | 'url' | 'secret'> & { types: readonly string[]; now: Date },
) =>
  tx.one<{ id: number }>(sql`
    insert into webhooks.endpoint (member_id, url, secret, types, created_at)
    values (${row.memberId}, ${row.url}, ${row.secret}, ${row.types}, ${row.now})
    returning id
  `);

/** Locks an endpoint of the member. */
export const lockOwnEndpoint = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<EndpointRow>(sql`
    select ${columns} from webhooks.endpoint e
    where e.id = ${id} and e.member_id = ${memberId} for update
  `);

export const ownEndpoint = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from webhooks.endpoint where id = ${id} and member_id = ${memberId}
  `);

export const writeTypes = (tx: Tx, id: number, types: readonly string[]) =>
  tx.run(sql`update webhooks.endpoint set types = ${types} where id = ${id}`);

export const writeState = (tx: Tx, id: number, state: EndpointState) =>
  tx.run(sql`update webhooks.endpoint set state = ${state} where id = ${id}`);

/** Pauses the active endpoints of a member; returns them. */
export const pauseEndpoints = (tx: Tx, memberId: number) =>
  tx.many<EndpointRow>(sql`
    update webhooks.endpoint e set state = 'paused' where e.member_id = ${memberId}
      and e.state = 'active' returning ${columns}
  `);

/** Sends everything that waits as if it had not been tried yet. */
export const startAgain = (tx: Tx, endpointId: number) =>
  tx.run(sql`
    update webhooks.message set attempts = 0, next_try_at = '-infinity'
    where endpoint_id = ${endpointId} and state = 'waiting'
  `);

export const writeSecret = (
  tx: Tx,
  id: number,
  { secret, previous, until }: { secret: string; previous: string; until: Date },
) =>
  tx.run(sql`
    update webhooks.endpoint set secret = ${secret}, previous = ${previous},
      previous_until = ${until}
    where id = ${id}
  `);

export const deleteEndpoint = (tx: Tx, id: number) =>
  tx.run(sql`delete from webhooks.endpoint where id = ${id}`);

export const deleteEndpoints = (tx: Tx, memberId: number) =>
  tx.run(sql`delete from webhooks.endpoint where member_id = ${memberId}`);

type NewMessage = { id: string; memberId: number; type: EventType; data: EventData };

/** Writes each event once for each endpoint that its member has registered for its type. */
export const insertMessages = (
  tx: Tx,
  events: readonly NewMessage[],
  { now, realNow }: { now: Date; realNow: Date },
) =>
  tx.run(sql`
    insert into webhooks.message (endpoint_id, event_id, type, data, occurred_at, created_at)
    select e.id, (g.event ->> 'id')::uuid, g.event ->> 'type', g.event -> 'data', ${now}, ${realNow}
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as g (event, n)
    join webhooks.endpoint e on e.member_id = (g.event ->> 'memberId')::bigint
      and g.event ->> 'type' = any (e.types)
    order by g.n, e.id
  `);

export const insertMessage = (
  tx: Tx,
  row: { endpointId: number; eventId: string; type: SentType; data: EventData },
  { now, realNow }: { now: Date; realNow: Date },
) =>
  tx.one<{ id: number }>(sql`
    insert into webhooks.message (endpoint_id, event_id, type, data, occurred_at, created_at)
    values (${row.endpointId}, ${row.eventId}, ${row.type}, ${JSON.stringify(row.data)}, ${now},
      ${realNow})
    returning id
  `);

/**
 * Takes an endpoint for which an event is due until `until`, so that no other process sends to it
 * meanwhile; the one that has waited longest comes first.
 */
export const takeEndpoint = (tx: Tx, realNow: Date, until: Date) =>
  tx.maybe<EndpointRow>(sql`
    update webhooks.endpoint e set busy_until = ${until}
    where e.id = (
      select o.id from webhooks.endpoint o
      where o.state = 'active' and o.busy_until <= ${realNow} and o.id in (
        select m.endpoint_id from webhooks.message m
        where m.state = 'waiting' and m.next_try_at <= ${realNow})
      order by o.busy_until limit 1 for update skip locked)
    returning ${columns}
  `);

export type MessageRow = {
  id: number;
  endpointId: number;
  eventId: string;
  type: string;
  data: EventData;
  occurredAt: Date;
  createdAt: Date;
  state: DeliveryState;
  attempts: number;
  /** Null if it is due at once. */
  nextTryAt: Date | null;
};

const messageColumns = sql`m.id, m.endpoint_id, m.event_id, m.type, m.data, m.occurred_at,
  m.created_at, m.state, m.attempts,
  case when m.state = 'waiting' and isfinite(m.next_try_at) then m.next_try_at end
    as next_try_at`;

/** Returns the event of an endpoint that has been due longest. */
export const dueMessage = (tx: Tx, endpointId: number, realNow: Date) =>
  tx.maybe<MessageRow>(sql`
    select ${messageColumns} from webhooks.message m
    where m.endpoint_id = ${endpointId} and m.state = 'waiting' and m.next_try_at <= ${realNow}
    order by m.next_try_at, m.id limit 1
  `);

/** Locks an endpoint and allows sending to it from `from` on; the row is missing if deleted. */
export const releaseEndpoint = (tx: Tx, id: number, from: Date) =>
  tx.maybe<EndpointRow>(sql`
    update webhooks.endpoint e set busy_until = ${from} where e.id = ${id} returning ${columns}
  `);

export const lockMessage = (tx: Tx, id: number) =>
  tx.maybe<MessageRow>(sql`
    select ${messageColumns} from webhooks.message m where m.id = ${id} for update
  `);

export const insertAttempt = (
  tx: Tx,
  row: Omit<AttemptRow, 'at'> & { messageId: number; at: Date },
) =>
  tx.run(sql`
    insert into webhooks.attempt (message_id, at, status, failure, took_ms, answer)
    values (${row.messageId}, ${row.at}, ${row.status}, ${row.failure}, ${row.tookMs},
      ${row.answer})
  `);

export const markDelivered = (tx: Tx, message: MessageRow, at: Date) =>
  tx.run(sql`
    with sent as (
      update webhooks.message set state = 'delivered', attempts = attempts + 1
      where id = ${message.id} returning endpoint_id)
    update webhooks.endpoint e set succeeded_at = ${at} from sent where e.id = sent.endpoint_id
  `);

/** Plans the next attempt; without one the event is given up. */
export const markFailed = (tx: Tx, id: number, next: Date | null) =>
  tx.run(sql`
    update webhooks.message set attempts = attempts + 1, next_try_at = coalesce(${next},
        next_try_at), state = case when ${next}::timestamptz is null then 'failed' else state end
    where id = ${id}
  `);

export const sendAgain = (tx: Tx, id: number) =>
  tx.run(sql`
    update webhooks.message set state = 'waiting', attempts = 0, next_try_at = '-infinity'
    where id = ${id}
  `);

export type DeliveryRow = MessageRow & { status: number | null; failure: NoAnswer | null };

const deliveries = (condition: Sql): Sql => sql`
  select ${messageColumns}, a.status, a.failure
  from webhooks.message m left join lateral (
    select status, failure from webhooks.attempt where message_id = m.id order by id desc limit 1
  ) a on true
  where ${condition}`;

export const listMessages = (
  tx: Tx,
  endpointId: number,
  { limit, offset }: { limit: number; offset: number },
) =>
  tx.many<DeliveryRow>(sql`
    ${deliveries(sql`m.endpoint_id = ${endpointId}`)}
    order by m.id desc limit ${limit} offset ${offset}
  `);

export const countMessages = (tx: Tx, endpointId: number) =>
  tx.one<{ total: number }>(sql`
    select count(*) as total from webhooks.message where endpoint_id = ${endpointId}
  `);

/** Returns an event for an endpoint of the member. */
export const ownMessage = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<DeliveryRow>(
    deliveries(sql`m.id = ${id} and m.endpoint_id in (
      select id from webhooks.endpoint where member_id = ${memberId})`),
  );

export type AttemptRow = {
  at: Date;
  status: number | null;
  failure: NoAnswer | null;
  tookMs: number;
  answer: string;
};

export const listAttempts = (tx: Tx, messageId: number) =>
  tx.many<AttemptRow>(sql`
    select at, status, failure, took_ms, answer from webhooks.attempt
    where message_id = ${messageId} order by id
  `);
