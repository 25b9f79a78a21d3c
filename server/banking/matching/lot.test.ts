// Tests of a lot of receipts without an owner: what is proposed for each, and what one person sends
// to another: owners, as one task, and returns to the payers, as one batch.
import { beforeAll, describe, expect, test } from 'vitest';
import { matchesOffice } from '#contract/banking/matches.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { boldInvestor, INVESTORS_BANK } from '../../../tests/actors/market.ts';
import { paymentsOn, type Placed } from '../../../tests/actors/payments.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { place, placed, pay, orderOf } = paymentsOn(server);
const { openReceipts, proposeReceipts } = matchesOffice;

let finance: Person;
let approver: Person;
let loanId: number;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  approver = await newOperator(server, ['approver']);
  ({ loanId } = await placed(1_000, { amount: 300_000 }));
});

let serial = 0;
/** An order whose investor pays the exact amount to a wrong account, and the receipt. */
async function strayPayment(amount: number): Promise<Placed & { receipt: string; used: number }> {
  serial += 1;
  const investor = await boldInvestor(server, `00477000${String(serial).padStart(6, '0')}`);
  const own = await place(loanId, amount, investor);
  const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
  const { seq } = await pay({ ...own, account: `5000000000${serial}000` }, amount, from);
  const [row] = await server.rows<{ id: string }>('select id from banking.receipt where seq = $1', [
    seq,
  ]);
  return { ...own, receipt: row!.id, used: amount };
}

const lot = async (choices = '', who = finance) =>
  (await server.ok(openReceipts, { choices }, who)).data;
const lineOf = async (receipt: string, choices = '') =>
  (await lot(choices)).find((line) => line.receipt === receipt);
/** What the program proposes and foresees to give to an order or loan. */
const foreseen = async () => (await lot()).filter(({ effect }) => effect !== null);
type Choice = { receipt: string; orderId: string; used: number; note?: string };
const choiceOf = ({ receipt, orderId, used, note }: Choice) => ({
  receipt,
  act: 'match',
  number: orderNoOf(orderId),
  used,
  ...(note && { note }),
});
const back = ({ receipt }: { receipt: string }) => ({ receipt, act: 'return' as const });
const propose = (lines: readonly object[], more: { reason?: string } = {}, who = finance) =>
  server.ask(proposeReceipts, { lines, ...more }, who);
const checkId = () => openTaskId(server, 'matches_check', null);
const decideAs = (who: Person, id: string, decision: object) =>
  server.ask(tasksOffice.decideTask, { id, ...decision }, { token: who.token });

describe('receipts whose owner is certain', () => {
  test('are previewed, proposed by one person and booked by another', async () => {
    const [one, two] = [await strayPayment(3_000), await strayPayment(4_000)];
    const third = await place(loanId, 2_000);
    await pay(third, 2_000, { fromBank: '808', fromAccount: '80800000000088' });
    const lines = await foreseen();
    expect(lines.map(({ effect }) => effect?.number)).toEqual(
      [one, two].map(({ orderId }) => orderNoOf(orderId)),
    );
    expect(lines[0]).toMatchObject({
      amount: 3_000,
      proposed: { act: 'match', number: orderNoOf(one.orderId) },
      effect: {
        target: { used: 3_000, rest: 0, fee: 0 },
        owner: { payer: 'own', name: expect.stringMatching(/○/) },
      },
      payingMembers: [{ name: expect.stringMatching(/○/) }],
    });
    expect((await orderOf(one)).paidAmount, 'a preview changes nothing').toBe(0);

    const answer = await propose([one, two].map(choiceOf));
    expect(answer.status).toBe(200);
    expect((await propose([choiceOf(one)])).code, 'a second time').toBe('TASK_NOT_FOUND');
    const id = await checkId();
    const { data } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(data.detail).toMatchObject({
      lines: [
        { receipt: Number(one.receipt), amount: 3_000, owner: { payer: 'own' } },
        { receipt: Number(two.receipt), amount: 4_000 },
      ],
    });
    expect((await decideAs(finance, id, { decision: 'approve' })).code).toBe('MAKER_IS_CHECKER');
    expect((await decideAs(approver, id, { decision: 'approve' })).status).toBe(200);
    expect([(await orderOf(one)).status, (await orderOf(two)).status]).toEqual([10, 10]);
    expect((await propose([choiceOf(one)])).code, 'once it is booked').toBe('TASK_DONE');
    expect((await propose([back(one)], { reason: '查無對象' })).code).toBe('TASK_DONE');
    const shown = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(shown.data.detail).toMatchObject({ lines: [{ now: orderNoOf(one.orderId) }, {}] });
  });

  test('are held line by line, with a reason, or returned as a whole', async () => {
    const [one, two] = [await strayPayment(3_000), await strayPayment(4_000)];
    await propose([one, two].map(choiceOf));
    const id = await checkId();
    const held = { decision: 'approve', held: [two.receipt] };
    expect((await decideAs(approver, id, held)).code).toBe('DECISION_INVALID');
    const reason = '請先聯絡付款人';
    expect((await decideAs(approver, id, { ...held, reason })).status).toBe(200);
    expect([(await orderOf(one)).status, (await orderOf(two)).status]).toEqual([10, 0]);
    const left = await openTaskId(server, 'unmatched_payment', two.receipt);
    const { data } = await server.ok(tasksOffice.getTask, { id: left }, finance);
    expect(data.detail).toMatchObject({ returned: reason });
    const again = { proposed: null, effect: null, returned: reason };
    expect(await lineOf(two.receipt), 'a person looks at it first').toMatchObject(again);

    const third = await strayPayment(5_000);
    await propose([choiceOf(third)]);
    const whole = { decision: 'return', reason };
    expect((await decideAs(approver, await checkId(), whole)).status).toBe(200);
    await openTaskId(server, 'unmatched_payment', third.receipt);
    expect((await orderOf(third)).status).toBe(0);
  });

  test('of one order are previewed one after another', async () => {
    const own = await strayPayment(6_000);
    await server.rows(`update banking.receipt set virtual_account = $2 where id = $1`, [
      own.receipt,
      own.account,
    ]);
    // A second receipt of the same order, whose payer the bank does not name.
    const { seq } = await pay({ ...own, account: '60000000000001' }, 15_000);
    await server.rows(`update banking.receipt set virtual_account = $2 where seq = $1`, [
      seq,
      own.account,
    ]);
    const effects = (await foreseen()).flatMap(({ effect }) => effect ?? []);
    const lines = effects.filter(({ number }) => number === orderNoOf(own.orderId));
    expect(lines.map(({ target }) => [target.used, target.rest, target.fee])).toEqual([
      [6_000, 0, 0],
      [0, 15_000, 15],
    ]);
  });
});

