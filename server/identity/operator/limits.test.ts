// Tests of the limits up to which operators approve: set by two admins, enforced on each approval,
// and shown with those who may approve instead.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identityOperatorsOffice as office, roleConflicts } from '#contract/identity/operators.ts';
import { initialListOf } from '#contract/settings/initial.ts';
import { assignableKinds } from '#contract/tasks/kinds.ts';
import { NO_LIMITS } from '#contract/tasks/limits.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { audited, newOffice, terms } from '../../lending/testing/cases.ts';
import { assignInTurn } from '../../tasks/duty/assignment.ts';
import { checkOperators, EXAMPLE, signedLoan } from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { setting } from '../../../tests/actors/settings.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const operator = (...own: Role[]) => newOperator(server, own);
const reason = '依職務授權';
let [admin, second]: Person[] = [];
beforeAll(async () => {
  [admin, second] = [await operator('admin'), await operator('admin')];
});

type Limits = {
  loan: number | null;
  payment: number | null;
  loanDay?: number | null;
  paymentDay?: number | null;
};
const by = (person: Person | undefined) => ({ token: person!.token });
const askLimits = (one: Person, limits: Limits, by_ = admin) =>
  server.ask(office.changeLimits, { id: String(one.id), ...limits, reason }, by(by_));

async function limited(one: Person, limits: Limits): Promise<Person> {
  expect((await askLimits(one, limits)).code).toBeNull();
  await checkOperators(server, second!);
  return one;
}
const rowsOf = (one: Person) =>
  server.rows<{ subject: string; amount: string | null; waits: boolean }>(
    `select subject, amount, valid_from > now() as waits from tasks.approval_limit
     where operator_id = $1 order by id`,
    [one.id],
  );

/** The setting by which only approvals of loans are assigned automatically. */
const assignApprovals = () =>
  initialListOf('autoAssigned').map((item) => ({
    ...item,
    enabled: assignableKinds[item.id] === 'loan_approval',
  }));

describe('setting limits', () => {
  test('needs a second admin, is audited, and repeats nothing', async () => {
    const one = await operator('approver');
    const input = { id: String(one.id), loan: 100_000, payment: null, reason };
    const key = crypto.randomUUID();
    const first = await server.ok(office.changeLimits, input, { ...by(admin), key });
    expect(await server.ok(office.changeLimits, input, { ...by(admin), key })).toEqual(first);
    expect(first.data.limits).toEqual(NO_LIMITS);
    expect(await rowsOf(one)).toEqual([]);
    expect((await askLimits(one, { loan: 1, payment: 1 })).code).toBe('OPERATOR_PENDING');
    const task = await openTaskId(server, 'operator_check', one.id);
    const shown = await server.ok(tasksOffice.getTask, { id: task }, by(second));
    expect(shown.data.detail).toMatchObject({
      limits: { loan: 100_000, payment: null },
      limitsBefore: { loan: null, payment: null },
    });
    expect(await decide(server, admin!, 'operator_check', one.id, 'approve')).toBe(
      'MAKER_IS_CHECKER',
    );
    await checkOperators(server, second!);
    expect(await rowsOf(one)).toEqual([{ subject: 'loan', amount: '100000', waits: false }]);
    const [audit] = await server.rows(
      `select from_status, to_status from tasks.audit where action = 'operator.limits_changed'
         and subject_id = $1`,
      [one.id],
    );
    expect(audit).toEqual({ from_status: '- - - -', to_status: '100000 - - -' });
    // The same limits again are not a change, so that no task is opened.
    const again = await server.ok(office.changeLimits, input, by(admin));
    expect(again.data).toMatchObject({ limits: { loan: 100_000 }, taskId: null });
  });

  test('a higher limit counts a day later, a lower one at once', async () => {
    const one = await limited(await operator('approver'), { loan: 50_000, payment: null });
    await limited(one, { loan: 200_000, payment: null });
    await limited(one, { loan: 20_000, payment: 10_000 });
    expect((await rowsOf(one)).map(({ amount, waits }) => [amount, waits])).toEqual([
      ['50000', false],
      ['200000', true],
      ['20000', false],
      ['10000', false],
    ]);
  });

  test('nobody sets their own, and other roles and unknown ids are refused', async () => {
    const one = await operator('approver');
    expect((await askLimits(admin!, { loan: 1, payment: 1 })).code).toBe('OWN_ACCOUNT');
    expect((await askLimits(one, { loan: 1, payment: 1 }, one)).code).toBe('ROLE_REQUIRED');
    const nobody = { ...one, id: 999_999_999 };
    expect((await askLimits(nobody, { loan: 1, payment: 1 })).code).toBe('NOT_FOUND');
    expect(await rowsOf(one)).toEqual([]);
  });
});

