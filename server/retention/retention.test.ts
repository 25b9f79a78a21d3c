// Tests the retention of every table: what is deleted and when, and that everything else stays.
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { signedLoan } from '../../tests/actors/loans.ts';
import { newMember, newOperator } from '../../tests/actors/people.ts';
import { samplesIn } from '../../tests/exposition.ts';
import { useServer } from '../../tests/server.ts';
import { readTableComments } from '../../tests/table-comments.ts';
import { eventText } from '../telemetry/metrics.ts';
import { deleteExpired } from './jobs.ts';
import { type RetentionRule, ownerDeleted, retentionRules } from './periods.ts';

const DAY_MS = 86_400_000;
const server = useServer({ environment: { METRICS_PORT: '0' } });

/** Inserts a row whose period begins at $1; $2 is a text that no other row has. */
const inserts: Readonly<Record<string, string>> = {
  'notices.notice': `insert into notices.notice (member_id, category, title, body, link,
    created_at) values (:member, 'other', $2, '', '/', $1)`,
  'notices.outbox': `insert into notices.outbox (channel, recipient, recipient_hash, created_at,
    sent_at) values ('email', '', $2, $1, $1)`,
  'messages.broadcast_member': `with b as (
      insert into messages.broadcast (title, body, link, category, audience, status, send_at,
        made_by, made_at, started_at, ended_at)
      values ($2, '', '/', 'other', '{}', 'sent', $1, :operator, $1, $1, $1) returning id)
    insert into messages.broadcast_member select id, :member, $1 from b`,
  'webhooks.message': `with e as (
      insert into webhooks.endpoint (member_id, url, secret, types, created_at)
      values (:member, $2, '', '{order.paid}', $1) returning id)
    insert into webhooks.message (endpoint_id, event_id, type, data, occurred_at, created_at)
    select id, gen_random_uuid(), 'order.paid', '{}', $1, $1 from e`,
  'identity.session': `insert into identity.session (token_hash, member_id, created_at, used_at,
    ends_at, address, agent) values ($2::text::bytea, :member, $1, $1, $1, '', '')`,
  'identity.operator_session': `insert into identity.operator_session (token_hash, operator_id,
    created_at, used_at, ends_at) values ($2::text::bytea, :operator, $1, $1, $1)`,
  'identity.operator_sign_in': `insert into identity.operator_sign_in (at, email, address, agent,
    outcome) values ($1, $2, '', '', 'wrong')`,
  'identity.impersonation': `insert into identity.impersonation (operator_id, member_id, reason,
    link_hash, agent, created_at, link_until, ended_at)
    values (:operator, :member, '', $2::text::bytea, '', $1, $1, $1)`,
  'identity.api_token': `with a as (
      insert into identity.api_access (member_id, name, scopes, step_up_reference, created_at,
        expires_at) values (:member, $2, '{cases:read}', '', $1, $1) returning id)
    insert into identity.api_token (token_hash, access_id, kind, created_at, expires_at)
    select $2::text::bytea, id, 'personal', $1, $1 from a`,
  'identity.browser': `insert into identity.browser (member_id, name, agent, address,
    first_seen_at, last_seen_at) values (:member, $2, '', '', $1, $1)`,
  'identity.email_token': `insert into identity.email_token (member_id, purpose, token_hash,
    created_at, expires_at) values (:member, 'verify', $2::text::bytea, $1, $1)`,
  'identity.operator_setup': `insert into identity.operator_setup (operator_id, purpose,
    token_hash, totp_secret, created_at, expires_at, used_at)
    values (:operator, 'totp', $2::text::bytea, '', $1, $1, $1)`,
  'identity.sign_in_ticket': `insert into identity.sign_in_ticket (token_hash, member_id, way,
    is_told, created_at, expires_at) values ($2::text::bytea, :member, 'password', true, $1, $1)`,
  'identity.sms_code': `insert into identity.sms_code (member_id, purpose, phone_hash, code_hash,
    created_at, expires_at) values (:member, 'phone', $2, '', $1, $1)`,
  'identity.challenge': `insert into identity.challenge (hash, purpose, expires_at)
    values ($2::text::bytea, 'google', $1)`,
  'identity.login_failure': `insert into identity.login_failure (key, at) values ($2, $1)`,
  'identity.captcha_used': `insert into identity.captcha_used (salt, used_at) values ($2, $1)`,
  'identity.throttle': `insert into identity.throttle (key, free_at) values ($2, $1)`,
  'lending.draft': `insert into lending.draft (member_id, version, device, reached, sealed,
      saved_at)
    select max(id), 1, $2, 1, '', $1::timestamptz from identity.member
    where id not in (select member_id from lending.draft)`,
  'content.preview': `insert into content.preview (token, article, expires_at)
    values ($2::text::bytea, '{}', $1)`,
  'app.idempotency': `insert into app.idempotency (actor, key, call, input_hash, created_at)
    values ('test', $2, '', '', $1)`,
  'app.file_fault': `insert into app.file_fault (file_key, fault, found_at, repaired_at)
    values ($2, 'missing', $1, $1)`,
};

