// Tests of the audit log: who may read it, how it is filtered and exported, and the verification of
// its chain.
import { auditList } from '#contract/tasks/lists.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { auditOffice } from '#contract/tasks/audit.ts';
import { newMember, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { withTransaction } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { post } from '../ledger/front.ts';
import { recordMove, type Subject } from './recording.ts';
import { sealLedger } from '../ledger/sealing.ts';
import { inWork, workOn } from '../work.ts';
import { inTransactionsOf, proveChain } from '../chains/chain.ts';
import { proveAudit } from './audit.ts';
import { sealAuditLog } from './jobs.ts';

// The last tests break the chain on purpose; the ledger is not affected.
const server = useServer();

/** Returns a transfer between two of the platform's own accounts. */
const move = (id: string, amount: number) => ({
  id,
  kind: 'receipt' as const,
  on: day('2026-11-20'),
  entries: [
    { account: 'bank_fee' as const, amount },
    { account: 'platform_bank' as const, amount: -amount },
  ],
});

/** Writes audit rows that the test can recognise, because the app never uses their action names. */
const note = (subject: Subject, action: string, reason: string | null = null) =>
  inWork(server.services, (work) =>
    recordMove(work, { subject, action: action as ActionName, reason }),
  );

const brokenAt = async () =>
  (await proveChain(inTransactionsOf(server.services.pool), 'audit')).broken;

async function sealed(): Promise<void> {
  // Rows that another database's transaction prevents from being sealed are sealed once that
  // transaction has ended.
  const unsealed = async () => {
    await sealAuditLog(server.services);
    const [left] = await server.rows<{ rows: number }>(`select count(*)::int as rows
      from tasks.audit a left join tasks.seal s on s.audit_id = a.id where s.audit_id is null`);
    return left?.rows;
  };
  await expect.poll(unsealed).toBe(0);
}

test('an auditor reads the newest first and pages both ways without losing a row', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const subject = { type: 'layout', id: 91 } as const;
  for (let i = 0; i < 5; i += 1) await note(subject, `paging.step`, `${i}`);
  const ask = (more: object) =>
    server.ok(
      auditList,
      { subject: 'layout', subjectId: '91', item_per_page: 2, ...more },
      { token },
    );
  const first = await ask({});
  expect(first.data.map(({ reason }) => reason)).toEqual(['4', '3']);
  expect(first).toMatchObject({ newer: false, older: true });
  const second = await ask({ before: first.data[1]?.id });
  expect(second.data.map(({ reason }) => reason)).toEqual(['2', '1']);
  expect(second).toMatchObject({ newer: true, older: true });
  const last = await ask({ before: second.data[1]?.id });
  expect(last.data.map(({ reason }) => reason)).toEqual(['0']);
  expect(last.older).toBe(false);
  const back = await ask({ after: last.data[0]?.id });
  expect(back.data.map(({ reason }) => reason)).toEqual(['2', '1']);
  expect(back.newer).toBe(true);
});

test('actor, action and day filter it; a trailing dot means all of a kind', async () => {
  const { token, id } = await newOperator(server, ['admin']);
  await note({ type: 'task', id: 2 }, 'narrow.one');
  await note({ type: 'task', id: 2 }, 'narrow.two');
  const count = async (filter: object) =>
    (await server.ok(auditList, filter, { token })).data.length;
  expect(await count({ action: 'narrow.' })).toBe(2);
  expect(await count({ action: 'narrow.two' })).toBe(1);
  expect(await count({ action: 'narrow.', actor: 'operator', actorId: String(id) })).toBe(0);
  expect(await count({ action: 'narrow.', from: '2999-01-01' })).toBe(0);
  expect(await count({ action: 'narrow.', to: '2999-01-01' })).toBe(2);
  expect(await server.refused(auditList, { action: "x' or 1=1" }, { token })).toBe('INVALID_INPUT');
});