describe('limits of a new approver', () => {
  const invite = async (roles: Role[]) => {
    const email = `new-${crypto.randomUUID()}@example.com`;
    const input = { email, name: '新同仁', roles };
    const { data } = await server.ok(office.inviteOperator, input, by(admin));
    await checkOperators(server, second!);
    return { ...admin!, id: Number(data.id) };
  };

  test('begin with 100,000 an act and 300,000 a day, also with a new role', async () => {
    const first = ['100000', '300000', '100000', '300000'];
    const amounts = async (one: Person) => (await rowsOf(one)).map(({ amount }) => amount);
    expect(await amounts(await invite(['approver']))).toEqual(first);
    expect(await amounts(await invite(['finance']))).toEqual(first);
    const editor = await invite(['editor']);
    expect(await amounts(editor)).toEqual([]);
    const roles = {
      id: String(editor.id),
      roles: ['editor' as const, 'approver' as const],
      reason,
    };
    await server.ok(office.changeRoles, roles, by(admin));
    await checkOperators(server, second!);
    expect(await amounts(editor)).toEqual(first);
  });

  test('of a day count all approvals of the day, also two at the same moment', async () => {
    const team = await newOffice(server);
    const most = { loan: null, payment: null, loanDay: 150_000 };
    const one = await limited(await operator('approver'), most);
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) {
      const { loan } = await audited(server, team);
      const proposal = { ...terms, reason: '依收入核給' };
      expect(await decide(server, team.reviewer, 'loan_review', loan.id, proposal)).toBeNull();
      ids.push(await openTaskId(server, 'loan_approval', loan.id));
    }
    const shown = await server.ok(tasksOffice.getTask, { id: ids[1]! }, by(one));
    expect(shown.data.limit).toMatchObject({ amount: 100_000, own: 150_000 });
    const answers = await Promise.all(
      ids.map((id) => server.ask(tasksOffice.decideTask, { id, decision: 'approve' }, by(one))),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ABOVE_LIMIT', null]);
    const left = answers.findIndex(({ code }) => code !== null);
    const again = await server.ok(tasksOffice.getTask, { id: ids[left]! }, by(one));
    expect(again.data.limit).toMatchObject({ amount: 100_000, own: 50_000 });
    // Another day begins anew.
    await server.rows('alter table tasks.approved disable trigger approved_unchanged');
    await server.rows('update tasks.approved set day = day - 1');
    await server.rows('alter table tasks.approved enable trigger approved_unchanged');
    const approve = { id: ids[left]!, decision: 'approve' };
    expect((await server.ask(tasksOffice.decideTask, approve, by(one))).code).toBeNull();
  });
});