const ids = { ':member': '0', ':operator': '0' };

beforeAll(async () => {
  await newMember(server);
  ids[':member'] = String((await newMember(server)).id);
  ids[':operator'] = String((await newOperator(server, ['auditor'])).id);
});

async function insertAt(name: string, at: Date): Promise<void> {
  const text = inserts[name]!.replaceAll(/:member|:operator/g, (of) => ids[of as ':member']);
  await server.rows(text, [at, `retention ${name} ${at.getTime()}`]);
}

const countAt = async ({ name, since }: RetentionRule, at: Date): Promise<number> => {
  const text = `select count(*)::int as n from ${name} t where ${since.text} = $1`;
  return (await server.rows<{ n: number }>(text, [at]))[0]!.n;
};

/** Value of the metric, which counts for all tests that run in this process. */
const deletedRows = async (table: string): Promise<number> =>
  samplesIn(await eventText()).find(
    ({ name, labels }) => name === 'retention_deleted_rows_total' && labels['table'] === table,
  )?.value ?? 0;

/** The services with both clocks moved forward. */
const later = (days: number) => {
  const { clock } = server.services;
  const moved = (at: Date) => new Date(at.getTime() + days * DAY_MS);
  const shifted = { now: () => moved(clock.now()), realNow: () => moved(clock.realNow()) };
  return { ...server.services, clock: shifted };
};

describe('each rule', () => {
  test.each(retentionRules.map((rule) => [rule.name, rule] as const))('%s', async (name, rule) => {
    const { clock } = server.services;
    const now = (rule.clock === 'business' ? clock.now() : clock.realNow()).getTime();
    const young = new Date(now - (rule.days - 1) * DAY_MS);
    const old = new Date(now - (rule.days + 1) * DAY_MS);
    await insertAt(name, young);
    await insertAt(name, old);
    const counted = await deletedRows(name);
    await deleteExpired(server.services, [rule]);
    expect(await countAt(rule, young), 'a day before the end of its period').toBe(1);
    expect(await countAt(rule, old), 'a day after the end of its period').toBe(0);
    const audit = await server.rows(
      `select actor_type as actor, (snapshot ->> 'rows')::int as rows from tasks.audit
       where action = 'retention.deleted' and snapshot ->> 'table' = $1`,
      [name],
    );
    expect(audit).toEqual(rule.isPersonal ? [{ actor: 'system', rows: 1 }] : []);
    expect(await deletedRows(name)).toBe(counted + 1);
  });

  test.each(retentionRules.map(({ name, days }) => [name, days]))(
    '%s is stored as long as the comment of the table says',
    async (name, days) => {
      const { words: kept } = (await readTableComments(server.rows)).get(name)!;
      const words: Record<number, string> = { 0: 'minutes', 3: '72 hours', 365: 'a year' };
      const period = days === 1 ? '1 day' : (words[days as number] ?? `${days} days`);
      if (name !== 'identity.throttle') expect(kept).toContain(period);
    },
  );
});

