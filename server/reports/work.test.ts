// Tests of the funnel and of service times with people and tasks counted by hand.
import {
  funnelMemberList as funnelMembers,
  serviceTaskList as serviceTasks,
} from '#contract/reports/lists.ts';
import { money } from '#contract/core/money.ts';
import { beforeAll, expect, test } from 'vitest';
import { reportsOffice } from '#contract/reports/calls.ts';
import { disburse, newTeam, signedLoan, type Team, today } from '../../tests/actors/loans.ts';
import { newInvestor } from '../../tests/actors/market.ts';
import {
  newMember,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { countVisits } from './visits.ts';
import { returnOf } from './money/returns.ts';

const server = useServer();
const { funnel, funnelFile, service, serviceFile } = reportsOffice;
let finance: Person;
let approver: Person;
let team: Team;
const month = () => today(server).slice(0, 7);
const text = async (asked: ReturnType<typeof server.ask>) =>
  Buffer.from((await asked).body as never).toString();

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  approver = await newOperator(server, ['approver']);
  team = await newTeam(server);
});

test('the funnel counts each stage and all later ones; visits are pages', async () => {
  const empty = await server.ok(funnel, {}, finance);
  expect(empty.data.at(-1)).toMatchObject({ month: month(), visits: null });
  const investors = [
    await newInvestor(server),
    await newInvestor(server),
    await newInvestor(server),
  ];
  const joined = await newMember(server);
  await server.rows('update identity.member set email_verified_at = null where id = $1', [
    joined.id,
  ]);
  await newMember(server);
  await newVerifiedMember(server);
  const loan = await signedLoan(server, undefined, { investors });
  await signedLoan(server, undefined, { investors });
  await disburse(server, loan, team);
  await server.rows(`update identity.member set purpose = 'borrow' where purpose = 'both'`);

  const visits = countVisits(server.services);
  for (const agent of ['Mozilla/5.0 Firefox/140', 'Mozilla/5.0 Safari', 'Googlebot/2.1', '']) {
    visits.opened(agent);
  }
  await visits.write();
  visits.opened('Mozilla/5.0 Firefox/140');
  await visits.write();
  await visits.write();

  const { data } = await server.ok(funnel, {}, finance);
  expect(data).toHaveLength(12);
  expect(data.at(-1)).toEqual({
    month: month(),
    visits: 3,
    stages: {
      registered: 5,
      confirmed: 4,
      verified: 3,
      applied: 2,
      approved: 2,
      signed: 2,
      disbursed: 1,
    },
  });
  const own = await server.ok(funnelMembers, { month: month(), stage: 'disbursed' }, finance);
  expect(own).toMatchObject({
    total: 1,
    data: [{ memberId: `${loan.borrower.id}`, stage: 'disbursed', loanId: `${loan.id}` }],
  });
  const page = { month: month(), stage: 'registered', item_per_page: 2, offset: 4 } as const;
  expect(await server.ok(funnelMembers, page, finance)).toMatchObject({
    total: 5,
    data: [{ memberId: `${joined.id}`, stage: 'registered', caseNo: null }],
  });
  const lines = (await text(server.ask(funnelFile, {}, finance))).trim().split('\r\n');
  expect(lines.at(-1)).toBe(`${month()},3,5,4,3,2,2,2,1`);
});

test('service times: hours to a decision, share in time, open and late ones', async () => {
  await server.rows(
    `insert into tasks.task (kind, subject_type, subject_id, subject_label, status, checker_id,
       created_at, due_at, decided_at)
     select 'attention', 'none', n, '測試', 'done', case when n = 5 then null else $1::bigint end,
       $2::timestamptz - make_interval(hours => 10 * n), $2::timestamptz - interval '15 hours',
       case when n > 2 then $2::timestamptz - interval '20 hours' else $2 end
     from generate_series(1, 5) n`,
    [team.checker.id, server.services.clock.now()],
  );
  await server.rows(
    `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
     select 'attention', 'none', 90 + n, '測試', $1::timestamptz - interval '2 days',
       $1::timestamptz + make_interval(days => 2 * n + 1) from generate_series(-1, 1) n`,
    [server.services.clock.now()],
  );
  const { data } = await server.ok(service, { from: '2026-01' }, approver);
  // The report shows two late tasks (10 and 20 hours), two on time (10 and 20 hours), and one that
  // was closed automatically.
  expect(data.find(({ kind }) => kind === 'attention')).toMatchObject({
    done: 4,
    inTime: 2,
    medianHours: 15,
    p90Hours: 20,
    open: 3,
    late: 1,
  });
  expect(data.map(({ kind }) => kind)).toContain('disbursement_check');
  const rows = async (set: 'done' | 'lateDone' | 'open' | 'lateOpen') =>
    server.ok(serviceTasks, { from: '2026-01', kind: 'attention', set }, approver);
  expect(await rows('done')).toMatchObject({ total: 4, data: [{ hours: 20 }, {}, {}, {}] });
  const late = await rows('lateDone');
  expect(late.total).toBe(2);
  expect(late.data.every(({ inTime }) => !inTime)).toBe(true);
  expect((await rows('open')).total).toBe(3);
  expect((await rows('lateOpen')).data).toMatchObject([{ inTime: false, decidedAt: null }]);
  const lines = (await text(server.ask(serviceFile, {}, approver))).trim().split('\r\n');
  expect(lines.find((line) => line.startsWith('需人工確認'))).toContain(',4,2,50,15,20,3,1');
});

test('a loan without recovery is a full loss; an extreme return is cut', () => {
  const loan = {
    id: 1,
    principal: 1_000,
    endedOn: '2026-12-31',
    settled: true,
  } as never as Parameters<typeof returnOf>[0];
  const lent = '2026-01-01' as never;
  expect(returnOf({ ...loan, lentOn: lent, flows: [] })).toMatchObject({
    gain: -1_000,
    xirrBps: -10_000,
  });
  const flows = [{ on: '2026-01-02' as never, amount: money(5_000) }];
  expect(returnOf({ ...loan, lentOn: lent, flows }).xirrBps).toBe(1_000_000);
});
