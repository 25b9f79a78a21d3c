// Tests the comparison of members with the screening list: who is found, what two persons decide,
// and that money waits for them.
import { refundList } from '#contract/investing/lists.ts';
import { payoutList } from '#contract/servicing/lists.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import {
  checkBatches,
  disburse,
  EXAMPLE,
  goTo,
  liveThrough,
  liveUntilPayout,
  newTeam,
  pay as payInstalment,
  schedule,
  signedLoan,
  type Team,
} from '../../../tests/actors/loans.ts';
import { boldInvestor, newCase } from '../../../tests/actors/market.ts';
import { type Placed, paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { screeningJobs } from './screening.ts';

const folder = mkdtempSync(join(tmpdir(), 'screening-'));
const SCREENING_LIST = join(folder, 'list.csv');
afterAll(() => rmSync(folder, { recursive: true }));
const NOBODY = '無人姓此';
const publish = (...names: string[]) =>
  writeFileSync(
    SCREENING_LIST,
    ['name,list', ...names.map((name) => `${name},測試名單`)].join('\n'),
  );
publish(NOBODY);

const server = useServer({ environment: { SCREENING_LIST } });
const { place, pay } = paymentsOn(server);
const { memberAt, giveBasic, infoOf } = stepsOn(server);
const small = { ...EXAMPLE, amount: 20_000, shares: [20_000] };

let team: Team;
let reviewers: [Person, Person];
beforeAll(async () => {
  team = await newTeam(server);
  reviewers = [await newOperator(server, ['reviewer']), await newOperator(server, ['approver'])];
});
beforeEach(() => publish(NOBODY));

/** Compares everybody whose data or list changed, as every minute and every night. */
async function screen(): Promise<void> {
  for (const job of screeningJobs) await job.run(server.services);
}

/** Puts names on the list and compares everybody. */
async function list(...names: string[]): Promise<void> {
  publish(NOBODY, ...names);
  await screen();
}

const hitsOf = async ({ id }: Pick<Person, 'id'>) =>
  (
    await server.rows<{ status: string }>(
      'select status from verification.screening_hit where member_id = $1 order by id',
      [id],
    )
  ).map(({ status }) => status);

const tasksOf = ({ id }: Pick<Person, 'id'>) =>
  server.rows<{ id: string; status: string; decision: string | null }>(
    `select id, status, decision from tasks.task
     where kind = 'screening_review' and subject_id = $1 order by id`,
    [id],
  );

/** One person proposes and the other approves. */
async function judge({ id }: Pick<Person, 'id'>, decision: 'clear' | 'confirm'): Promise<void> {
  const [first, second] = reviewers;
  expect(await decide(server, first, 'screening_review', id, decision)).toBeNull();
  expect(await decide(server, second, 'screening_review', id, 'approve')).toBeNull();
}

let named = 0;
/** Returns a name that no other test uses. */
const newName = () => `測試${'甲乙丙丁戊己庚辛'[(named += 1) - 1]}人`;

test('who resembles an entry becomes a task, and notices nothing', async () => {
  const name = newName();
  publish(name);
  const member = await memberAt(1);
  expect(
    (await giveBasic(member, { name: `${name.slice(0, 2)} ${name.slice(2)}` })).code,
  ).toBeNull();
  const before = await infoOf(member);
  await screen();
  expect(await hitsOf(member)).toEqual(['open']);
  expect(await infoOf(member)).toEqual(before);
  const seen = await server.rows<{ action: string }>(
    `select action from tasks.audit where subject_type = 'member' and subject_id = $1
       and action like '%screening%'`,
    [member.id],
  );
  expect(seen, 'members can download the rows about themselves').toEqual([]);
  const id = await openTaskId(server, 'screening_review', member.id);
  const { data } = await server.ok(tasksOffice.getTask, { id }, reviewers[0]);
  expect(data.detail).toMatchObject({
    member: { id: String(member.id), birthday: '1992-02-29' },
    entries: [{ name, list: '測試名單', grounds: ['name'], isListed: true }],
  });
  const [row] = await server.rows<{ entry: string }>(
    'select entry from verification.screening_hit where member_id = $1',
    [member.id],
  );
  expect(row!.entry).not.toContain(name);
  const finance = team.maker;
  expect(await server.refused(tasksOffice.getTask, { id }, finance)).toBe('TASK_NOT_FOUND');
  expect(await server.refused(tasksOffice.getTask, { id }, member)).toBe('HTTP_401');
});

test('a member whose data cannot be read keeps back nobody, and is compared later', async () => {
  const [name, unreadable] = [newName(), await newVerifiedMember(server)];
  const member = await newVerifiedMember(server, { name });
  const turnName = () =>
    server.rows('update verification.profile set name = reverse(name) where member_id = $1', [
      unreadable.id,
    ]);
  await turnName();
  await expect(list(name)).rejects.toThrow();
  expect(await hitsOf(member)).toEqual(['open']);
  await turnName();
  await screen();
});

test('two persons clear a hit, which is then not judged again', async () => {
  const name = newName();
  const member = await newVerifiedMember(server, { name });
  await list(name);
  const [first, second] = reviewers;
  const by = (who: Person, decision: string | object) =>
    decide(server, who, 'screening_review', member.id, decision);
  expect(await by(first, 'approve'), 'nothing is proposed').toBe('DECISION_INVALID');
  expect(await by(first, { decision: 'clear' }), 'no reason').toBe('DECISION_INVALID');
  expect(await by(first, 'clear')).toBeNull();
  expect(await by(first, 'approve')).toBe('MAKER_IS_CHECKER');
  expect(await by(second, 'confirm'), 'another proposal').toBe('DECISION_INVALID');
  expect(await by(second, 'return')).toBeNull();
  expect(await hitsOf(member)).toEqual(['open']);
  await judge(member, 'clear');
  expect(await hitsOf(member)).toEqual(['cleared']);
  const tasks = await tasksOf(member);
  await list(name, newName());
  expect(await tasksOf(member)).toEqual(tasks);
  expect(tasks.map(({ decision }) => decision)).toEqual(['clear', 'return', 'clear', 'approve']);
});

test('a hit that was found after the proposal needs a judgement of its own', async () => {
  const name = newName();
  const member = await newVerifiedMember(server, { name });
  await list(name);
  expect(await decide(server, reviewers[0], 'screening_review', member.id, 'clear')).toBeNull();
  writeFileSync(SCREENING_LIST, `name,list\n${name},測試名單\n${name},另一名單\n`);
  await screen();
  expect(await decide(server, reviewers[1], 'screening_review', member.id, 'approve')).toBeNull();
  expect(await hitsOf(member)).toEqual(['cleared', 'open']);
  await judge(member, 'clear');
  expect(await hitsOf(member)).toEqual(['cleared', 'cleared']);
});

test('an entry that left the list closes the task; a confirmed one is judged again', async () => {
  const name = newName();
  const member = await newVerifiedMember(server, { name });
  const reopen = (who: Pick<Person, 'token'>) =>
    server.ask(
      verificationMembersOffice.reopenScreening,
      { id: String(member.id), reason: '新的文件' },
      { token: who.token },
    );
  await list(name);
  await list();
  expect(await hitsOf(member)).toEqual(['gone']);
  expect((await tasksOf(member)).at(-1)).toMatchObject({ status: 'done', decision: 'unlisted' });
  expect((await reopen(reviewers[0])).code).toBe('NOT_FOUND');
  await list(name);
  await judge(member, 'confirm');
  expect(await hitsOf(member)).toEqual(['confirmed']);
  expect((await reopen(team.maker)).code).toBe('ROLE_REQUIRED');
  expect((await reopen(member)).status).toBe(401);
  expect((await reopen(reviewers[1])).status).toBe(200);
  const { data } = await server.ok(
    verificationMembersOffice.getMember,
    { id: String(member.id) },
    reviewers[0],
  );
  expect(data.file.screening).toBe('open');
  await judge(member, 'confirm');
  await list();
  expect(await hitsOf(member), 'only two persons may release it').toEqual(['open']);
  await list();
  expect(await hitsOf(member)).toEqual(['open']);
  await judge(member, 'clear');
  expect(await hitsOf(member)).toEqual(['cleared']);
});

test('a list that cannot be read compares nobody, and is tried again', async () => {
  const name = newName();
  const member = await newVerifiedMember(server, { name });
  writeFileSync(SCREENING_LIST, 'name\n');
  await expect(screen()).rejects.toThrow('the list has no entry');
  await list(name);
  expect(await hitsOf(member)).toEqual(['open']);
});

test('refunds wait until two persons have judged', async () => {
  const name = newName();
  const orders: Placed[] = [];
  for (const account of ['00466660001', '00466660002']) {
    const order = await place(await newCase(server), 5_000, await boldInvestor(server, account));
    await pay(order, 5_300);
    orders.push(order);
  }
  const [held, checked] = orders as [Placed, Placed];
  const { data: refunds } = await server.ok(refundList, {}, team.maker);
  const refundOf = ({ id }: Person) => refunds.find(({ memberId }) => memberId === String(id))!.id;
  const release = (who: Person) =>
    decide(server, team.maker, 'refund_release', refundOf(who), 'release');
  expect(await release(checked)).toBeNull();
  for (const { id } of orders) {
    await server.rows(
      `update verification.profile set screened = null, name = $2 where member_id = $1`,
      [id, server.services.secrets.encrypt('verification.profile.name', id, name)],
    );
  }
  await list(name);
  expect(await release(held)).toBe('MONEY_HELD');
  const many = { ids: [refundOf(held)] };
  expect(await server.refused(refundsOffice.releaseRefunds, many, team.maker)).toBe('BATCH_EMPTY');
  await checkBatches(server, team.checker);
  const payments = () =>
    server.rows(`select from banking.payment where member_id = any ($1)`, [
      orders.map(({ id }) => id),
    ]);
  expect(await payments(), 'the batch was drafted before').toEqual([]);
  for (const { id } of orders) await judge({ id }, 'clear');
  for (const who of [held, checked]) expect(await release(who)).toBeNull();
  await checkBatches(server, team.checker);
  expect(await payments()).toHaveLength(2);
});

test('a loan is not disbursed, and payouts wait, until two persons have judged', async () => {
  const name = newName();
  const borrower = await newVerifiedMember(server, { name });
  const investor = await newVerifiedMember(server, { name });
  const loan = await signedLoan(server, small, { borrower, investors: [investor] });
  const { maker, checker } = team;
  const by = (who: Person, kind: string, decision: string) =>
    decide(server, who, kind, loan.id, decision);
  await list(name);
  expect(await by(maker, 'disbursement_release', 'release')).toBe('MONEY_HELD');
  await judge(borrower, 'clear');
  expect(await by(maker, 'disbursement_release', 'release')).toBeNull();
  await server.rows(`update verification.screening_hit set status = 'open' where member_id = $1`, [
    borrower.id,
  ]);
  expect(await by(checker, 'disbursement_check', 'approve')).toBe('MONEY_HELD');
  const loans = { loans: [String(loan.id)] };
  const { approveDisbursements } = payoutsOffice;
  expect(await server.refused(approveDisbursements, loans, checker)).toBe('MONEY_HELD');
  await server.rows(
    `update verification.screening_hit set status = 'cleared' where member_id = $1`,
    [borrower.id],
  );
  expect(await by(checker, 'disbursement_check', 'return')).toBeNull();
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await payInstalment(server, account, first!.principal + first!.interest);
  const listed = async () =>
    (await server.ok(payoutList, { member: String(investor.id) }, maker)).data;
  while ((await listed()).length === 0) await liveThrough(server, 1);
  expect(await listed()).toMatchObject([{ state: 'held', why: '會員的名單比對尚待審查' }]);
  await judge(investor, 'clear');
  await liveUntilPayout(server);
  expect(await decide(server, maker, 'payout_release', null, 'release')).toBeNull();
  await list(name, newName());
  writeFileSync(SCREENING_LIST, `name,list\n${name},更新的名單\n`);
  await screen();
  await checkBatches(server, checker);
  expect(await listed(), 'found after the release').toMatchObject([{ state: 'held' }]);
  await judge(investor, 'clear');
  await liveUntilPayout(server);
  expect(await decide(server, maker, 'payout_release', null, 'release')).toBeNull();
  await checkBatches(server, checker);
  await drain(server.services);
  expect(await listed()).toMatchObject([{ state: 'confirmed' }]);
});
