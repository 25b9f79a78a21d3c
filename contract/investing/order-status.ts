// The statuses of an order: their texts, the allowed moves, and which statuses follow from the
// loan's status.
import type { LoanStatus, StatusWords } from '../lending/loan-status.ts';

export const ORDER = {
  0: { code: 'awaiting_payment', text: '待付款', tone: 'attention', action: '查看匯款資訊' },
  5: { code: 'partially_paid', text: '部分付款', tone: 'attention', action: '查看匯款資訊' },
  10: { code: 'paid', text: '已付款，待滿額', tone: 'info' },
  15: { code: 'awaiting_disbursement', text: '已滿額，待撥款', tone: 'info' },
  20: { code: 'active', text: '還款中', tone: 'progress', action: '查看還款' },
  25: { code: 'overdue', text: '逾期', tone: 'problem', action: '查看還款' },
  30: { code: 'violation', text: '違約', tone: 'problem', action: '查看還款' },
  35: { code: 'negotiating', text: '協商中', tone: 'attention', action: '查看協商方案' },
  38: { code: 'legal', text: '法律程序', tone: 'problem', action: '查看還款' },
  40: { code: 'closed', text: '已結清', tone: 'done', action: '查看還款' },
  50: { code: 'expired', text: '逾期未付', tone: 'neutral', action: '重新出資' },
  55: { code: 'cancelled', text: '已取消', tone: 'neutral' },
  60: { code: 'refunding', text: '退款中', tone: 'info' },
  65: { code: 'refunded', text: '已退款', tone: 'neutral' },
} as const satisfies Record<number, StatusWords>;

export type OrderStatus = keyof typeof ORDER;
export type OrderStatusCode = (typeof ORDER)[OrderStatus]['code'];

/** All statuses in numerical order. */
export const orderStatuses = Object.keys(ORDER).map(Number) as readonly OrderStatus[];

/**
 * The only allowed moves from each status. 10 → 0, 10 → 5 and 5 → 0 are reversals at the bank; 50 →
 * 10 revives an order whose payment was made in time but arrived after expiry. 65 → 60 is a refund
 * that the bank returned after confirming it; 20, 25 → 15 are orders whose loan's disbursement was
 * returned.
 */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  0: [5, 10, 50, 55],
  5: [0, 10, 50],
  10: [0, 5, 15, 60],
  15: [10, 20, 60],
  20: [15, 25, 30, 40],
  25: [15, 20, 30, 40],
  30: [20, 35, 38, 40],
  35: [20, 38, 40],
  38: [20, 40],
  40: [],
  50: [10, 60],
  55: [],
  60: [65],
  65: [60],
};

/** Statuses that the table stores; a funded order takes its status from its loan. */
export const storedOrderStatuses = [0, 5, 10, 50, 55, 60, 65, 'funded'] as const;
export type StoredOrderStatus = (typeof storedOrderStatuses)[number];

/**
 * The status of a funded order by its loan's status; null if a loan of that status has no funded
 * orders.
 */
export const fundedOrderStatus: Record<LoanStatus, OrderStatus | null> = {
  0: null,
  10: null,
  15: null,
  20: null,
  30: null,
  40: null,
  50: 15,
  55: 15,
  60: 20,
  61: 25,
  65: 25,
  70: 30,
  75: 35,
  80: 38,
  90: 40,
  95: 38,
  96: null,
  97: null,
  98: null,
  99: null,
};

/**
 * Returns an order's status from the stored one and its loan's. Throws RangeError if the two cannot
 * occur together.
 */
export function orderStatusOf(stored: StoredOrderStatus, loan: LoanStatus): OrderStatus {
  if (stored !== 'funded') return stored;
  const status = fundedOrderStatus[loan];
  if (status === null) throw new RangeError(`a funded order in a loan of status ${loan}`);
  return status;
}

/** Returns the stored form of a status: 15–40 are all stored as `funded`. */
export function storedOrderStatusOf(status: OrderStatus): StoredOrderStatus {
  return status >= 15 && status <= 40 ? 'funded' : (status as StoredOrderStatus);
}

export function isOrderStatus(n: number): n is OrderStatus {
  return Object.hasOwn(ORDER, n);
}

export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return orderMoves[from].includes(to);
}

/**
 * Returns whether an order's stored status may change from `from` to `to`. Several statuses of an
 * order share one stored value, so the change is allowed if it is allowed for at least one of them.
 */
export function canMoveStoredOrder(from: StoredOrderStatus, to: StoredOrderStatus): boolean {
  if (from === to) return false;
  return orderStatuses.some(
    (status) =>
      storedOrderStatusOf(status) === from &&
      orderMoves[status].some((next) => storedOrderStatusOf(next) === to),
  );
}

/**
 * Returns whether an order is over. A refunded order counts as over, although the bank may still
 * return its refund.
 */
export function isOrderOver(status: OrderStatus): boolean {
  return status === 65 || orderMoves[status].length === 0;
}

/** Returns the texts of a status for `statusCode`, `statusText`, the tag and the next action. */
export function orderWords(status: OrderStatus): StatusWords & { readonly code: OrderStatusCode } {
  return ORDER[status];
}
