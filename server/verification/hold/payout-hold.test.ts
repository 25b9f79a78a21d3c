// Tests the hold on one member's payouts: one person places it, which holds the money at once, and
// another agrees or ends it; it is lifted the same way.
import { payoutDayList, payoutList } from '#contract/servicing/lists.ts';
import { refundList } from '#contract/investing/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { identity } from '#contract/identity/calls.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { verificationHoldsOffice } from '#contract/verification/payout-holds.ts';
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
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { place, pay } = paymentsOn(server);
const { holdPayouts, liftPayoutHold } = verificationHoldsOffice;

let team: Team;
let approvers: [Person, Person];
beforeAll(async () => {
  team = await newTeam(server);
  approvers = [await newOperator(server, ['approver']), await newOperator(server, ['approver'])];
});

const reason = '法院 115 年司執字第 1 號扣押命令';
const about = ({ id }: Pick<Person, 'id'>, why = reason) => ({ id: String(id), reason: why });
const check = (member: Pick<Person, 'id'>, who: Person, decision: string | object) =>
  decide(server, who, 'payout_hold', member.id, decision);

/** Two persons hold the payouts of a member. */
async function hold(member: Person): Promise<void> {
  await server.ok(holdPayouts, about(member), approvers[0]);
  expect(await check(member, approvers[1], 'approve')).toBeNull();
}

/** Two persons lift the hold. */
async function lift(member: Person): Promise<void> {
  await server.ok(liftPayoutHold, about(member, '命令已撤銷'), approvers[0]);
  expect(await check(member, approvers[1], 'approve')).toBeNull();
}

const holdOf = async (member: Person) =>
  (await server.ok(verificationMembersOffice.getMember, { id: String(member.id) }, approvers[0]))
    .data.payoutHold;

const isTold = async (member: Person) =>
  (await server.ok(identity.accountInfo, {}, member)).data.payoutsHeld;

