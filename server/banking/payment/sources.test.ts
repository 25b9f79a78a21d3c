// Tests that money of a third party goes back to the account from which it came, and that two
// persons name this account where the bank's record lacks it.
import { refundList } from '#contract/investing/lists.ts';
import { payoutList } from '#contract/servicing/lists.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payee } from '#contract/banking/payees.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import {
  matchReceipt,
  balanceOf,
  checkBatches,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay as payLoan,
} from '../../../tests/actors/loans.ts';
import { type Placed, paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { decide, decideTask, openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { inWork } from '../../work.ts';
import { drain } from '../../worker.ts';
import { askForSource } from './sources.ts';

const server = useServer();
const { placed, pay, orderOf, runJobs, letPass } = paymentsOn(server);
let finance: Person;
let second: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  second = await newOperator(server, ['approver']);
});
beforeEach(async () => {
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});

const aunt = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };
const masked = { fromBank: '808', fromAccount: '80800*******88', fromName: '林阿姨' };
const paper = { bankCode: '808', account: '8080000000077', holder: '林美惠' };

const receiptOf = async (seq: string) =>
  (await server.rows<{ id: string }>('select id from banking.receipt where seq = $1', [seq]))[0]!
    .id;

/** Two persons assign the money of somebody else to an order or a loan. */
const assign = (seq: string, target: Parameters<typeof matchReceipt>[3]) =>
  matchReceipt(server, { maker: finance, checker: second }, seq, target);

async function paidByAunt(one: Placed, amount: number, from: object = aunt) {
  const { seq } = await pay(one, amount, from);
  return assign(seq, { orderId: one.orderId });
}

type Refund = { id: string; amount: number; fee: number; status: string; receipt: string | null };
const refundsOf = ({ orderId }: Placed) =>
  server.rows<Refund>(
    `select id, amount::int, fee::int, status, receipt_id as receipt from investing.refund
     where order_id = $1 order by receipt_id is not null, id`,
    [orderId],
  );

/** Returns whom the newest payment of a subject pays, as the bank is told. */
async function payeeOf(purpose: string, subject: string) {
  const [row] = await server.rows<Record<'bank' | 'account' | 'holder' | 'reference', string>>(
    `select bank_code as bank, account, holder, reference from banking.payment
     where purpose = $1 and subject_id = $2 order by id desc limit 1`,
    [purpose, subject],
  );
  const { secrets } = server.services;
  return [
    row!.bank,
    secrets.decrypt('banking.payment.account', row!.reference, row!.account),
    secrets.decrypt('banking.payment.holder', row!.reference, row!.holder),
  ];
}

const release = (refund: string) => decide(server, finance, 'refund_release', refund, 'release');

async function payeesToCheck(): Promise<Payee[]> {
  const id = await openTaskId(server, 'payment_check', null);
  const { data } = await server.ok(tasksOffice.getTask, { id }, second);
  return (data.detail as { payees: Payee[] }).payees;
}

async function send(refund: string) {
  expect(await release(refund)).toBeNull();
  await checkBatches(server, second);
  await drain(server.services);
}

const openKinds = async (type: string, id: string) =>
  (
    await server.rows<{ kind: string }>(
      `select kind from tasks.task where status = 'open' and subject_type = $1
       and subject_id = $2 order by kind`,
      [type, id],
    )
  ).map(({ kind }) => kind);