test('a repaired fault is deleted, and one that lasts is kept', async () => {
  const rule = retentionRules.find(({ name }) => name === 'app.file_fault')!;
  await server.rows(`insert into app.file_fault (file_key, fault, found_at)
    values ('lasting', 'missing', now() - interval '3 years')`);
  await deleteExpired(server.services, [rule]);
  expect(await server.rows(`select from app.file_fault where file_key = 'lasting'`)).toHaveLength(
    1,
  );
});

describe('the rounds', () => {
  const rule = retentionRules.find(({ name }) => name === 'app.idempotency')!;
  const fill = (rows: number) =>
    server.rows(`insert into app.idempotency (actor, key, call, input_hash, created_at)
      select 'round', n::text, '', '', now() - interval '4 days'
      from generate_series(1, ${rows}) n`);
  const left = async () =>
    (await server.rows(`select from app.idempotency where actor = 'round'`)).length;

  test('delete all rows, and record each round', async () => {
    await fill(12_001);
    await deleteExpired(server.services, [rule]);
    expect(await left()).toBe(0);
    const rounds = await server.rows<{ rows: number }>(
      `select (snapshot ->> 'rows')::int as rows from tasks.audit
       where action = 'retention.deleted' and snapshot ->> 'table' = 'app.idempotency'
       order by id desc limit 3`,
    );
    expect(rounds.map(({ rows }) => rows)).toEqual([2_001, 5_000, 5_000]);
  });

  test('wait for nobody who has locked a row; the next run deletes it', async () => {
    await fill(10);
    const other = new Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query(`select from app.idempotency where actor = 'round' and key = '5' for update`);
    await deleteExpired(server.services, [rule]);
    expect(await left()).toBe(1);
    await other.end();
    await deleteExpired(server.services, [rule]);
    expect(await left()).toBe(0);
  });

  test('stop when the process ends', async () => {
    await fill(10);
    await deleteExpired({ ...server.services, leaving: AbortSignal.abort() }, [rule]);
    expect(await left()).toBe(10);
    await deleteExpired(server.services, [rule]);
  });
});

describe('everything else', () => {
  /** Tables whose comment gives one of these reasons. */
  async function tablesOf(...which: string[]): Promise<string[]> {
    const comments = [...(await readTableComments(server.rows))];
    return comments.filter(([, { reason }]) => which.includes(reason)).map(([name]) => name);
  }

  test('has no period: a rule deletes exactly the tables whose comment says so', async () => {
    const ruled = [...retentionRules.map(({ name }) => name), ...Object.keys(ownerDeleted)];
    expect((await tablesOf('period')).toSorted()).toEqual(ruled.toSorted());
  });

  /** Checksums of tables that no rule names; of the audit log, only what was there before. */
  async function checksums(audit: number): Promise<Record<string, string>> {
    const sums: Record<string, string> = {};
    for (const name of await tablesOf('books', 'contracts', 'traces', 'person')) {
      const [schema, table] = name.split('.');
      const isAudit = name === 'tasks.audit' || name === 'tasks.seal';
      const [row] = await server.rows<{ sum: string }>(
        `select count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum
         from ${schema}."${table}" t
         ${isAudit ? `where ${table === 'seal' ? 'audit_id' : 'id'} <= ${audit}` : ''}`,
      );
      sums[name] = row!.sum;
    }
    return sums;
  }

  test('is not touched, even after thirty years', async () => {
    await signedLoan(server);
    const [last] = await server.rows<{ id: number }>('select max(id)::int as id from tasks.audit');
    const before = await checksums(last!.id);
    expect(Object.values(before).filter((sum) => !sum.startsWith('0')).length).toBeGreaterThan(20);
    await deleteExpired(later(30 * 365));
    expect(await checksums(last!.id)).toEqual(before);
    expect(await server.rows('select from notices.notice')).toEqual([]);
    expect(await server.rows('select from identity.session')).toEqual([]);
  });
});
