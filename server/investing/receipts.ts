// Money that reaches an order's account, and receipts that the bank reverses.
import {
  formatMoney,
  money,
  type Money,
  negate,
  add,
  subtract,
  ZERO,
} from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { refundedTo } from '#contract/investing/refund-words.ts';
import type { Hooks, Receipt, Reception, Shortfall } from '../hooks.ts';
import type { Work } from '../work.ts';
import { lockLoan } from '../database/db.ts';
import { post } from '../ledger/front.ts';
import { loanFunded } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { refundFeeAt } from '../settings/front.ts';
import { holdMember } from '../identity/front.ts';
import { openTask, recordMove } from '../tasks/front.ts';
import { payoutAccountOf } from '../verification/front.ts';
import { moveOrder } from './order/orders.ts';
import {
  effectOfReceipt,
  fundableCase,
  isBeingPaidOut,
  loanOfOrder,
  lockedLoanStatus,
  lockOrder,
  moveExposure,
  moveFunding,
  type OrderRow,
  wholeRefundOf,
} from './queries.ts';
import { endIfPaidBack } from './order/refund-sources.ts';
import { openRefunds, reasonText, withdrawRefund } from './order/refunds.ts';
import { isSameAccount, remainingOf, type Stored, type Use, useOf } from './rules.ts';
import { noticeKinds } from './words.ts';

/**
 * hooks.received.order: the order keeps the money that the bank received in time, up to its amount;
 * the rest is refunded. A payment from a stranger's account stays in suspense for a person to
 * check.
 */
export const receiveForOrder: Hooks['received']['order'] = async (work, receipt) => {
  const { tx } = work;
  const own = await loanOfOrder(tx, receipt.subjectId);
  if (!own) return { state: 'suspense', reason: '找不到這筆出資訂單' };
  if ((await holdMember(tx, own.memberId)) === null) {
    return { state: 'suspense', reason: '會員已關閉帳戶' };
  }
  const stranger = await strangerReason(work, own.memberId, receipt);
  if (stranger !== null) return { state: 'suspense', reason: stranger };
  await lockLoan(tx, own.loanId);
  const loan = await lockedLoanStatus(tx, own.loanId);
  const order = await lockOrder(tx, receipt.subjectId);
  const fundable = await fundableCase(tx, own.loanId);
  if (!fundable) throw new Error(`order ${order.id} in a case that was never listed`);
  const use = useOf(
    { amount: money(receipt.amount), at: receipt.at },
    {
      ...order,
      loanStatus: loan.status,
      room: remainingOf(fundable),
      refundFee: await refundFeeAt(tx, order.createdAt),
    },
  );
  await take(work, order, receipt, use);
  return { state: 'matched' } satisfies Reception;
};

/**
 * Returns why the payer is not the member; null if the payer is the member or the bank names no
 * payer.
 */
async function strangerReason(work: Work, memberId: number, receipt: Receipt) {
  // Cash paid at an ATM has no account behind it and counts as the member's own.
  if (receipt.type === 'atm_cash' || receipt.fromAccount === null) return null;
  const account = await payoutAccountOf(work.tx, work.services, memberId);
  if (!account) return '會員沒有生效中的銀行帳戶';
  const payer = { bank: receipt.fromBank, account: receipt.fromAccount };
  return isSameAccount(account, payer) ? null : '付款帳戶不是會員本人綁定的帳戶';
}

async function take(work: Work, order: OrderRow, receipt: Receipt, use: Use): Promise<void> {
  const { tx } = work;
  const paidAmount = add(order.paidAmount, use.kept);
  const completed = use.stored === 10 && order.stored !== 10;
  const after =
    use.kept > 0
      ? await moveOrder(
          work,
          order,
          { to: use.stored, paidAmount, ...(completed ? { paidAt: receipt.at } : {}) },
          use.revived ? 'order.revived' : 'order.received',
        )
      : order;
  if (use.revived) await moveExposure(tx, [{ memberId: order.memberId, reserved: order.amount }]);
  if (use.kept > 0) {
    await post(work, [
      {
        id: `order:${order.id}:receipt:${receipt.id}`,
        kind: 'order_receipt',
        on: receipt.day,
        loanId: order.loanId,
        entries: [
          { account: 'suspense', amount: use.kept },
          { account: 'order_funds', order: order.id, amount: negate(use.kept) },
        ],
      },
    ]);
  }
  if (use.back) {
    const from = { receiptId: receipt.id, on: receipt.day, thirdParty: receipt.thirdParty };
    await openRefunds(work, [{ order: after, back: use.back, whole: false, from }]);
  }
  await tellPayer(
    work,
    after,
    use,
    refundedTo({ own: !receipt.thirdParty, payer: receipt.thirdParty }),
  );
  if (!completed) return;
  const { target, paid } = await moveFunding(tx, order.loanId, {
    paid: order.amount,
    ...(use.revived ? { orders: 1 } : { reserved: negate(order.amount) }),
  });
  if (paid === target) await loanFunded(work, order.loanId);
}