describe('a proposal is refused', () => {
  test('if a match does something else than was shown, or the receipt is unknown', async () => {
    const [one, two] = [await strayPayment(7_000), await strayPayment(8_000)];
    const wrong = { ...choiceOf(one), used: 6_000 };
    expect((await propose([choiceOf(two), wrong])).code).toBe('MATCH_CHANGED');
    const unknown = choiceOf({ ...one, receipt: '999999' });
    expect((await propose([unknown])).code).toBe('RECEIPT_NOT_FOUND');
    expect((await propose([])).code).toBe('INVALID_INPUT');
    expect((await propose([choiceOf(one), choiceOf(one)])).code).toBe('INVALID_INPUT');
    const rows = await server.rows(
      `select from tasks.task where status = 'open' and kind = 'matches_check'`,
    );
    expect(rows, 'nothing was proposed').toEqual([]);
  });

  test('if a colleague has taken the receipt, which the preview leaves out', async () => {
    const one = await strayPayment(9_000);
    const id = await openTaskId(server, 'unmatched_payment', one.receipt);
    const colleague = await newOperator(server, ['finance']);
    await server.ok(deskOffice.claimTasks, { ids: [id] }, colleague);
    expect(await lineOf(one.receipt)).toBeUndefined();
    expect((await propose([choiceOf(one)])).code).toBe('TASK_TAKEN');
  });

  test('to anybody but finance', async () => {
    const [auditor, member] = [await newOperator(server, ['auditor']), await newMember(server)];
    expect((await server.ask(openReceipts, {}, auditor)).status).toBe(200);
    const line = { receipt: '1', act: 'return' };
    expect((await propose([line], {}, auditor)).code).toBe('ROLE_REQUIRED');
    expect((await propose([line], {}, approver)).code).toBe('ROLE_REQUIRED');
    expect((await server.ask(openReceipts, {}, member)).status).toBe(401);
  });
});