test('it is exported as CSV to the last row, and the export is logged', async () => {
  const { token, id } = await newOperator(server, ['auditor']);
  await inWork(server.services, async (work) => {
    for (let i = 0; i < 2_300; i += 1) {
      await recordMove(work, {
        subject: { type: 'task', id: i },
        action: 'task.claimed',
        reason: '=1',
      });
    }
  });
  const url = `${server.officeUrl}${auditList.path}?format=csv&action=task.claimed`;
  const answer = await fetch(url, { headers: { cookie: cookie(token), 'x-office': '1' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2_301);
  expect(lines[0]).toMatch(/^\uFEFF?編號,/);
  expect(lines.at(-1)).toContain("'=1");
  // Readable labels come first, followed by the codes that the hashes cover.
  expect(lines.at(-1)).toContain(',系統,,,待辦,2299,取得案件,');
  expect(lines.at(-1)).toContain(',system,task,task.claimed,');
  // The hashes cover the exact instants.
  const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
  expect(lines.at(-1)).toMatch(new RegExp(`^\\d+,${instant},${instant},`));
  const { data } = await server.ok(
    auditList,
    { action: 'audit.exported', actor: 'operator', actorId: String(id) },
    { token },
  );
  expect(data).toHaveLength(1);
  const ask = { action: 'task.', format: 'xlsx' as const };
  const book = await server.ask(auditList.tables.data.file, ask, { token });
  expect(Buffer.from(book.body as never).toString()).toMatch(/^PK/);
});

test.each(['reviewer', 'approver', 'finance', 'editor'] as const)(
  'the role %s may not read it, export it or see the chain',
  async (role) => {
    const { token } = await newOperator(server, [role]);
    for (const call of [auditList, ...Object.values(auditOffice)]) {
      expect(await server.refused(call, {}, { token })).toBe('ROLE_REQUIRED');
    }
  },
);

test('a member and a stranger are refused', async () => {
  const { token } = await newMember(server);
  for (const call of [auditList, ...Object.values(auditOffice)]) {
    expect((await server.ask(call, {}, { token })).status).toBe(401);
    expect((await server.ask(call, {})).status).toBe(401);
  }
});

test('unchanged chains are proven, and the nightly proof is stored', async () => {
  const { token } = await newOperator(server, ['auditor']);
  await sealed();
  await withTransaction(server.services.pool, (tx) =>
    post(workOn(server.services, tx), [move('chained', 500)]),
  );
  await expect.poll(() => sealLedger(server.services)).toBe(1);
  expect(await signHeads(server.services)).toHaveLength(2);
  await proveAudit(server.services);
  const { data } = await server.ok(auditOffice.auditChain, {}, { token });
  expect(data.chains.map(({ chain }) => chain)).toEqual(['audit', 'ledger']);
  for (const { chain, proof, sealed: count } of data.chains) {
    expect(proof?.broken, chain).toBeNull();
    expect(proof?.rows, chain).toBe(count);
    expect(count, chain).toBeGreaterThan(0);
  }
  expect(data.heads?.broken).toBeNull();
});

test('the sealer continues after the last sealed row, and waits for late commits', async () => {
  const below = async () => {
    const [row] = await server.rows<{ below: number }>('select below::int from tasks.sealing');
    return row?.below ?? 0;
  };
  await sealed();
  const late = await server.services.pool.connect();
  let id = 0;
  try {
    await late.query('begin');
    const { rows } = await late.query<{ id: number }>(
      `insert into tasks.audit (at, actor_type, subject_type, subject_id, action, snapshot,
         request_id) values (now(), 'system', 'late', 1, 'late.row', '{}', '') returning id`,
    );
    id = Number(rows[0]?.id);
    // The row's id is assigned but not committed when the sealer stores the last id.
    await server.rows(`update tasks.sealing set next_at = '-infinity'`);
    await sealAuditLog(server.services);
    await note({ type: 'task', id: 2 }, 'late.after');
    await sealAuditLog(server.services);
    expect(await below()).toBeLessThan(id);
    await late.query('commit');
  } finally {
    late.release();
  }
  await sealed();
  await server.rows(`update tasks.sealing set next_at = next_at - interval '1 minute'`);
  await expect
    .poll(async () => {
      await sealAuditLog(server.services);
      return below();
    })
    .toBeGreaterThanOrEqual(id);
  expect(await brokenAt()).toBeNull();
});

test('a changed letter, a missing row or seal is reported with its row', async () => {
  await note({ type: 'calendar', id: 1 }, 'tamper.first', 'as it was');
  await note({ type: 'calendar', id: 2 }, 'tamper.second');
  await note({ type: 'calendar', id: 3 }, 'tamper.third');
  await sealed();
  const [first, second, third] = (
    await server.rows<{ id: string }>(`select id from tasks.audit where subject_type = 'calendar'
      order by id`)
  ).map(({ id }) => String(id));
  const unguarded = async (sql: string) => {
    await server.rows(`set session_replication_role = replica; ${sql};
      set session_replication_role = origin`);
  };
  expect(await brokenAt()).toBeNull();

  await unguarded(`update tasks.audit set reason = 'as it wasn''t' where id = ${first}`);
  expect(await brokenAt()).toEqual({ row: first, how: 'changed' });
  expect(verify()).toEqual({ code: 1, says: expect.stringContaining(`audit row ${first}`) });
  await unguarded(`update tasks.audit set reason = 'as it was' where id = ${first}`);
  expect(await brokenAt()).toBeNull();
  expect(verify()).toEqual({ code: 0, says: expect.stringContaining('The audit chain holds') });

  await unguarded(`delete from tasks.seal where audit_id = ${second}`);
  expect(await brokenAt()).toEqual({ row: third, how: 'gap' });
  await unguarded(`delete from tasks.audit where id = ${first}`);
  expect(await brokenAt()).toEqual({ row: first, how: 'missing' });

  await proveAudit(server.services);
  const tasks = await server.rows(`select 1 from tasks.task where subject_type = 'audit'`);
  expect(tasks).toHaveLength(1);
});

const cookie = (token: string) => `office_session=${token}`;

/** Runs `npm run audit:verify` as a person would. */
function verify() {
  const args = ['scripts/audit-verify.ts', '--database', server.programUrl];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, says: stdout };
}
