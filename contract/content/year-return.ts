// The return of the last 12 months: one name and one definition for the home page and statistics.

export const yearReturn = {
  name: '近\u00a012\u00a0個月實際年化報酬率（已扣損失）',
  /** For the head of a column. */
  short: '近\u00a012\u00a0個月實際年化報酬率',
  definition:
    '全體出資人近 12 個月的實際現金流量（撥款、收回的本金、利息與違約金，扣除出資人手續費），' +
    '加計期末在貸餘額，以內部報酬率換算為年率，捨去至 0.1%；' +
    '逾期 30 天以上與已轉銷的本金以零計算。過去績效不代表未來結果。',
} as const;
