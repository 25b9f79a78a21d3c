// Texts of the reasons why an account cannot be closed yet.

export const closingObstacles = {
  LOAN: '還有進行中或未結清的申貸案',
  ORDERS: '還有待付款或募集中的出資訂單',
  HOLDINGS: '還有回收中的出資',
  REFUNDS: '還有尚未匯出的退款',
  PAYOUTS: '還有尚未匯出的款項',
} as const;
export type ClosingObstacle = keyof typeof closingObstacles;
