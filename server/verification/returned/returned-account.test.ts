// Tests of the account from which a payment came back: what is owed to its member waits for another
// account, or for two persons, and the member is reminded.
import { beforeAll, describe, expect, test } from 'vitest';
import { refundList } from '#contract/investing/lists.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { today } from '#contract/today/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newTeam, type Team } from '../../../tests/actors/loans.ts';
import { newCase } from '../../../tests/actors/market.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { decide, openTaskId, payAccountAgain } from '../../../tests/actors/tasks.ts';
import { auditOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { inWork } from '../../work.ts';
import { dropComing } from '../change/account-queries.ts';
import { releasePerson } from '../front.ts';
import { verificationJobs } from '../jobs.ts';

const server = useServer();
const { place, placed, pay, releaseRefund, refundsOf, comesBack } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

type Placed = Awaited<ReturnType<typeof placed>>;

const job = (name: string) =>
  verificationJobs.find((each) => each.name === name)!.run(server.services);
const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const returnedOf = ({ id }: Placed) =>
  server.rows<{ ended: string | null; reminders: number }>(
    'select ended, reminders from verification.returned_account where member_id = $1 order by id',
    [id],
  );
const readTask = async ({ id }: Placed, operator = team.maker) => {
  const task = await openTaskId(server, 'returned_account', id);
  return (await server.ok(tasksOffice.getTask, { id: task }, operator)).data;
};
const remindersTo = ({ id }: Placed) =>
  server.rows<{ title: string }>(
    `select title from notices.notice where member_id = $1 and title like '%等您更換收款帳戶'`,
    [id],
  );
/** Another account of the member is approved and in force from now on, as after a change. */
const nameAccount = ({ id }: Placed, number: 'other' | 'same' = 'other') =>
  server.rows(
    `with old as (update verification.bank_account set status = 'replaced'
       where member_id = $1 and status = 'in_force' returning *)
     insert into verification.bank_account (member_id, bank_code, branch_code, account,
       account_hash, account_tail, status, in_force_from, created_at)
     select member_id, bank_code, branch_code, account,
       case when $2 = 'same' then account_hash else 'other.' || id end, '4321', 'in_force',
       business_now(), business_now() from old`,
    [id, number],
  );

/** Creates a refund of NT$900 that the bank has sent back from the member's own account. */
async function returned(): Promise<Placed & { refundId: number }> {
  const one = await placed(5_000);
  await pay(one, 5_915);
  await releaseRefund(one.orderId);
  const [refund] = await refundsOf(one);
  await comesBack(`refund-${refund!.id}-1`);
  return { ...one, refundId: refund!.id };
}

describe('an account from which a payment came back', () => {
  test('gets nothing more, and its task says what waits and why', async () => {
    const one = await returned();
    expect((await readTask(one)).detail).toMatchObject({
      amount: 900,
      count: 1,
      change: 'none',
      reminders: 0,
      reason: expect.any(String),
      account: expect.stringMatching(/^\d{3} .+\*{4}\d{4}$/),
    });
    const { data: home } = await server.ok(today.myToday, {}, one);
    expect(home.facts).toContainEqual(
      expect.objectContaining({ fact: 'accountReturned', amount: 900 }),
    );
    // Whoever releases it all the same reads why it waits.
    const { body } = await server.ask(
      refundsOffice.releaseRefunds,
      { ids: [String(one.refundId)] },
      team.maker,
    );
    expect(body.data.left).toMatchObject([{ why: expect.stringContaining('新的收款帳戶') }]);
    const inState = async (state: 'payable' | 'held') =>
      (await server.ok(refundList, { state }, team.maker)).data.filter(
        ({ id }) => id === String(one.refundId),
      );
    expect(await inState('payable')).toEqual([]);
    expect(await inState('held')).toMatchObject([
      {
        why: expect.stringMatching(/^銀行退匯（.+），等會員提供新的收款帳戶$/),
        payee: { returned: {}, hold: expect.stringContaining('新的收款帳戶') },
        taskId: expect.any(String),
      },
    ]);
    await books();
  });

  test('is tried again only if two persons agree, with the bank’s reason', async () => {
    const one = await returned();
    const id = Number(one.id);
    const as = (who: typeof team.maker, decision: object) =>
      decide(server, who, 'returned_account', id, decision);
    expect(await as(team.maker, { decision: 'approve' })).toBe('DECISION_INVALID');
    expect(await as(team.maker, { decision: 'again' })).toBe('DECISION_INVALID');
    const reason = '銀行回覆當日系統維護，帳戶正常';
    expect(await as(team.maker, { decision: 'again', reason })).toBeNull();
    expect((await readTask(one, team.checker)).detail).toMatchObject({ why: reason, amount: 900 });
    expect(await as(team.maker, { decision: 'approve' })).toBe('MAKER_IS_CHECKER');
    expect(await as(team.checker, { decision: 'return', reason: '請附回函' })).toBeNull();
    expect((await readTask(one)).detail).toMatchObject({ returned: '請附回函' });
    expect(await returnedOf(one)).toMatchObject([{ ended: null }]);
    await payAccountAgain(server, id, team);
    expect(await returnedOf(one)).toMatchObject([{ ended: 'again' }]);
    await releaseRefund(one.orderId);
    expect(await refundsOf(one)).toMatchObject([{ status: 'confirmed' }]);
    const acts = (await auditOf(server, { type: 'member', id })).map(({ action }) => action);
    expect(acts.filter((name) => /account_(?:returned|again)/.test(name))).toEqual([
      'verification.account_returned',
      'verification.account_again_asked',
      'verification.account_again_asked',
      'verification.account_again',
    ]);
    await books();
  });

  test('is replaced: the money may be released without anybody’s decision', async () => {
    const one = await returned();
    await nameAccount(one);
    await job('verification.accountsReplaced');
    expect(await returnedOf(one)).toMatchObject([{ ended: 'account' }]);
    const [task] = await server.rows<{ status: string; decision: string }>(
      `select status, decision from tasks.task where kind = 'returned_account' and subject_id = $1`,
      [one.id],
    );
    expect(task).toEqual({ status: 'done', decision: 'done' });
    await releaseRefund(one.orderId);
    expect(await refundsOf(one)).toMatchObject([{ status: 'confirmed' }]);
    await books();
  });

  test('that was replaced before its payment came back keeps nothing waiting', async () => {
    const one = await placed(5_000);
    await pay(one, 5_915);
    await releaseRefund(one.orderId);
    const [refund] = await refundsOf(one);
    await nameAccount(one);
    await comesBack(`refund-${refund!.id}-1`);
    expect(await returnedOf(one)).toEqual([]);
    await releaseRefund(one.orderId);
    expect(await refundsOf(one)).toMatchObject([{ status: 'confirmed' }]);
    await books();
  });

  test('has one task though several payments come back from it', async () => {
    const one = await placed(5_000);
    const other = { ...one, ...(await place(await newCase(server), 5_000, one)) };
    for (const order of [one, other]) {
      await pay(order, 5_915);
      await releaseRefund(order.orderId);
    }
    const refunds = [...(await refundsOf(one)), ...(await refundsOf(other))];
    for (const { id } of refunds) await comesBack(`refund-${id}-1`);
    expect(await returnedOf(one)).toHaveLength(1);
    expect((await readTask(one)).detail).toMatchObject({ amount: 1_800, count: 2 });
    await books();
    await payAccountAgain(server, Number(one.id), team);
    for (const order of [one, other]) await releaseRefund(order.orderId);
    expect(await refundsOf(other)).toMatchObject([{ status: 'confirmed' }]);
    // What comes back again waits again.
    await comesBack(`refund-${refunds[0]!.id}-2`);
    expect(await returnedOf(one)).toMatchObject([{ ended: 'again' }, { ended: null }]);
    await books();
  });

  test('keeps its payments although another was approved and taken back meanwhile', async () => {
    const one = await placed(5_000);
    await pay(one, 5_915);
    await server.rows(
      `insert into verification.bank_account (member_id, bank_code, account, account_hash,
         account_tail, status, in_force_from, created_at)
       select member_id, bank_code, account, 'taken back.' || id, '4321', 'coming',
         business_now() + interval '1 minute', business_now()
       from verification.bank_account where member_id = $1 and status = 'in_force'`,
      [one.id],
    );
    await inWork(server.services, ({ tx }) => dropComing(tx, Number(one.id)));
    await server.advance(1);
    await releaseRefund(one.orderId);
    const [refund] = await refundsOf(one);
    await comesBack(`refund-${refund!.id}-1`);
    expect(await returnedOf(one)).toMatchObject([{ ended: null }]);
    await books();
  });

  test('that is entered once more is no other account', async () => {
    const one = await returned();
    await nameAccount(one, 'same');
    await job('verification.accountsReplaced');
    expect(await returnedOf(one)).toMatchObject([{ ended: null }]);
    await books();
  });

  test('waits for nothing once its member has left', async () => {
    const one = await returned();
    await inWork(server.services, (work) => releasePerson(work, Number(one.id)));
    expect(await returnedOf(one)).toMatchObject([{ ended: 'closed' }]);
    await nameAccount(one);
    await releaseRefund(one.orderId);
    await books();
  });

  test('has its member reminded after 3, 10 and 30 days, and then never again', async () => {
    const one = await returned();
    const after = async (days: number) => {
      await server.rows(
        `update verification.returned_account set returned_at = business_now() - $2 * interval
           '1 day' where member_id = $1`,
        [one.id, days],
      );
      await job('verification.remindOfAccounts');
      await job('verification.remindOfAccounts');
      return (await remindersTo(one)).length;
    };
    expect(await after(2)).toBe(0);
    expect(await after(3)).toBe(1);
    expect(await after(9)).toBe(1);
    expect(await after(10)).toBe(2);
    expect(await after(30)).toBe(3);
    expect(await after(90)).toBe(3);
    expect((await remindersTo(one))[0]?.title).toMatch(/\$\s900/);
    // The law compares the day with those of the payments.
    await server.rows(
      'update verification.returned_account set returned_at = business_now() where member_id = $1',
      [one.id],
    );
  });
});
