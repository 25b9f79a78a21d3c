// Tests what is asked before payments leave: the maker answers the warnings about the payees, the
// second person reads the answers, and those without a warning ask nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Payee } from '#contract/banking/payees.ts';
import { getBatch } from '#contract/banking/lists.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { refundList } from '#contract/investing/lists.ts';
import { payoutList } from '#contract/servicing/lists.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import {
  goTo,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay as payLoan,
  type Team,
} from '../../../tests/actors/loans.ts';
import { paymentsOn, type Placed } from '../../../tests/actors/payments.ts';
import { newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { auditOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { forgetTasks } from '../../tasks/front.ts';
import { payeeLines } from '../../verification/front.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { inWork } from '../../work.ts';
import { runDay } from '../../worker.ts';

const server = useServer();
const { placed, pay, refundsOf } = paymentsOn(server);
const { releaseRefunds } = refundsOffice;

let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const taskOf = async (id: string, who: Person) =>
  (await server.ok(tasksOffice.getTask, { id }, who)).data;
const send = (id: string, who: Person, decision: object) =>
  server.ask(tasksOffice.decideTask, { id, ...decision }, who);
const answersTo = (flags: readonly Flag[], answer = '已致電本人確認') =>
  flags.filter((flag) => !flag.answer).map(({ key }) => ({ flag: key, answer }));

const askedIn = (body: unknown) => (body as { data: { asked: Flag[] } }).data.asked;

/** Everything that a release could write. */
const written = async () => ({
  audits: (await auditOf(server, {})).length,
  rows: await server.rows(
    `select (select count(*) from tasks.flag_answer) as answers,
       (select count(*) from banking.batch) as batches,
       (select count(*) from banking.payment) as payments,
       (select md5(string_agg(t::text, ',' order by id)) from tasks.task t) as tasks,
       (select md5(string_agg(r::text, ',' order by id)) from investing.refund r) as refunds`,
  ),
});

const numbers = new Map<number, string>();

/** Another member has the account of this one from now on, whom nobody else has; returns them. */
async function share(memberId: number): Promise<Person> {
  const { secrets } = server.services;
  const number = numbers.get(memberId) ?? `0040777${String(numbers.size).padStart(3, '0')}0099`;
  numbers.set(memberId, number);
  const hash = secrets.fingerprint('bankAccount', `004:${number}`);
  const sealed = secrets.encrypt('verification.bank_account.account', memberId, number);
  await server.rows(
    `update verification.bank_account set account = $2, account_hash = $3 where member_id = $1`,
    [memberId, sealed, hash],
  );
  const other = await newVerifiedMember(server);
  await server.rows('update verification.bank_account set account_hash = $2 where member_id = $1', [
    other.id,
    hash,
  ]);
  return other;
}

/** A member to whom a refund of NT$985 waits. */
async function overpaid(one?: Placed): Promise<Placed & { refund: string }> {
  const order = one ?? (await placed(5_000));
  await pay(order, one ? 1_000 : 6_000);
  const refunds = await refundsOf(order);
  return { ...order, refund: String(refunds.at(-1)!.id) };
}

describe('the release of refunds', () => {
  test('asks once about a member, and the second person reads the answer', async () => {
    const [quiet, loud] = [await overpaid(), await overpaid()];
    const again = await overpaid(loud);
    const other = await share(loud.id);
    const ids = [quiet.refund, loud.refund, again.refund];
    const before = await written();
    const refused = await server.ask(releaseRefunds, { ids }, team.maker);
    expect(refused).toMatchObject({ status: 422, code: 'FLAGS_UNANSWERED' });
    const asked = askedIn(refused.body);
    expect(asked.map(({ code, text }) => [code, text])).toEqual([
      ['ACCOUNT_SHARED', `陳大文 ****0099：與會員 ${other.id} 王○明共用收款帳戶`],
      ['FIRST_PAYMENT', '陳大文 ****0099：首次匯入此帳戶，請確認戶名與帳號'],
    ]);
    expect(asked[0]!.who).toEqual([
      { id: String(loud.id), name: null },
      { id: String(other.id), name: '王○明' },
    ]);
    const some = answersTo(asked).slice(1);
    const still = await server.ask(releaseRefunds, { ids, answers: some }, team.maker);
    expect(still.body).toMatchObject({ data: { asked: [{ code: 'ACCOUNT_SHARED' }] } });
    expect(await written()).toEqual(before);

    const answers = answersTo(asked);
    const { data } = await server.ok(releaseRefunds, { ids, answers }, team.maker);
    expect(data).toMatchObject({ released: 3, left: [] });
    const audits = await auditOf(server, { type: 'batch', id: data.batchId });
    expect(audits).toMatchObject([{ action: 'batch.refund', snapshot: { payments: 3, flags: 2 } }]);
    expect(JSON.stringify(audits)).not.toContain('致電');

    const check = await openTaskId(server, 'payment_check', data.batchId);
    const read = await taskOf(check, team.checker);
    const answer = { text: '已致電本人確認' };
    expect(read.flags).toMatchObject([
      { code: 'ACCOUNT_SHARED', answer },
      { code: 'FIRST_PAYMENT', answer },
    ]);
    const { payees } = read.detail as { payees: Payee[] };
    expect(payees.find(({ memberId }) => memberId === String(loud.id))?.payee).toMatchObject({
      shared: 1,
      sharedWith: [{ id: String(other.id), name: '王○明' }],
    });
    expect((await send(check, team.checker, { decision: 'approve' })).code).toBeNull();
  });

  test('one by one asks in its task, and no second time about the same', async () => {
    const one = await overpaid();
    await share(one.id);
    const task = await openTaskId(server, 'refund_release', one.refund);
    const { flags, detail } = await taskOf(task, team.maker);
    expect(flags.map(({ code }) => code)).toEqual(['ACCOUNT_SHARED', 'FIRST_PAYMENT']);
    expect(detail).toMatchObject({ payee: { name: '陳大文', tail: '0099', shared: 1 } });
    const before = await written();
    expect((await send(task, team.maker, { decision: 'release' })).code).toBe('FLAGS_UNANSWERED');
    expect(await written()).toEqual(before);
    const answers = answersTo(flags);
    expect((await send(task, team.maker, { decision: 'release', answers })).code).toBeNull();

    const later = await overpaid(one);
    const next = await openTaskId(server, 'refund_release', later.refund);
    expect((await send(next, team.maker, { decision: 'release' })).code).toBeNull();
    // Another member has the account as well, so that the answer is about something else.
    await share(one.id);
    const last = await overpaid(one);
    const more = await openTaskId(server, 'refund_release', last.refund);
    const asked = (await taskOf(more, team.maker)).flags.filter(({ answer }) => answer === null);
    expect(asked.map(({ code }) => code)).toEqual(['ACCOUNT_SHARED']);
  });

  test('forgets the answers with the person', async () => {
    const one = await overpaid();
    await share(one.id);
    const ids = [one.refund];
    const { body } = await server.ask(releaseRefunds, { ids }, team.maker);
    const answers = answersTo(askedIn(body));
    await server.ok(releaseRefunds, { ids, answers }, team.maker);
    const stored = () =>
      server.rows('select answer from tasks.flag_answer where member_id = $1', [one.id]);
    expect(await stored()).toHaveLength(2);
    await inWork(server.services, (work) => forgetTasks(work, [{ type: 'member', id: one.id }]));
    expect(await stored()).toEqual([]);
  });
});

test('what appears after the release is asked at the check, which changes nothing', async () => {
  const one = await overpaid();
  const { data } = await server.ok(releaseRefunds, { ids: [one.refund] }, team.maker);
  await share(one.id);
  const check = await openTaskId(server, 'payment_check', data.batchId);
  const before = await written();
  const refused = await send(check, team.checker, { decision: 'approve' });
  expect(refused).toMatchObject({
    code: 'FLAGS_UNANSWERED',
    body: { data: { codes: ['ACCOUNT_SHARED', 'FIRST_PAYMENT'] } },
  });
  expect(await written()).toEqual(before);
  const answers = answersTo((await taskOf(check, team.checker)).flags, '存摺為本人戶名');
  expect((await send(check, team.checker, { decision: 'approve', answers })).code).toBeNull();
});

test('payouts ask in one form about those with a warning, and not about the others', async () => {
  const { account, loan, until } = await lentLoan(server, team);
  const [loud] = loan.investors;
  await share(loud!.id);
  await payLoan(server, account, 8_885);
  await goTo(server, until);
  await liveUntilPayout(server);
  const task = await openTaskId(server, 'payout_release', null);
  const { flags, detail } = await taskOf(task, team.maker);
  const { payees, payouts } = detail as {
    payees: { id: number; payee: Payee['payee'] }[];
    payouts: { id: number; memberId: number }[];
  };
  expect(payouts.length).toBeGreaterThan(1);
  expect(payees.map(({ id }) => id).toSorted()).toEqual(payouts.map(({ id }) => id).toSorted());
  expect(flags.map(({ code }) => code)).toEqual(['ACCOUNT_SHARED', 'FIRST_PAYMENT']);
  expect(flags.every(({ who }) => who[0]?.id === String(loud!.id))).toBe(true);
  const before = await written();
  expect((await send(task, team.maker, { decision: 'release' })).code).toBe('FLAGS_UNANSWERED');
  expect(await written()).toEqual(before);
  const answers = answersTo(flags);
  expect((await send(task, team.maker, { decision: 'release', answers })).code).toBeNull();
  // Names are in no stored detail.
  const done = await taskOf(task, team.maker);
  expect(done.flags).toMatchObject([{ answer: {} }, { answer: {} }]);
  expect(done.detail).not.toHaveProperty('payees');
  const check = await openTaskId(server, 'payment_check', null);
  const read = await taskOf(check, team.checker);
  expect(read.flags.every(({ answer }) => answer !== null)).toBe(true);
  expect((await send(check, team.checker, { decision: 'approve' })).code).toBeNull();
});

test('the lines of many payees take as many statements as that of one', async () => {
  const members = [await overpaid(), await overpaid(), await overpaid()].map(({ id }) => id);
  await share(members[0]!);
  const asked = (ids: readonly number[]) =>
    inWork(server.services, async (work) => {
      let statements = 0;
      const many: typeof work.tx.many = (statement) => {
        statements += 1;
        return work.tx.many(statement);
      };
      const lines = await payeeLines({ ...work, tx: { ...work.tx, many } }, ids);
      expect([...lines.keys()].toSorted()).toEqual(ids.toSorted());
      return statements;
    });
  expect(await asked(members)).toBe(2);
  expect(await asked(members.slice(0, 1))).toBe(2);
});

describe('the second person who holds a payment of a batch', () => {
  const inState = async (id: string) =>
    (await server.ok(refundList, { item_per_page: 200 }, team.maker)).data.find(
      (one) => one.id === id,
    );

  test('lets the others go, and the held refund waits with the reason', async () => {
    const [one, other] = [await overpaid(), await overpaid()];
    const ids = [one.refund, other.refund];
    const { data } = await server.ok(releaseRefunds, { ids }, team.maker);
    // The held payment asks nothing any more.
    await share(one.id);
    const check = await openTaskId(server, 'payment_check', data.batchId);
    const approve = { decision: 'approve', reason: '戶名待查' };
    const before = await written();
    for (const heldPayments of [ids, [one.refund, '999999']]) {
      const refused = await send(check, team.checker, { ...approve, heldPayments });
      expect(refused.body).toMatchObject({ fields: { heldPayments: expect.any(String) } });
    }
    const heldPayments = [one.refund];
    const silent = await send(check, team.checker, { decision: 'approve', heldPayments });
    expect(silent.body).toMatchObject({ fields: { reason: expect.any(String) } });
    expect(await written()).toEqual(before);

    expect((await send(check, team.checker, { ...approve, heldPayments })).code).toBeNull();
    const ordered = `退款批次 ${data.batchId}：1 筆，${formatMoney(money(985))}`;
    expect((await taskOf(check, team.checker)).subject.label).toBe(ordered);
    const { data: batch } = await server.ok(getBatch, { id: data.batchId }, team.maker);
    expect(batch).toMatchObject({ state: 'approved', payments: 1, total: 985 });
    const audit = { type: 'batch', id: data.batchId, action: 'batch.held_back' };
    expect(await auditOf(server, audit)).toMatchObject([{ snapshot: { kind: 'refund' } }]);
    expect(await inState(other.refund)).toMatchObject({ state: 'sent' });
    expect(await inState(one.refund)).toMatchObject({
      state: 'held',
      why: '覆核時保留：戶名待查',
      taskId: expect.any(String),
    });
    const again = await server.ask(releaseRefunds, { ids: [one.refund] }, team.maker);
    expect(again.body).toMatchObject({
      data: { left: [{ id: one.refund, why: expect.stringContaining('覆核時保留') }] },
    });

    // Two persons release it again, by itself.
    const task = await openTaskId(server, 'refund_release', one.refund);
    const { flags, detail } = await taskOf(task, team.maker);
    expect(detail).toMatchObject({ returned: '覆核時保留：戶名待查' });
    const release = { decision: 'release', answers: answersTo(flags) };
    expect((await send(task, team.maker, release)).code).toBeNull();
    const next = await openTaskId(server, 'payment_check', null);
    expect((await send(next, team.checker, { decision: 'approve' })).code).toBeNull();
    expect(await inState(one.refund)).toMatchObject({ state: 'sent', why: null });
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  test('lets a payout wait for a person, before it is released with the next ones', async () => {
    const { account, loan, until } = await lentLoan(server, team);
    await payLoan(server, account, 8_885);
    await goTo(server, until);
    await liveUntilPayout(server);
    expect(await decide(server, team.maker, 'payout_release', null, 'release')).toBeNull();
    const check = await openTaskId(server, 'payment_check', null);
    const { payees } = (await taskOf(check, team.checker)).detail as { payees: Payee[] };
    const held = payees.find(({ memberId }) => memberId === String(loan.investors[0]!.id))!;
    const approve = { decision: 'approve', reason: '會員來電', heldPayments: [held.id] };
    expect((await send(check, team.checker, approve)).code).toBeNull();
    const inList = async () =>
      (await server.ok(payoutList, { member: held.memberId! }, team.maker)).data.find(
        ({ id }) => id === held.id,
      );
    expect(await inList()).toMatchObject({ state: 'held', why: '覆核時保留：會員來電' });
    // A new account of the member does not end it by itself.
    await server.rows(
      `update verification.bank_account set in_force_from = business_now() + interval '1 hour'
       where member_id = $1`,
      [held.memberId],
    );
    await server.advance(1);
    await runDay(server.services);
    expect(await inList()).toMatchObject({ state: 'held' });
    expect(await decide(server, team.maker, 'attention', held.id, 'done')).toBeNull();
    expect(await inList()).toMatchObject({ state: 'payable' });
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });
});
