// The SQL of the log of security events and of the alarms that are raised from it.
import type { SecurityKind } from '#contract/tasks/security.ts';
import { type Tx, narrowed } from '../../database/db.ts';

/** One row to be written; `email` only finds whose account it is, and is not kept. */
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

/** An e-mail that was typed leads to the account that a sign-in with it would open. */
export const insertEvents = (tx: Tx, events: readonly NewEvent[]) =>
  tx.run(
    'tasks.insertSecurityEvents',
    `insert into tasks.security_event (at, until, kind, times, code, call, address, agent, account,
       member_id, operator_id, request_id)
     select e.at, e.until, e.kind, e.times, e.code, e.call, e.address, e.agent, e.account,
       coalesce(e."memberId", m.id), coalesce(e."operatorId", o.id), e."requestId"
     from unnest(${names.map((name, n) => `$${n + 1}::${types[name]}[]`).join(', ')})
       with ordinality as e (${names.map((name) => `"${name}"`).join(', ')}, n)
     left join lateral (
       select id from identity.member where not e."isOffice" and email = e.email
       order by email_verified_at is null, id desc limit 1) m on true
     left join identity.operator o on e."isOffice" and o.email = e.email
     order by e.n`,
    names.map((name) => events.map((event) => event[name])),
  );

export type EventFilter = {
  kind?: SecurityKind | undefined;
  member?: string | undefined;
  operator?: string | undefined;
  address?: string | undefined;
  account?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type EventRow = Omit<NewEvent, 'email' | 'isOffice'> & {
  id: number;
  operatorName: string | null;
};

/** Newest first, below `before` where given. Days are days in Taipei. */
export const listEvents = (tx: Tx, filter: EventFilter, before: number | null, limit: number) => {
  const { where, values, key } = narrowed([
    ['e.kind = $', filter.kind],
    ['e.member_id = $::bigint', filter.member],
    ['e.operator_id = $::bigint', filter.operator],
    ['e.address = lower($)', filter.address],
    ['e.account = $', filter.account],
    [`e.at >= $::date::timestamp at time zone 'Asia/Taipei'`, filter.from],
    [`e.at < ($::date + 1)::timestamp at time zone 'Asia/Taipei'`, filter.to],
    ['e.id < $', before],
  ]);
  return tx.many<EventRow>(
    `tasks.listSecurityEvents.${key}`,
    `select e.id, e.at, e.until, e.kind, e.times, e.code, e.call, e.address, e.agent, e.account,
       e.member_id as "memberId", e.operator_id as "operatorId", o.name as "operatorName",
       e.request_id as "requestId"
     from tasks.security_event e left join identity.operator o on o.id = e.operator_id
     where ${where} order by e.id desc limit $${values.length + 1}`,
    [...values, limit],
  );
};

/** What an alarm groups by, and what it counts of each. */
const alarmColumns = {
  address: 'address',
  account: 'account',
  member: 'member_id::text',
  operator: 'operator_id::text',
  all: `'all'`,
} as const;
const alarmMeasures = {
  times: 'sum(times)::int',
  accounts: 'count(distinct account)::int',
  addresses: 'count(distinct address)::int',
} as const;
export type AlarmBy = keyof typeof alarmColumns;
export type AlarmMeasure = keyof typeof alarmMeasures;

/** Whether the rule told of the source since `since`, or its task is still open. */
const isTold = (rule: string, source: string, since: string) =>
  `exists (select from tasks.security_alarm a where a.rule = ${rule} and a.source = ${source}
     and (a.raised_at >= ${since} or exists (
       select from tasks.task t where t.kind = 'security_alarm'
         and t.subject_type = 'security_alarm' and t.subject_id = a.id and t.status = 'open')))`;

type Asked = {
  name: string;
  kinds: readonly string[];
  by: AlarmBy;
  measure: AlarmMeasure;
  least: number;
  since: Date;
  toldSince: Date;
};

/** Sources with at least `least` of the kinds since then that nobody was told of, most first. */
export const measuredSources = (tx: Tx, rule: Asked) =>
  tx.many<{ source: string; measured: number }>(
    `tasks.measuredSources.${rule.by}.${rule.measure}`,
    `select source, measured from (
       select ${alarmColumns[rule.by]} as source, ${alarmMeasures[rule.measure]} as measured
       from tasks.security_event
       where kind = any ($1) and at >= $2 and ${alarmColumns[rule.by]} is not null
       group by 1 having ${alarmMeasures[rule.measure]} >= $3) e
     where not ${isTold('$4', 'e.source', '$5')}
     order by measured desc, source limit 100`,
    [rule.kinds, rule.since, rule.least, rule.name, rule.toldSince],
  );

/** Rows that count events of many sources together: more came than are told apart. */
export const foldedTimes = (tx: Tx, since: Date) =>
  tx.one<{ times: number }>(
    'tasks.foldedTimes',
    `select coalesce(sum(times), 0)::int as times from tasks.security_event
     where at >= $1 and address is null`,
    [since],
  );

/** One process at a time looks for what to raise. */
export const lockAlarms = (tx: Tx) =>
  tx.one('tasks.lockAlarms', 'select pg_advisory_xact_lock(24, 72)');

export const raisedSince = (tx: Tx, rule: string, since: Date) =>
  tx.one<{ raised: number }>(
    'tasks.raisedSince',
    `select count(*)::int as raised from tasks.security_alarm
     where rule = $1 and raised_at >= $2`,
    [rule, since],
  );

/** The new alarm; null where the same was raised since then, or its task is still open. */
export const insertAlarm = (
  tx: Tx,
  alarm: { rule: string; source: string; measured: number; now: Date; since: Date },
) =>
  tx.maybe<{ id: number }>(
    'tasks.insertAlarm',
    `insert into tasks.security_alarm (rule, source, measured, raised_at)
     select $1, $2, $3, $4 where not ${isTold('$1', '$2', '$5')}
     returning id`,
    [alarm.rule, alarm.source, alarm.measured, alarm.now, alarm.since],
  );

export const forgetEvents = (tx: Tx) =>
  tx.one<{ forgotten: number }>(
    'tasks.forgetEvents',
    'select tasks.forget_security_events() as forgotten',
  );
