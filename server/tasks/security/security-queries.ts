// SQL of the security event log and of its alarms.
import type { SecurityKind } from '#contract/tasks/security.ts';
import type { Tx } from '../../database/db.ts';
import {
  allOf,
  keyset,
  limitOf,
  list,
  type Part,
  type Sql,
  sql,
  trusted,
  when,
} from '../../database/sql.ts';

/** One row to be written; `email` is only used to find the account and is not stored. */
export type NewEvent = {
  at: Date;
  until: Date;
  kind: SecurityKind;
  times: number;
  code: string | null;
  call: string;
  address: string | null;
  agent: string | null;
  account: string | null;
  email: string | null;
  isOffice: boolean;
  memberId: number | null;
  operatorId: number | null;
  requestId: string | null;
};

const types: Record<keyof NewEvent, string> = {
  at: 'timestamptz',
  until: 'timestamptz',
  kind: 'text',
  times: 'int',
  code: 'text',
  call: 'text',
  address: 'text',
  agent: 'text',
  account: 'text',
  email: 'text',
  isOffice: 'bool',
  memberId: 'bigint',
  operatorId: 'bigint',
  requestId: 'text',
};
const names = Object.keys(types) as (keyof NewEvent)[];

/**
 * Inserts the events. If the caller entered an e-mail address, the event refers to the account that
 * a sign-in with this address would open.
 */
export const insertEvents = (tx: Tx, events: readonly NewEvent[]) =>
  tx.run(sql`
    insert into tasks.security_event (at, until, kind, times, code, call, address, agent, account,
      member_id, operator_id, request_id)
    select e.at, e.until, e.kind, e.times, e.code, e.call, e.address, e.agent, e.account,
      coalesce(e."memberId", m.id), coalesce(e."operatorId", o.id), e."requestId"
    from unnest(${list(
      names.map((name) => sql`${events.map((event) => event[name])}::${trusted(types[name])}[]`),
    )})
      with ordinality as e (${list(names.map((name) => trusted(`"${name}"`)))}, n)
    left join lateral (
      select id from identity.member where not e."isOffice" and email = e.email
      order by email_verified_at is null, id desc limit 1) m on true
    left join identity.operator o on e."isOffice" and o.email = e.email
    order by e.n
  `);

export type EventFilter = {
  kind?: SecurityKind | undefined;
  member?: number | undefined;
  operator?: number | undefined;
  address?: string | undefined;
  account?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type EventRow = Omit<NewEvent, 'email' | 'isOffice'> & {
  id: number;
  operatorName: string | null;
};

/** Reads events, newest first, with ids below `before` if given. Days are Asia/Taipei days. */
const newest = keyset('desc', { id: sql`e.id` });

export const listEvents = (tx: Tx, filter: EventFilter, part: Part<{ id: number }>) => {
  const { kind, member, operator, address, account, from, to } = filter;
  const wanted = allOf([
    when(kind, sql`e.kind = ${kind}`),
    when(member, sql`e.member_id = ${member}::bigint`),
    when(operator, sql`e.operator_id = ${operator}::bigint`),
    when(address, sql`e.address = lower(${address})`),
    when(account, sql`e.account = ${account}`),
    when(from, sql`e.at >= ${from}::date::timestamp at time zone 'Asia/Taipei'`),
    when(to, sql`e.at < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`),
    newest.after(part),
  ]);
  return tx.many<EventRow>(sql`
    select e.id, e.at, e.until, e.kind, e.times, e.code, e.call, e.address, e.agent, e.account,
      e.member_id, e.operator_id, o.name as operator_name, e.request_id
    from tasks.security_event e left join identity.operator o on o.id = e.operator_id
    where ${wanted} order by ${newest.order} ${limitOf(part)}
  `);
};

/**
 * The columns by which an alarm can group events; `alarmMeasures` lists what it can count in each
 * group.
 */
const alarmColumns = {
  address: sql`address`,
  account: sql`account`,
  member: sql`member_id::text`,
  operator: sql`operator_id::text`,
  all: sql`'all'`,
} as const;
const alarmMeasures = {
  times: sql`sum(times)::int`,
  accounts: sql`count(distinct account)::int`,
  addresses: sql`count(distinct address)::int`,
} as const;
export type AlarmBy = keyof typeof alarmColumns;
export type AlarmMeasure = keyof typeof alarmMeasures;

/**
 * SQL condition that is true if the rule raised an alarm for the source since `since`, or if the
 * task of an earlier alarm is still open.
 */
const isTold = (rule: string, source: Sql, since: Date) =>
  sql`exists (select from tasks.security_alarm a where a.rule = ${rule} and a.source = ${source}
     and (a.raised_at >= ${since} or exists (
       select from tasks.task t where t.kind = 'security_alarm'
         and t.subject_type = 'security_alarm' and t.subject_id = a.id and t.status = 'open')))`;

type AlarmQuery = {
  name: string;
  kinds: readonly string[];
  by: AlarmBy;
  measure: AlarmMeasure;
  least: number;
  since: Date;
  toldSince: Date;
};

/**
 * Returns the sources with at least `least` events of these kinds in the period and without an
 * alarm, most events first.
 */
export const measuredSources = (tx: Tx, rule: AlarmQuery) =>
  tx.many<{ source: string; measured: number }>(sql`
    select source, measured from (
      select ${alarmColumns[rule.by]} as source, ${alarmMeasures[rule.measure]} as measured
      from tasks.security_event
      where kind = any (${rule.kinds}) and at >= ${rule.since} and ${alarmColumns[rule.by]} is
        not null
      group by 1 having ${alarmMeasures[rule.measure]} >= ${rule.least}) e
    where not ${isTold(rule.name, sql`e.source`, rule.toldSince)}
    order by measured desc, source limit 100
  `);

/**
 * Returns the kinds of the events since a moment, and how many events of each were counted without
 * their source because there were too many.
 */
export const recentKinds = (tx: Tx, since: Date) =>
  tx.many<{ kind: SecurityKind; folded: number }>(sql`
    select kind, coalesce(sum(times) filter (where address is null), 0)::int as folded
    from tasks.security_event where at >= ${since} group by kind
  `);

/** Ensures that only one process at a time checks for alarms. */
export const lockAlarms = (tx: Tx) => tx.one(sql`select pg_advisory_xact_lock(24, 72)`);

export const raisedSince = (tx: Tx, rule: string, since: Date) =>
  tx.one<{ raised: number }>(sql`
    select count(*)::int as raised from tasks.security_alarm
    where rule = ${rule} and raised_at >= ${since}
  `);

/**
 * Inserts an alarm; returns null if the same one was raised in the period or its task is still
 * open.
 */
export const insertAlarm = (
  tx: Tx,
  alarm: { rule: string; source: string; measured: number; now: Date; since: Date },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into tasks.security_alarm (rule, source, measured, raised_at)
    select ${alarm.rule}, ${alarm.source}, ${alarm.measured}, ${alarm.now}::timestamptz
    where not ${isTold(alarm.rule, sql`${alarm.source}`, alarm.since)}
    returning id
  `);

export const forgetEvents = (tx: Tx) =>
  tx.one<{ forgotten: number }>(sql`select tasks.forget_security_events() as forgotten`);