describe('the money of a third party', () => {
  const aunt = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };
  const receiptOf = async (seq: string) =>
    (await server.rows<{ id: string }>('select id from banking.receipt where seq = $1', [seq]))[0]!
      .id;

  test('is to be returned, and is given to an order only with a reason', async () => {
    const own = await place(loanId, 11_000);
    const receipt = await receiptOf((await pay(own, 11_000, aunt)).seq);
    const number = orderNoOf(own.orderId);
    expect(await lineOf(receipt)).toMatchObject({
      proposed: { act: 'return', number: null },
      effect: null,
      fromName: '林阿姨',
      candidates: [{ number, because: expect.arrayContaining(['owner']) }],
    });
    const chosen = await lineOf(receipt, `${receipt}:${number}`);
    expect(chosen?.effect).toMatchObject({ target: { used: 11_000 }, owner: { payer: 'other' } });
    const match = { ...own, receipt, used: 11_000 };
    const silent = await propose([choiceOf(match)]);
    expect(silent.code).toBe('DECISION_INVALID');
    expect(silent.body).toMatchObject({ fields: { [`note.${receipt}`]: expect.any(String) } });
    await openTaskId(server, 'unmatched_payment', receipt);

    const note = '會員來電，由阿姨代付';
    expect((await propose([choiceOf({ ...match, note })])).code).toBeNull();
    const id = await checkId();
    const { data } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(data.detail).toMatchObject({ lines: [{ note, owner: { payer: 'other' } }] });
    expect((await decideAs(approver, id, { decision: 'approve' })).status).toBe(200);
    expect((await orderOf(own)).status).toBe(10);
  });

  test('is returned with what has no owner, in one batch with one reason', async () => {
    const own = await place(loanId, 12_000);
    const third = await receiptOf((await pay(own, 12_000, aunt)).seq);
    const stray = await receiptOf(
      (await pay({ ...own, account: '70000000000001' }, 777, aunt)).seq,
    );
    expect(await lineOf(stray)).toMatchObject({ proposed: null, candidates: [] });
    const lines = [third, stray].map((receipt) => back({ receipt }));
    expect((await propose(lines)).body).toMatchObject({ fields: { reason: expect.any(String) } });
    const reason = '第三人款項，退回原付款帳戶';
    const { data } = await server.ok(proposeReceipts, { lines, reason }, finance);
    expect(data).toEqual({ matched: 0, returned: 2 });
    const [batch] = await server.rows<{ id: string; payments: number; total: number }>(
      `select id, payments, total::int from banking.batch where kind = 'return' order by id desc`,
    );
    expect(batch).toMatchObject({ payments: 2, total: 12_777 });
    const told = await server.rows(
      `select reason from tasks.task where kind = 'unmatched_payment' and subject_id = $1
         and decision = 'return'`,
      [third],
    );
    expect(told).toEqual([{ reason }]);
    const check = await openTaskId(server, 'payment_check', batch!.id);
    expect((await decideAs(finance, check, { decision: 'approve' })).code).toBe('MAKER_IS_CHECKER');
    expect(await lineOf(third)).toBeUndefined();
  });
});

describe('what a person chooses', () => {
  test('is foreseen, and the second person reads that it was chosen', async () => {
    const own = await place(loanId, 13_000);
    const number = orderNoOf(own.orderId);
    const { seq } = await pay({ ...own, account: '80000000000001' }, 2_000);
    const [row] = await server.rows<{ id: string }>(
      'select id from banking.receipt where seq = $1',
      [seq],
    );
    const receipt = row!.id;
    expect(await lineOf(receipt)).toMatchObject({ proposed: null, effect: null, refused: null });
    const chosen = await lineOf(receipt, `${receipt}:${number}`);
    expect(chosen).toMatchObject({ effect: { number, target: { used: 2_000 } }, refused: null });
    expect(await lineOf(receipt, `${receipt}:P99999999`)).toMatchObject({
      effect: null,
      refused: expect.any(String),
    });
    expect((await orderOf(own)).paidAmount, 'looking changes nothing').toBe(0);
    expect((await propose([choiceOf({ ...own, receipt, used: 2_000 })])).status).toBe(200);
    const id = await checkId();
    const { data: task } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(task.detail).toMatchObject({ lines: [{ chosen: true, number }] });
    expect((await decideAs(approver, id, { decision: 'return', reason: '對象不明' })).status).toBe(
      200,
    );
  });

  test('is left out, and is refused if it is no choice', async () => {
    const one = await strayPayment(14_000);
    expect(await lineOf(one.receipt, `${one.receipt}:leave`)).toMatchObject({
      proposed: { act: 'match' },
      effect: null,
    });
    for (const choices of ['1', 'a:return', '1:keep', '1:return,']) {
      expect((await server.ask(openReceipts, { choices }, finance)).code).toBe('INVALID_INPUT');
    }
  });

  test('names the member who paid, though the amount fits nothing', async () => {
    const one = await strayPayment(15_000);
    await server.rows('update banking.receipt set amount = 14_999 where id = $1', [one.receipt]);
    expect(await lineOf(one.receipt)).toMatchObject({
      proposed: null,
      payingMembers: [{ name: expect.stringMatching(/○/) }],
      candidates: [{ number: orderNoOf(one.orderId), lacking: 15_000, because: ['payer'] }],
    });
    await server.rows('update banking.receipt set amount = 15_000 where id = $1', [one.receipt]);
  });
});