describe('a refund of what somebody else paid', () => {
  test('is listed once while both its release and its source wait for a person', async () => {
    const one = await placed(10_000);
    const receipt = await paidByAunt(one, 12_000);
    const [refund] = await refundsOf(one);
    // As if the bank had returned another refund of the same receipt.
    await inWork(server.services, (work) => askForSource(work, Number(receipt), '帳號已結清'));
    expect(await openKinds('refund', refund!.id)).toEqual(['refund_release']);
    const { data } = await server.ok(refundList, {}, finance);
    const listed = data.filter(({ id }) => id === refund!.id);
    expect(listed).toMatchObject([
      { payee: null, taskId: await openTaskId(server, 'payer_source', receipt) },
    ]);
  });

  test('goes to their account, and the second person sees whose it is', async () => {
    const one = await placed(10_000);
    const receipt = await paidByAunt(one, 12_000);
    const [refund] = await refundsOf(one);
    expect(refund).toMatchObject({ amount: 1_985, fee: 15, receipt });
    const { data } = await server.ok(refundList, {}, finance);
    expect(data.find(({ id }) => id === refund!.id)).toMatchObject({
      thirdParty: true,
      payee: { bankName: '玉山商業銀行', tail: '0088', name: '林阿姨', memberId: null },
    });
    expect(await release(refund!.id)).toBeNull();
    expect(await payeesToCheck()).toEqual([
      {
        id: refund!.id,
        memberId: null,
        number: orderNoOf(Number(one.orderId)),
        amount: 1_985,
        reason: '溢繳退款',
        payee: {
          memberId: null,
          name: '林阿姨',
          bankCode: '808',
          bankName: '玉山商業銀行',
          tail: '0088',
          paid: 0,
          firstPaidOn: null,
          changedOn: null,
          shared: 0,
          sharedWith: [],
          returned: null,
          hold: null,
        },
      },
    ]);
    await checkBatches(server, second);
    await drain(server.services);
    expect(await payeeOf('refund', refund!.id)).toEqual(['808', '80800000000088', '林阿姨']);
    expect((await orderOf(one)).refunds).toMatchObject([{ toPayer: true, status: 'confirmed' }]);
  });

  test('is apart from the member’s own, and the order ends when both have arrived', async () => {
    const one = await placed(10_000);
    await pay(one, 4_000);
    const receipt = await paidByAunt(one, 3_000);
    await letPass(one, 1);
    await runJobs();
    const [own, others] = await refundsOf(one);
    expect(own).toMatchObject({ amount: 3_985, fee: 15, receipt: null });
    expect(others).toMatchObject({ amount: 3_000, fee: 0, receipt });
    const [told] = await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1 order by id desc limit 1',
      [one.id],
    );
    expect(told?.body).toContain('退回您的綁定帳戶與原付款帳戶');
    await send(own!.id);
    expect((await orderOf(one)).status, 'the other part is still to come').toBe(60);
    expect((await payeeOf('refund', own!.id))[0]).not.toBe('808');
    await send(others!.id);
    expect((await orderOf(one)).status).toBe(65);
    expect(await payeeOf('refund', others!.id)).toEqual(['808', '80800000000088', '林阿姨']);
  });

  test('is withdrawn if the bank takes their money back', async () => {
    const one = await placed(10_000);
    await pay(one, 4_000);
    const { seq } = await pay(one, 3_000, aunt);
    await assign(seq, { orderId: one.orderId });
    await letPass(one, 1);
    await runJobs();
    await pay(one, 3_000, { reverses: seq, seq: `${seq}R` });
    const [own, others] = await refundsOf(one);
    expect([others?.amount, others?.status]).toEqual([0, 'confirmed']);
    expect((await orderOf(one)).status).toBe(60);
    await send(own!.id);
    expect((await orderOf(one)).status).toBe(65);
  });
});

