// Tests that receipts whose owner is certain are proposed together, and decided as one task.
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
const { exactMatches, proposeMatches } = matchesOffice;

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
async function strayPayment(amount: number): Promise<Placed & { receipt: string }> {
  serial += 1;
  const investor = await boldInvestor(server, `00477000${String(serial).padStart(6, '0')}`);
  const own = await place(loanId, amount, investor);
  const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
  const { seq } = await pay({ ...own, account: `5000000000${serial}000` }, amount, from);
  const [row] = await server.rows<{ id: string }>('select id from banking.receipt where seq = $1', [
    seq,
  ]);
  return { ...own, receipt: row!.id };
}

const preview = async (who = finance) => (await server.ok(exactMatches, {}, who)).data;
const choiceOf = ({ receipt, orderId }: { receipt: string; orderId: string }) => ({
  receipt,
  number: orderNoOf(orderId),
});
const propose = (matches: readonly object[], who = finance) =>
  server.ask(proposeMatches, { matches }, who);
const checkId = () => openTaskId(server, 'matches_check', null);
const decideAs = (who: Person, id: string, decision: object) =>
  server.ask(tasksOffice.decideTask, { id, ...decision }, { token: who.token });

describe('receipts whose owner is certain', () => {
  test('are previewed, proposed by one person and booked by another', async () => {
    const [one, two] = [await strayPayment(3_000), await strayPayment(4_000)];
    const third = await place(loanId, 2_000);
    await pay(third, 2_000, { fromBank: '808', fromAccount: '80800000000088' });
    const lines = await preview();
    expect(lines.map(({ number }) => number)).toEqual(
      [one, two].map(({ orderId }) => orderNoOf(orderId)),
    );
    expect(lines[0]).toMatchObject({
      amount: 3_000,
      target: { used: 3_000, rest: 0, fee: 0 },
      owner: { payer: 'own', name: expect.stringMatching(/○/) },
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
    expect(await preview(), 'a person looks at it first').toEqual([]);

    const again = await strayPayment(5_000);
    await propose([choiceOf(again)]);
    const back = { decision: 'return', reason };
    expect((await decideAs(approver, await checkId(), back)).status).toBe(200);
    await openTaskId(server, 'unmatched_payment', again.receipt);
    expect((await orderOf(again)).status).toBe(0);
  });

  test('of one order are previewed one after another', async () => {
    const own = await strayPayment(6_000);
    await server.rows(`update banking.receipt set virtual_account = $2 where id = $1`, [
      own.receipt,
      own.account,
    ]);
    // A second receipt of the same order, whose payer the bank does not name.
    const { seq } = await pay({ ...own, account: '60000000000001' }, 2_500);
    await server.rows(`update banking.receipt set virtual_account = $2 where seq = $1`, [
      seq,
      own.account,
    ]);
    const lines = (await preview()).filter(({ number }) => number === orderNoOf(own.orderId));
    expect(lines.map(({ target }) => [target.used, target.rest, target.fee])).toEqual([
      [6_000, 0, 0],
      [0, 2_500, 15],
    ]);
  });
});

describe('a proposal is refused', () => {
  test('if the owner is another than was previewed, or the receipt is unknown', async () => {
    const [one, two] = [await strayPayment(7_000), await strayPayment(8_000)];
    const wrong = { receipt: one.receipt, number: orderNoOf(two.orderId) };
    expect((await propose([choiceOf(two), wrong])).code).toBe('MATCH_CHANGED');
    expect((await propose([{ receipt: '999999', number: 'P00000001' }])).code).toBe(
      'RECEIPT_NOT_FOUND',
    );
    expect((await propose([])).code).toBe('INVALID_INPUT');
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
    expect((await preview()).map(({ receipt }) => receipt)).not.toContain(one.receipt);
    expect((await propose([choiceOf(one)])).code).toBe('TASK_TAKEN');
  });

  test('to anybody but finance', async () => {
    const [auditor, member] = [await newOperator(server, ['auditor']), await newMember(server)];
    expect(await preview(auditor)).toEqual(await preview());
    expect((await propose([{ receipt: '1', number: 'P00000001' }], auditor)).code).toBe(
      'ROLE_REQUIRED',
    );
    expect((await propose([{ receipt: '1', number: 'P00000001' }], approver)).code).toBe(
      'ROLE_REQUIRED',
    );
    expect((await server.ask(exactMatches, {}, member)).status).toBe(401);
  });
});
