// Money of closed accounts that the bank sent back and that lies in suspense, for tests.
import { expect } from 'vitest';
import { servicing } from '#contract/servicing/calls.ts';
import {
  balanceOf,
  checkBatches,
  lentLoan,
  liveUntilPayout,
  pay as payLoan,
  sendPayouts,
  type Team,
} from './loans.ts';
import { paymentsOn } from './payments.ts';
import { decide } from './tasks.ts';
import type { TestServer } from '../server.ts';

/** Returns helpers that send money of closed accounts back, and on to its payer. */
export function lodgedOn(server: TestServer, team: () => Team) {
  const { comesBack, setClosed, refunded } = paymentsOn(server);

  /** The receipt of what came back, with its open tasks. */
  async function lodgedOf(purpose: 'refund' | 'payout', subjectId: number) {
    const [row] = await server.rows<{ id: number; amount: number; state: string; tasks: string[] }>(
      `select r.id::int, r.amount::int, r.state, array(
         select concat_ws(' ', t.kind, t.detail -> 'amount')
         from tasks.task t where t.status = 'open' and t.subject_type = 'receipt'
           and t.subject_id = r.id) as tasks
       from banking.receipt r join banking.payment p on r.seq = 'payment-' || p.id
       where p.purpose = $1 and p.subject_id = $2`,
      [purpose, subjectId],
    );
    return row!;
  }

  /**
   * An order that was paid in two parts has expired, its member has closed the account, and the
   * bank sent the refund back.
   */
  async function lodged() {
    const { one, refundId, first, second } = await refunded();
    await setClosed(one.id, 'now()');
    await comesBack(`refund-${refundId}-1`);
    const receipt = await lodgedOf('refund', refundId);
    expect(receipt).toMatchObject({ amount: 6_985, tasks: ['unmatched_payment 6985'] });
    return { one, refundId, receipt, first, second };
  }

  /** As `lodged`, with the surplus of two payments of 2,000 and 3,000 for a loan. */
  async function lodgedSurplus() {
    const { loan, account } = await lentLoan(server, team());
    const first = await payLoan(server, account, 2_000);
    const second = await payLoan(server, account, 3_000);
    await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
    await liveUntilPayout(server);
    await sendPayouts(server, team());
    const payouts = () =>
      server.rows<{ id: number; amount: number; status: string }>(
        'select id::int, amount::int, status from servicing.payout where loan_id = $1',
        [loan.id],
      );
    const [payout] = await payouts();
    const payoutId = payout!.id;
    await setClosed(loan.borrower.id, 'now()');
    await comesBack(`payout-${payoutId}-1`);
    // The account could not be closed while the loan runs.
    await setClosed(loan.borrower.id, 'null');
    const receipt = await lodgedOf('payout', payoutId);
    expect(receipt).toMatchObject({ amount: 5_000, tasks: ['unmatched_payment 5000'] });
    const claim = () => balanceOf(server, 'recourse_receivable', { loan: loan.id });
    return { account, first, second, payouts, payoutId, receipt, claim };
  }

  /** One person returns what came back; the account of its payer is not known yet. */
  const startReturn = async (receiptId: number) =>
    expect(await decide(server, team().maker, 'unmatched_payment', receiptId, 'return')).toBe(null);

  /** Two persons name the account to which the money is returned, which drafts a batch. */
  async function nameSource(receiptId: number) {
    const entered = { bankCode: '812', account: '81200000000012', holder: '王小明' };
    const enter = { decision: 'enter', ...entered, reason: '匯款單' } as const;
    const { maker, checker } = team();
    expect(await decide(server, maker, 'payer_source', receiptId, enter)).toBeNull();
    expect(await decide(server, checker, 'payer_source', receiptId, 'approve')).toBeNull();
  }

  /** Two persons return what came back: a payment is ordered, which the bank does not have yet. */
  async function orderReturn(receiptId: number) {
    await startReturn(receiptId);
    await nameSource(receiptId);
    // Who confirmed the account has drafted the batch, so that somebody else approves it.
    await checkBatches(server, team().maker);
  }

  const returnsOf = (receiptId: number) =>
    server.rows<{ amount: number; status: string }>(
      `select amount::int, status from banking.payment
       where purpose = 'return' and subject_id = $1 order by id`,
      [receiptId],
    );

  return { lodgedOf, lodged, lodgedSurplus, startReturn, nameSource, orderReturn, returnsOf };
}