describe('an account that the bank’s record lacks', () => {
  test('is entered by one person and confirmed by another before a release', async () => {
    const one = await placed(10_000);
    const receipt = await paidByAunt(one, 11_000, masked);
    const [refund] = await refundsOf(one);
    expect(await openKinds('refund', refund!.id)).toEqual([]);
    const bulk = await server.ask(
      refundsOffice.releaseRefunds,
      { ids: [refund!.id] },
      { token: finance.token },
    );
    expect(bulk).toMatchObject({
      code: 'BATCH_EMPTY',
      body: { data: { left: [{ why: '第三人款項的匯款來源尚待確認' }] } },
    });
    const source = (who: Person, decision: string | object) =>
      decideTask(server, who, { kind: 'payer_source', subjectId: receipt }, decision);
    const empty = await source(finance, { decision: 'enter', bankCode: '999', account: '12' });
    expect([empty.code, Object.keys((empty.body as unknown as { fields: object }).fields)]).toEqual(
      ['DECISION_INVALID', ['bankCode', 'account', 'holder', 'reason']],
    );
    expect((await source(second, 'approve')).code, 'nothing is entered').toBe('DECISION_INVALID');
    const entered = { decision: 'enter', ...paper, reason: '銀行 11/23 回函' };
    expect((await source(finance, entered)).code).toBeNull();
    expect((await source(finance, 'approve')).code).toBe('MAKER_IS_CHECKER');
    expect((await source(second, entered)).code).toBe('DECISION_INVALID');
    expect((await source(second, 'return')).code).toBeNull();
    expect(await openKinds('refund', refund!.id)).toEqual([]);
    expect((await source(finance, entered)).code).toBeNull();
    const id = await openTaskId(server, 'payer_source', receipt);
    const { data } = await server.ok(tasksOffice.getTask, { id }, second);
    expect(data.detail).toMatchObject({
      entered: { bank: '808 玉山商業銀行', account: paper.account, holder: '林美惠' },
      paper: '銀行 11/23 回函',
      fromName: '林阿姨',
    });
    expect((await source(second, 'approve')).code).toBeNull();
    const done = await server.ok(tasksOffice.getTask, { id }, second);
    expect(done.data.detail).toMatchObject({ entered: { account: '0077' } });
    await send(refund!.id);
    expect(await payeeOf('refund', refund!.id)).toEqual(['808', paper.account, '林美惠']);
  });

  test('is asked for again if the bank returns it, and the member gets nothing', async () => {
    const one = await placed(10_000);
    const closed = { ...aunt, fromAccount: '80800000000000' };
    const receipt = await paidByAunt(one, 11_000, closed);
    const [refund] = await refundsOf(one);
    await send(refund!.id);
    expect((await refundsOf(one))[0]?.status).toBe('payable');
    expect(await openKinds('refund', refund!.id)).toEqual([]);
    expect(await openKinds('receipt', receipt)).toEqual(['payer_source']);
    const source = (who: Person, decision: string | object) =>
      decide(server, who, 'payer_source', receipt, decision);
    expect(await source(finance, { decision: 'enter', ...paper, reason: '回函' })).toBeNull();
    expect(await source(second, 'approve')).toBeNull();
    await send(refund!.id);
    expect((await refundsOf(one))[0]?.status).toBe('confirmed');
    expect(await payeeOf('refund', refund!.id)).toEqual(['808', paper.account, '林美惠']);
  });

  test('is entered too before money without an owner is returned', async () => {
    const seq = await payLoan(server, '66666666666666', 700, { fromBank: '808' });
    const receipt = await receiptOf(seq);
    expect(await decide(server, finance, 'unmatched_payment', receipt, 'return')).toBeNull();
    expect(await openKinds('receipt', receipt)).toEqual(['payer_source']);
    const entered = { decision: 'enter', ...paper, reason: '回函' };
    expect(await decide(server, finance, 'payer_source', receipt, entered)).toBeNull();
    expect(await decide(server, second, 'payer_source', receipt, 'approve')).toBeNull();
    expect(await payeesToCheck()).toMatchObject([
      { payee: { name: '林美惠' }, number: null, amount: 700 },
    ]);
    await checkBatches(server, await newOperator(server, ['approver']));
    await drain(server.services);
    expect(await payeeOf('return', receipt)).toEqual(['808', paper.account, '林美惠']);
  });
});

test('what somebody else paid beyond the debt of a loan goes back to them', async () => {
  const { loan, account } = await lentLoan(server, await newTeam(server));
  await payLoan(server, account, 300);
  const seq = await payLoan(server, account, 900, aunt);
  const receipt = await assign(seq, { loanId: String(loan.id) });
  const { token } = loan.borrower;
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, { token });
  const payouts = await server.rows<{ id: string; amount: number; receipt: string | null }>(
    `select id, amount::int, receipt_id as receipt from servicing.payout
     where loan_id = $1 order by receipt_id is not null`,
    [loan.id],
  );
  expect(payouts).toMatchObject([
    { amount: 300, receipt: null },
    { amount: 900, receipt },
  ]);
  await liveUntilPayout(server);
  expect(await decide(server, finance, 'payout_release', null, 'release')).toBeNull();
  const payees = await payeesToCheck();
  expect(payees.filter(({ memberId }) => memberId === null)).toMatchObject([
    { number: expect.any(String), payee: { name: '林阿姨' }, amount: 900, reason: '溢繳退款' },
  ]);
  const own = payees.filter(({ memberId }) => memberId !== null);
  expect(own.filter(({ reason }) => reason === '溢繳退款')).toMatchObject([{ amount: 300 }]);
  await checkBatches(server, second);
  await drain(server.services);
  expect(await payeeOf('payout', payouts[1]!.id)).toEqual(['808', '80800000000088', '林阿姨']);
  expect((await payeeOf('payout', payouts[0]!.id))[0]).not.toBe('808');
});