const audited = async (member: Person) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'payout_hold' and subject_id = $1
         and action like 'payout_hold.%' order by id`,
      [member.id],
    )
  ).map(({ action }) => action);

test('a hold counts at once, and two persons place and lift it', async () => {
  const member = await newVerifiedMember(server);
  const [first, second] = approvers;
  const { data } = await server.ok(holdPayouts, about(member), first);
  expect(data.heldAt).not.toBeNull();
  expect(await holdOf(member)).toMatchObject({ reason, waitsFor: 'hold' });
  expect(await isTold(member)).toBe(true);
  expect((await server.ok(holdPayouts, about(member, '再一次'), second)).data).toEqual(data);
  expect(await server.refused(liftPayoutHold, about(member), second)).toBe('HOLD_PENDING');
  expect(await check(member, first, 'approve')).toBe('MAKER_IS_CHECKER');
  const id = await openTaskId(server, 'payout_hold', member.id);
  const task = await server.ok(tasksOffice.getTask, { id }, second);
  expect(task.data.detail).toMatchObject({ act: 'hold', reason, memberId: String(member.id) });
  expect(await check(member, second, 'approve')).toBeNull();
  expect(await holdOf(member)).toMatchObject({ reason, waitsFor: null });

  await server.ok(liftPayoutHold, about(member, '命令已撤銷'), first);
  expect(await holdOf(member), 'the money is held until the second person agrees').toMatchObject({
    waitsFor: 'lift',
  });
  expect(await check(member, second, { decision: 'return', reason: '附上撤銷命令' })).toBeNull();
  expect(await holdOf(member)).toMatchObject({ reason, waitsFor: null });
  await lift(member);
  expect(await holdOf(member)).toBeNull();
  expect(await isTold(member)).toBe(false);
  expect((await server.ok(liftPayoutHold, about(member), first)).data.heldAt).toBeNull();
  expect(await audited(member)).toEqual([
    'payout_hold.placed',
    'payout_hold.agreed',
    'payout_hold.lift_asked',
    'payout_hold.lift_refused',
    'payout_hold.lift_asked',
    'payout_hold.lifted',
  ]);
});

test('the second person ends a hold that should not be', async () => {
  const member = await newVerifiedMember(server);
  await server.ok(holdPayouts, about(member), approvers[0]);
  const back = { decision: 'return', reason: '不是這位會員' };
  expect(await check(member, approvers[1], back)).toBeNull();
  expect(await holdOf(member)).toBeNull();
  expect(await audited(member)).toEqual(['payout_hold.placed', 'payout_hold.refused']);
});

test('other roles, other members and unknown members are refused', async () => {
  const member = await newVerifiedMember(server);
  for (const call of [holdPayouts, liftPayoutHold]) {
    for (const role of ['reviewer', 'editor', 'auditor'] as const) {
      const other = await newOperator(server, [role]);
      expect(await server.refused(call, about(member), other)).toBe('ROLE_REQUIRED');
    }
    const { status } = await server.ask(call, about(member), { token: member.token });
    expect(status).toBe(401);
    expect(await server.refused(call, about({ id: 999_999 }), approvers[0])).toBe('NOT_FOUND');
    const empty = { id: String(member.id), reason: ' ' };
    expect(await server.refused(call, empty, approvers[0])).toBe('INVALID_INPUT');
  }
  expect(await holdOf(member)).toBeNull();
  expect(await audited(member)).toEqual([]);
});

test('payouts wait as long as they are held, and are paid afterwards', async () => {
  const [investor, other] = [await newVerifiedMember(server), await newVerifiedMember(server)];
  const small = { ...EXAMPLE, amount: 40_000, shares: [20_000, 20_000] };
  const loan = await signedLoan(server, small, { investors: [investor, other] });
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await payInstalment(server, account, first!.principal + first!.interest);
  const listed = async ({ id }: Person) =>
    (await server.ok(payoutList, { member: String(id) }, team.maker)).data;
  await hold(investor);
  while ((await listed(investor)).length === 0) await liveThrough(server, 1);
  expect(await listed(investor)).toMatchObject([{ state: 'held', why: '會員的款項暫停撥付' }]);
  expect(await listed(other)).toMatchObject([{ state: 'payable' }]);
  const amount = (await listed(investor))[0]!.amount;
  const days = await server.ok(payoutDayList, {}, team.maker);
  expect(days.holds).toMatchObject({
    total: 1,
    amount,
    data: [{ memberId: String(investor.id), amount }],
  });
  await liveUntilPayout(server);
  const release = () => decide(server, team.maker, 'payout_release', null, 'release');
  expect(await release()).toBeNull();
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await listed(other)).toMatchObject([{ state: 'confirmed' }]);
  expect(await listed(investor)).toMatchObject([{ state: 'held', amount }]);

  await lift(investor);
  await liveUntilPayout(server);
  expect(await release()).toBeNull();
  await hold(investor);
  await checkBatches(server, team.checker);
  expect(await listed(investor), 'held after the release').toMatchObject([{ state: 'held' }]);
  await lift(investor);
  await liveUntilPayout(server);
  expect(await release()).toBeNull();
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await listed(investor)).toMatchObject([{ state: 'confirmed', amount }]);
});

test('refunds wait as long as they are held', async () => {
  const order = await place(
    await newCase(server),
    5_000,
    await boldInvestor(server, '00466660003'),
  );
  await pay(order, 5_300);
  const member = order as unknown as Person;
  const { data: refunds } = await server.ok(refundList, {}, team.maker);
  const refund = refunds.find(({ memberId }) => memberId === String(order.id))!.id;
  const release = () => decide(server, team.maker, 'refund_release', refund, 'release');
  await hold(member);
  expect(await release()).toBe('MONEY_HELD');
  const many = { ids: [refund] };
  expect(await server.refused(refundsOffice.releaseRefunds, many, team.maker)).toBe('BATCH_EMPTY');
  await lift(member);
  expect(await release()).toBeNull();
});

test('a reason names no account and no identity number, but the file of a court', async () => {
  const member = await boldInvestor(server, '00466660104');
  for (const number of ['A123456789', '0046-6666-0104-55', '０９１２ ３４５ ６７８']) {
    const answer = await server.ask(holdPayouts, about(member, `扣押 ${number}`), approvers[0]);
    expect([number, answer.status, answer.code]).toEqual([number, 400, 'INVALID_INPUT']);
  }
  expect(await holdOf(member)).toBeNull();
  await server.ok(holdPayouts, about(member, '臺北地院 113 年司執字第 123456 號'), approvers[0]);
  expect(await check(member, approvers[1], 'return')).toBeNull();
});

test('a hold of a part keeps the oldest payments back, and one with an end runs out', async () => {
  const member = await boldInvestor(server, '00466660105');
  const made = await server.rows<{ id: number }>(
    `insert into servicing.payout (member_id, amount, created_on)
     select $1, a, business_now()::date from unnest('{3000,4000,5000}'::bigint[]) a
     returning id::int as id`,
    [member.id],
  );
  const kept = async () => {
    const rows = await server.rows<{ kept: boolean }>(
      `select verification.keeps_back($1, 'payout', id) as kept from servicing.payout
       where member_id = $1 order by id`,
      [member.id],
    );
    return rows.map((row) => row.kept);
  };
  const today = dayOf(server.services.clock.now());
  const part = {
    ...about(member),
    cause: 'court',
    upTo: 5_000,
    endsOn: addDays(today, 3),
  } as const;
  const past = { ...part, endsOn: addDays(today, -1) };
  expect(await server.refused(holdPayouts, past, approvers[0])).toBe('DECISION_INVALID');
  await server.ok(holdPayouts, part, approvers[0]);
  expect(await check(member, approvers[1], 'approve')).toBeNull();
  expect(await holdOf(member)).toMatchObject({ heldUpTo: 5_000, endsOn: part.endsOn });
  expect(await kept()).toEqual([true, true, false]);
  const { data: read } = await server.ok(identity.accountInfo, {}, { token: member.token });
  expect(read.heldText).toBe(
    `我們收到法院或行政執行機關的命令，應付給您的款項由最早的一筆起至達 ${formatMoney(money(5_000))} 為止` +
      `（其餘照常撥付）、撥款與新的出資、簽約及扣款授權暫停至 ${formatDay(part.endsOn)} 止；` +
      '還款、表決、查詢與申訴不受影響。',
  );
  const [told] = await server.rows<{ body: string }>(
    `select body from notices.notice where member_id = $1 and title = '部分作業暫停'`,
    [member.id],
  );
  expect(told?.body).toContain(read.heldText);
  await server.rows('delete from servicing.payout where id = any ($1)', [made.map(({ id }) => id)]);
  await goTo(server, addDays(today, 3));
  expect(await holdOf(member)).not.toBeNull();
  await goTo(server, addDays(today, 4));
  expect(await holdOf(member)).toBeNull();
});