async function tellPayer(work: Work, order: OrderRow, use: Use, to: string): Promise<void> {
  const orderNo = orderNoOf(order.id);
  const pay = `/investment/bank-transfer?order=${order.id}`;
  if (use.kept > 0 && order.stored === 5) {
    const lacking = formatMoney(subtract(order.amount, order.paidAmount));
    const values = { orderNo, paid: formatMoney(order.paidAmount), lacking };
    const said = work.now > order.payBy ? noticeKinds.paidInPartLate : noticeKinds.paidInPart;
    await tell(work, order.memberId, said(values, pay));
  } else if (use.kept > 0) {
    const amount = formatMoney(order.amount);
    await tell(work, order.memberId, noticeKinds.paid({ orderNo, amount }));
  }
  if (!use.back) return;
  const { amount, fee, reason } = use.back;
  const feeNote = fee > 0 ? `（扣除退款手續費 ${formatMoney(fee)}）。` : '，不收退款手續費。';
  const values = { orderNo, amount: formatMoney(amount), why: reasonText[reason], to, feeNote };
  await tell(work, order.memberId, noticeKinds.goingBack(values));
}

/**
 * hooks.reversed.order: the bank reverses a receipt. While the case is being funded, the order
 * becomes unpaid again; while the case is being signed, the order lacks the money until it is
 * replaced. If the disbursement or refund of the money was already ordered at the bank, the
 * platform covers the amount and claims it from the payer.
 */
export const reverseForOrder: Hooks['reversed']['order'] = async (work, receipt) => {
  const { tx } = work;
  const own = await loanOfOrder(tx, receipt.subjectId);
  if (!own) throw new Error(`receipt ${receipt.id} belongs to no order`);
  await lockLoan(tx, own.loanId);
  const loan = await lockedLoanStatus(tx, own.loanId);
  const order = await lockOrder(tx, receipt.subjectId);
  const { kept, refundId } = await effectOfReceipt(tx, order.id, receipt.id);
  const transfer = `order:${order.id}:receipt:${receipt.id}:reversed`;
  let missing = 0;
  if (kept > 0) {
    const signing = loan.status === 50 || loan.status === 55;
    const inTrust =
      order.stored === 20 && signing && !(await isBeingPaidOut(tx, order.loanId)).sent;
    if (order.stored === 5 || order.stored === 10 || inTrust) {
      await giveUp(work, order, kept, transfer);
    } else if (order.stored === 60 || order.stored === 65) {
      const whole = await wholeRefundOf(tx, order.id, receipt.thirdParty ? receipt.id : null);
      const taken = whole ? await withdrawRefund(work, whole.id, kept, transfer) : ZERO;
      if (taken > 0) await endIfPaidBack(work, order, 'reversed');
      missing += kept - taken;
    } else missing += kept;
  }
  const back = subtract(receipt.amount, kept);
  if (refundId !== null && back > 0) {
    missing += back - (await withdrawRefund(work, refundId, back, `${transfer}:back`));
  }
  return missing === 0 ? null : shortfallOf(work, order, money(missing));
};

/**
 * The order gives the money up and waits for payment again, unless its loan is already in signing.
 */
async function giveUp(work: Work, order: OrderRow, kept: Money, transfer: string): Promise<void> {
  const paidAmount = subtract(order.paidAmount, kept);
  const to: Stored = order.stored === 20 ? 20 : paidAmount === 0 ? 0 : 5;
  const paidAt = to === 20 ? order.paidAt : null;
  await moveOrder(work, order, { to, paidAmount, paidAt }, 'order.reversed');
  await post(work, [
    {
      id: transfer,
      kind: 'order_reversal',
      on: work.today,
      loanId: order.loanId,
      entries: [
        { account: 'order_funds', order: order.id, amount: kept },
        { account: 'suspense', amount: negate(kept) },
      ],
    },
  ]);
  if (to === 20) await callForAttention(work, order, '入帳經銀行沖正，補足前不可撥款', kept);
  const values = { orderNo: orderNoOf(order.id), amount: formatMoney(kept) };
  const link = `/investment/bank-transfer?order=${order.id}`;
  // While the loan is in signing, the money can be replaced until the disbursement, even after the
  // order's own deadline.
  const late = to !== 20 && work.now > order.payBy;
  await tell(
    work,
    order.memberId,
    (late ? noticeKinds.reversedLate : noticeKinds.reversed)(values, link),
  );
  if (order.stored !== 10) return;
  await moveFunding(work.tx, order.loanId, { paid: negate(order.amount), reserved: order.amount });
}

/**
 * The client money has already left the account, so the platform covers the amount and books a
 * claim on the payer.
 */
async function shortfallOf(work: Work, order: OrderRow, amount: Money): Promise<Shortfall> {
  await recordMove(work, {
    subject: { type: 'order', id: order.id },
    action: 'order.covered',
    from: order.stored,
    to: order.stored,
    snapshot: { amount },
  });
  const { loanId, memberId } = order;
  return { amount, loanId, memberId, label: `${orderNoOf(order.id)} 的入帳` };
}

function callForAttention(work: Work, order: OrderRow, why: string, amount: Money) {
  return openTask(work, {
    kind: 'attention',
    subject: { type: 'order', id: order.id, label: `${orderNoOf(order.id)} 入帳沖正` },
    detail: { why, amount, loanId: order.loanId },
  });
}