describe('what goes back to somebody else who paid for a loan', () => {
  /** The aunt's money is to go back to her, and the borrower has paid more since. */
  async function owedToAunt() {
    const { loan, account } = await lentLoan(server, await newTeam(server));
    const seq = await payLoan(server, account, 900, aunt);
    const receipt = await assign(seq, { loanId: String(loan.id) });
    await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
    await payLoan(server, account, 1_000);
    return { account, seq, receipt, loan: loan.id, member: loan.borrower.id };
  }
  const payoutsOf = (receipt: string) =>
    server.rows(
      'select amount::int, status, settled_on from servicing.payout where receipt_id = $1',
      [receipt],
    );
  const prepaid = (loan: number) => balanceOf(server, 'borrower_prepaid', { loan });

  test('is withdrawn if the bank reverses it before it was sent', async () => {
    const { account, seq, receipt, loan, member } = await owedToAunt();
    expect(await balanceOf(server, 'refund_payable', { member })).toBe(900);
    await payLoan(server, account, 900, { reverses: seq });
    expect(await payoutsOf(receipt)).toEqual([
      { amount: 0, status: 'confirmed', settled_on: null },
    ]);
    expect(await balanceOf(server, 'refund_payable', { member })).toBe(0);
    expect(await prepaid(loan)).toBe(1_000);
    expect(await openKinds('receipt', receipt)).toEqual([]);
    const listed = (state: 'confirmed' | 'withdrawn') =>
      server.ok(payoutList, { state, member: String(member) }, finance);
    expect((await listed('withdrawn')).data).toMatchObject([
      { state: 'withdrawn', amount: 0, why: '原入帳已沖正，不再退回' },
    ]);
    expect((await listed('confirmed')).total).toBe(0);
    const [told] = await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1 order by id desc limit 1',
      [member],
    );
    expect(told!.body).toMatch(/取消入帳。原訂退回的 \$\s900 不再退回。$/);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  test('is claimed, and not taken from the borrower, if it was sent before', async () => {
    const { account, seq, receipt, loan } = await owedToAunt();
    await liveUntilPayout(server);
    expect(await decide(server, finance, 'payout_release', null, 'release')).toBeNull();
    await checkBatches(server, second);
    await drain(server.services);
    expect(await payoutsOf(receipt)).toMatchObject([{ amount: 900, status: 'confirmed' }]);
    await payLoan(server, account, 900, { reverses: seq });
    expect(await prepaid(loan)).toBe(1_000);
    expect(await openKinds('receipt', receipt)).toEqual(['recourse']);
    const [claim] = await server.rows<{ covered: string }>(
      `select detail ->> 'covered' as covered from tasks.task
       where kind = 'recourse' and subject_id = $1`,
      [receipt],
    );
    expect(claim).toEqual({ covered: '900' });
    // The bank of the aunt returns it: the claim ends, and nobody is paid it again.
    const [sent] = await server.rows<{ reference: string }>(
      'select reference from banking.payment where source_id = $1',
      [receipt],
    );
    expect((await server.ok(demonstration.bankReturn, sent!)).data.returned).toBe(true);
    expect(await payoutsOf(receipt)).toMatchObject([{ amount: 0, status: 'confirmed' }]);
    expect(await openKinds('receipt', receipt)).toEqual([]);
    expect(await balanceOf(server, 'recourse_receivable', { loan })).toBe(0);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  test('is not sent if the bank reverses it while the batch is checked', async () => {
    const { account, seq, receipt } = await owedToAunt();
    await liveUntilPayout(server);
    expect(await decide(server, finance, 'payout_release', null, 'release')).toBeNull();
    await payLoan(server, account, 900, { reverses: seq });
    await checkBatches(server, second);
    await drain(server.services);
    expect(await payoutsOf(receipt)).toEqual([
      { amount: 0, status: 'confirmed', settled_on: null },
    ]);
    const paid = await server.rows('select from banking.payment where source_id = $1', [receipt]);
    expect(paid).toEqual([]);
  });
});