describe('a loan above the limit', () => {
  test('is refused, shows who may approve it, and is handed over', async () => {
    const team = await newOffice(server);
    const small = await limited(await operator('approver'), { loan: 90_000, payment: null });
    const { loan } = await audited(server, team);
    const proposal = { ...terms, reason: '依收入核給' };
    expect(await decide(server, team.reviewer, 'loan_review', loan.id, proposal)).toBeNull();
    const id = await openTaskId(server, 'loan_approval', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, by(small));
    expect(data.limit).toMatchObject({ subject: 'loan', amount: 100_000, own: 90_000 });
    const able = data.limit!.approvers.map((one) => one.id);
    expect(able).toContain(String(team.approver.id));
    expect(able).not.toContain(String(small.id));
    const approve = { id, decision: 'approve' };
    const refused = await server.ask(tasksOffice.decideTask, approve, by(small));
    expect(refused).toMatchObject({ code: 'ABOVE_LIMIT', status: 403 });
    expect(await openTaskId(server, 'loan_approval', loan.id)).toBe(id);
    await server.ok(deskOffice.claimTasks, { ids: [id] }, by(small));
    const to = { ids: [id], operator: String(team.approver.id) };
    expect((await server.ok(deskOffice.assignTasks, to, by(small))).data.done).toEqual([id]);
    await server.ok(tasksOffice.decideTask, approve, by(team.approver));
    const done = await server.ok(tasksOffice.getTask, { id }, by(small));
    expect(done.data.limit).toBeNull();
  });

  test('may still be returned, and an amount equal to the limit may be approved', async () => {
    const team = await newOffice(server);
    const exact = await limited(await operator('approver'), { loan: 100_000, payment: null });
    const none = await limited(await operator('approver'), { loan: 0, payment: null });
    const proposal = { ...terms, reason: '依收入核給' };
    const [one, other] = [await audited(server, team), await audited(server, team)];
    for (const { loan } of [one, other]) {
      await decide(server, team.reviewer, 'loan_review', loan.id, proposal);
    }
    expect(await decide(server, none, 'loan_approval', one.loan.id, 'return')).toBeNull();
    expect(await decide(server, exact, 'loan_approval', other.loan.id, 'approve')).toBeNull();
  });

  test('is never assigned automatically to somebody below it', async () => {
    await server.rows(`update tasks.task set status = 'done' where status = 'open'`);
    await server.rows(`update identity.operator set disabled_at = now()
      where 'approver' = any(roles)`);
    const small = await limited(await operator('approver'), { loan: 1_000, payment: null });
    const large = await operator('approver');
    const team = { ...(await newOffice(server)), approver: large };
    await server.rows(
      `update identity.operator set disabled_at = now()
      where 'approver' = any(roles) and id <> all ($1)`,
      [[small.id, large.id]],
    );
    const { loan } = await audited(server, team);
    const proposal = { ...terms, reason: '依收入核給' };
    await decide(server, team.reviewer, 'loan_review', loan.id, proposal);
    await setting(server, 'autoAssigned', assignApprovals());
    for (const _ of [1, 2]) await assignInTurn(server.services);
    const [row] = await server.rows<{ holder: number }>(
      `select assignee_id::int as holder from tasks.task
       where kind = 'loan_approval' and subject_id = $1`,
      [loan.id],
    );
    expect(row?.holder).toBe(large.id);
  });
});

test('a payment above the limit is refused one by one and in a batch', async () => {
  const maker = await operator('finance');
  const small = await limited(await operator('finance'), { loan: null, payment: 1_000 });
  const loan = await signedLoan(server, { ...EXAMPLE, amount: 20_000, shares: [20_000] });
  await decide(server, maker, 'disbursement_release', loan.id, 'release');
  expect(await decide(server, small, 'disbursement_check', loan.id, 'approve')).toBe('ABOVE_LIMIT');
  const all = { loans: [String(loan.id)] };
  const refused = await server.refused(payoutsOffice.approveDisbursements, all, small);
  expect(refused).toBe('ABOVE_LIMIT');
  const id = await openTaskId(server, 'disbursement_check', loan.id);
  const { data } = await server.ok(tasksOffice.getTask, { id }, by(small));
  expect(data.limit).toMatchObject({ subject: 'payment', amount: 20_000 - 4_015, own: 1_000 });
});

test.each<[Role[], number]>([
  [['reviewer'], 0],
  [['reviewer', 'approver'], 1],
  [['finance', 'approver'], 1],
  [['reviewer', 'approver', 'finance'], 3],
  [['editor', 'reviewer'], 0],
  [['auditor', 'admin'], 1],
])('the roles %j have %i conflicts', (roles, count) => {
  expect(roleConflicts(roles)).toHaveLength(count);
});
