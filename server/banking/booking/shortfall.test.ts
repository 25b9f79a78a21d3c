// Tests of client money that lacks in the trust account: who is told, what waits and what does not,
// the company's transfer that two persons confirm, and the signature of such a day.
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matchesOffice } from '#contract/banking/matches.ts';
import { bankingOffice } from '#contract/banking/office.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import {
  type Desk,
  explainDifferences,
  newDesk,
  nextDay,
  ownLine,
} from '../../../tests/actors/bookings.ts';
import {
  balanceOf,
  checkBatches,
  disburse,
  EXAMPLE,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { paymentsOn, payer } from '../../../tests/actors/payments.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants, readInvariants } from '../../database/invariants.ts';
import { trusted } from '../../database/sql.ts';
import { post } from '../../ledger/front.ts';
import { inWork } from '../../work.ts';
import { drain, runDay } from '../../worker.ts';
import { sendPayments } from '../jobs.ts';

const server = useServer();
const { placed, pay, letPass, runJobs, refundsOf, refunded } = paymentsOn(server);
let desk: Desk;
beforeAll(async () => {
  desk = await newDesk(server);
});

const laws = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const bank = () => server.services.demonstration!.bank;

let strangers = 0;
/** A stranger pays to an account of nobody; returns the receipt. */
async function stray(amount: number) {
  const seq = `stray-${(strangers += 1)}`;
  await bank().transfer({ virtualAccount: '77', amount, seq, ...payer });
  const [row] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  return { seq, id: row!.id };
}
const giveBack = (receipt: { id: number }) =>
  decide(server, desk.maker, 'unmatched_payment', receipt.id, 'return');
/** Two persons pay a receipt back, and the bank carries it out. */
async function paidBack(receipt: { id: number }) {
  expect(await giveBack(receipt)).toBeNull();
  await checkBatches(server, desk.checker);
  await drain(server.services);
}
const takenBack = ({ seq }: { seq: string }, amount: number) =>
  bank().transfer({ virtualAccount: '77', amount, reverses: seq });

const open = () =>
  server.rows<{ amount: number; cause: string }>(
    'select amount::int, cause from ledger.shortfall where ended_at is null',
  );
const told = () =>
  server.rows<{ label: string }>(
    `select subject_label as label from tasks.task
     where kind = 'trust_shortfall' and status = 'open'`,
  );
const warned = () =>
  server.rows<{ label: string }>(
    `select subject_label as label from tasks.task
     where kind = 'attention' and subject_type = 'trust' and status = 'open'`,
  );
const labelOf = (amount: number) => `信託專戶短少 ${formatMoney(money(amount))}`;
/** The company pays into the trust account, and two persons book it. */
async function companyPays(amount: number) {
  const { id } = await stray(amount);
  const reason = '公司補足專戶';
  const booking = await desk.propose({ kind: 'company_paid_in', reason, receipt: String(id) });
  expect(await desk.check(booking)).toBeNull();
}
const dayOf = async (day: string) =>
  (await server.ok(bankingOffice.getDay, { day }, desk.auditor)).data;
const health = async () => (await server.ok(healthOffice.health, {}, desk.auditor)).data.bank;

/** The third stranger of the story: he was paid back, and then his bank reverses his transfer. */
async function short(amount: number) {
  const third = await stray(amount);
  await paidBack(third);
  await takenBack(third, amount);
}

beforeEach(async () => {
  const [row] = await open();
  if (row) await companyPays(row.amount);
  const due = await balanceOf(server, 'platform_due');
  expect(due).toBeGreaterThanOrEqual(0);
});

describe('two strangers paid; a third was paid back before his bank took it back', () => {
  test('is short by what he got, and a task says so at once', async () => {
    await stray(50_000);
    await stray(30_000);
    await short(40_000);
    expect(await balanceOf(server, 'trust_bank')).toBe(40_000);
    expect(await balanceOf(server, 'suspense')).toBe(80_000);
    const cause: unknown = expect.stringMatching(/^receipt:\d+:covered$/);
    expect(await open()).toEqual([{ amount: 40_000, cause }]);
    expect(await told()).toEqual([{ label: labelOf(40_000) }]);
    await laws();
  });
});

test("no customer is paid while another one's money lacks, and what comes in goes on", async () => {
  const waiting = await stray(9_000);
  const one = await placed(10_000);
  await pay(one, 3_000, payer);
  const third = await stray(40_000);
  await paidBack(third);
  const loan = await signedLoan(server, { ...EXAMPLE, amount: 30_000, shares: [30_000] });
  expect(await decide(server, desk.maker, 'disbursement_release', loan.id, 'release')).toBeNull();
  expect(await giveBack(await stray(2_000))).toBeNull();
  await takenBack(third, 40_000);
  expect(await giveBack(waiting)).toBe('TRUST_SHORT');
  const lot = { lines: [{ receipt: waiting.id, act: 'return' as const }], reason: '查無對象' };
  expect(await server.refused(matchesOffice.proposeReceipts, lot, desk.maker)).toBe('TRUST_SHORT');
  expect(await decide(server, desk.checker, 'payment_check', null, 'approve')).toBe('TRUST_SHORT');
  await letPass(one, 2);
  await runJobs();
  const [refund] = await refundsOf(one);
  expect(await decide(server, desk.maker, 'refund_release', refund!.id, 'release')).toBe(
    'TRUST_SHORT',
  );
  const several = { ids: [String(refund!.id)] };
  expect(await server.refused(refundsOffice.releaseRefunds, several, desk.maker)).toBe(
    'TRUST_SHORT',
  );
  const loans = { loans: [String(loan.id)] };
  expect(await server.refused(payoutsOffice.approveDisbursements, loans, desk.checker)).toBe(
    'TRUST_SHORT',
  );
  await pay(await placed(5_000), 5_000, payer);
  await companyPays(40_000);
  expect(await told()).toEqual([]);
  expect(await decide(server, desk.checker, 'payment_check', null, 'approve')).toBeNull();
  expect(await giveBack(waiting)).toBeNull();
  await checkBatches(server, desk.checker);
  await drain(server.services);
  expect(await decide(server, desk.maker, 'refund_release', refund!.id, 'release')).toBeNull();
  await laws();
});

test('a batch that was approved before is not sent until the money is there', async () => {
  const sent = await stray(1_000);
  const third = await stray(7_000);
  await paidBack(third);
  expect(await giveBack(sent)).toBeNull();
  await checkBatches(server, desk.checker);
  await takenBack(third, 7_000);
  expect(await sendPayments(server.services)).toBe(0);
  await companyPays(7_000);
  expect(await sendPayments(server.services)).toBe(1);
  await drain(server.services);
  await laws();
});

describe('money lacks by the whole difference as well after', () => {
  test('a charge of the bank that is larger than the fees', async () => {
    const due = await balanceOf(server, 'platform_due');
    await charge(due + 700);
    expect(await open()).toMatchObject([{ amount: 700 }]);
    await laws();
  });

  test('a receipt that was refunded before the bank took it back', async () => {
    const { one, first } = await refunded();
    await charge(await balanceOf(server, 'platform_due'));
    await pay(one, 3_000, { reverses: first });
    expect(await open()).toMatchObject([{ amount: 3_000 }]);
    await laws();
  });

  test('a disbursement that comes back after its fees have left', async () => {
    const loan = await signedLoan(server, EXAMPLE);
    await disburse(server, loan, desk);
    await charge(await balanceOf(server, 'platform_due'));
    const reference = `disbursement-${loan.id}-1`;
    expect((await server.ok(demonstration.bankReturn, { reference })).data.returned).toBe(true);
    expect(await open()).toMatchObject([{ amount: 4_015 }]);
    await laws();
  });

  /** The bank charges the trust account. */
  async function charge(amount: number) {
    if (amount === 0) return;
    const { difference } = await ownLine(server, -amount);
    const booking = { kind: 'bank_charge', reason: '帳戶管理費', difference } as const;
    expect(await desk.check(await desk.propose(booking))).toBeNull();
  }
});

test('what lacks is exact, however many transactions move it at once', async () => {
  const moved = (id: string, amount: number) =>
    inWork(server.services, (work) =>
      post(work, [
        {
          id,
          kind: 'covered',
          on: work.today,
          entries: [
            { account: 'platform_due', amount },
            { account: 'trust_interest', amount: -amount },
            { account: 'fee_receivable', amount: -amount },
            { account: 'loss', amount },
          ],
        },
      ]),
    );
  const due = await balanceOf(server, 'platform_due');
  await Promise.all(
    Array.from({ length: 16 }, (_, k) => moved(`at-once:${k}`, k % 2 === 0 ? due + 500 : -200)),
  );
  expect(await open()).toMatchObject([{ amount: 8 * (due + 500) - 8 * 200 - due }]);
  expect(await told()).toHaveLength(1);
  await laws();
});

describe("the company's transfer", () => {
  const sent = (reference?: string) => ({ decision: 'sent', ...(reference && { reference }) });
  const state = (by: typeof desk.maker, decision: string | object) =>
    decide(server, by, 'trust_shortfall', null, decision);

  test("is confirmed by two persons with the bank's reference, once a shortfall", async () => {
    await short(12_000);
    const waiting = await stray(4_000);
    expect(await state(desk.maker, sent())).toBe('DECISION_INVALID');
    expect(await state(desk.maker, 'approve')).toBe('DECISION_INVALID');
    expect(await state(desk.maker, sent('812-20261123-0007'))).toBeNull();
    expect(await state(desk.maker, 'approve')).toBe('MAKER_IS_CHECKER');
    expect(await giveBack(waiting)).toBe('TRUST_SHORT');
    expect(await state(desk.checker, 'return')).toBeNull();
    expect(await state(desk.maker, sent('812-20261123-0008'))).toBeNull();
    expect(await state(desk.checker, 'approve')).toBeNull();
    expect(await health()).toMatchObject({ short: 12_000, coverConfirmed: true });
    expect(await giveBack(waiting)).toBeNull();
    await laws();
  });

  test('lets payments go until the bank has closed that day, and then not again', async () => {
    await short(6_000);
    expect(await state(desk.maker, sent('812-1'))).toBeNull();
    expect(await state(desk.checker, 'approve')).toBeNull();
    expect(await giveBack(await stray(1_000))).toBeNull();
    await nextDay(server);
    await runDay(server.services);
    expect(await told()).toHaveLength(1);
    expect(await giveBack(await stray(1_000))).toBe('TRUST_SHORT');
    expect(await state(desk.maker, sent('812-2'))).toBe('DECISION_INVALID');
  });

  test('covers no more than what it was confirmed for', async () => {
    await short(6_000);
    expect(await state(desk.maker, sent('812-3'))).toBeNull();
    await takenBackToo(500);
    expect(await state(desk.checker, 'approve')).toBe('DECISION_INVALID');
    expect(await state(desk.checker, 'return')).toBeNull();
    expect(await state(desk.maker, sent('812-4'))).toBeNull();
    expect(await state(desk.checker, 'approve')).toBeNull();
    expect(await giveBack(await stray(1_000))).toBeNull();
    await takenBackToo(500);
    expect(await giveBack(await stray(1_000))).toBe('TRUST_SHORT');
    expect(await told()).toEqual([{ label: labelOf(7_000) }]);
    await laws();
  });

  /** The bank charges the trust account, which nobody can pay from fees. */
  async function takenBackToo(amount: number) {
    const entries = [
      { account: 'platform_due' as const, amount },
      { account: 'trust_interest' as const, amount: -amount },
      { account: 'fee_receivable' as const, amount: -amount },
      { account: 'loss' as const, amount },
    ];
    const journal = { kind: 'manual' as const, day: today(server), reason: '短計的利息', entries };
    expect(await desk.check(await desk.propose(journal))).toBeNull();
  }
});

describe('a day on which client money lacked', () => {
  test('is signed once the money is there, and names amount, cause and who was told', async () => {
    await short(8_000);
    const day = today(server);
    await nextDay(server);
    const note = '短少已通知';
    const sign = (more: object = {}, by = desk.maker) =>
      server.ask(bankingOffice.signDay, { day, note, ...more }, { token: by.token });
    await claimAll();
    await explainDifferences(server, desk.maker);
    expect(await dayOf(day)).toMatchObject({ short: 8_000, blocked: 'short' });
    expect((await sign()).code).toBe('TRUST_SHORT');
    await companyPays(8_000);
    expect((await sign()).code).toBe('DAY_BREACH');
    const breach = { cause: '退回後遭沖正', told: '信託銀行王經理，電話' };
    expect((await sign(breach)).code).toBeNull();
    expect((await sign({}, desk.checker)).code).toBeNull();
    expect(await dayOf(day)).toMatchObject({ closed: true, breach: { amount: 8_000, ...breach } });
    await laws();
  });

  test('is noticed if the signature does not name it', async () => {
    await server.undone(async (tx) => {
      await tx.planned(trusted('alter table banking.sign_off disable trigger decided_once'));
      await tx.planned(
        trusted(`update banking.sign_off set breach = null where breach is not null`),
      );
      const law = readInvariants().find(({ name }) => name.startsWith('a signed day on which'));
      expect(await tx.planned(trusted(law!.sql))).toHaveLength(1);
    });
  });

  async function claimAll() {
    const { data } = await server.ok(taskList, { kind: 'bank_difference' }, desk.maker);
    const ids = data.filter(({ assignee }) => !assignee).map(({ id }) => id);
    if (ids.length > 0) {
      await server.ok(deskOffice.claimTasks, { ids }, desk.maker);
    }
  }
});

describe("the company's reserve", () => {
  test('is never swept, pays for charges first, and warns below half', async () => {
    await companyPays(60_000);
    const due = await balanceOf(server, 'platform_due');
    expect((await desk.limits()).sweepable).toBe(due - 50_000);
    const sweep = { kind: 'fee_sweep', reason: '服務費', amount: due - 49_999 } as const;
    expect(await desk.refusal(sweep)).toBe('BOOKING_AMOUNT');
    await runDay(server.services);
    expect(await warned()).toEqual([]);
    const { difference } = await ownLine(server, -(due - 20_000));
    const charge = { kind: 'bank_charge', reason: '帳戶管理費', difference } as const;
    expect(await desk.check(await desk.propose(charge))).toBeNull();
    expect(await warned()).toEqual([
      { label: `信託專戶的公司準備金剩 ${formatMoney(money(20_000))}，不足一半` },
    ]);
    expect(await open()).toEqual([]);
    const more = await ownLine(server, -20_500);
    const again = {
      kind: 'bank_charge',
      reason: '帳戶管理費',
      difference: more.difference,
    } as const;
    expect(await desk.check(await desk.propose(again))).toBeNull();
    expect(await open()).toMatchObject([{ amount: 500 }]);
    await companyPays(30_000);
    expect(await open()).toEqual([]);
    await runDay(server.services);
    expect(await warned()).toEqual([]);
    await laws();
  });
});
