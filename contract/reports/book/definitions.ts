// What each figure of the statistics means and from which fields of the files it follows, so that
// anybody can calculate it again.
import { RETURN_MONTHS } from './fields.ts';

export type Definition = { id: string; name: string; text: string };

/** Definitions in the order in which the page lists them; `id` is also the anchor on the page. */
export const definitions = [
  {
    id: 'outstanding',
    name: '在貸餘額',
    text: 'loans 的 principal_outstanding 合計。轉銷後仍在追償的本金包含在內，不含利息與費用；件數為餘額大於 0 的借款。',
  },
  { id: 'lent', name: '累計撥款', text: 'loans 的 principal 合計，件數為 loans 的列數。' },
  {
    id: 'repaid',
    name: '累計還款',
    text:
      'repayments 的 amount 依 class 合計：本金為 principal，利息為 interest，' +
      '逾期費用為 lateInterest 與 penalty。',
  },
  { id: 'state', name: '借款狀態', text: 'loans 依 state 分組的件數、撥款本金與未償本金。' },
  {
    id: 'default',
    name: '違約率',
    text:
      'defaulted_principal 合計除以 principal 合計，無條件進位至 0.01%。' +
      '依 disbursed_month 所屬的季與 grade 分組。補繳後恢復正常的借款仍計為曾經違約。',
  },
  {
    id: 'recovery',
    name: '違約收回率',
    text:
      'recovered_principal 合計除以 defaulted_principal 合計，無條件捨去至 0.01%。' +
      '依 defaulted_month 所屬的季分組。',
  },
  {
    id: 'return',
    name: '扣除損失後的年化報酬率',
    text:
      `最近 ${RETURN_MONTHS} 個完整月份的收益減服務費、減當月轉銷本金、加轉銷後收回的本金，合計後乘以 12，` +
      '除以各月月初餘額的合計，無條件捨去至 0.01%。收益為 repayments 中本金以外各科目的 to_investors；' +
      '月初餘額為此前月份的撥款本金，減 phase 不是 after_write_off 的已還本金，再減轉銷本金。' +
      '過去績效不代表未來結果。',
  },
  {
    id: 'expected',
    name: '再扣預期損失的年化報酬率',
    text: '前項的分子再減 loans 中 state 不是 written_off 的 expected_loss 合計。',
  },
  {
    id: 'late',
    name: '逾期 30 天以上比率',
    text:
      'late_band 為 31-90、91-180、181+ 的 principal_outstanding 合計，' +
      '除以全部 principal_outstanding 合計，無條件進位至 0.01%。',
  },
  {
    id: 'funding',
    name: '募滿時間中位數',
    text: 'hours_to_fund 由小到大排列，取最先使件數達到一半的數值；沒有紀錄的借款不計。',
  },
  {
    id: 'months',
    name: '各月月底餘額',
    text:
      '至當月為止的撥款本金，減 phase 不是 after_write_off 的已還本金，再減轉銷本金；' +
      '與在貸餘額不同，不含已轉銷的本金。',
  },
] as const satisfies readonly Definition[];

export type DefinitionId = (typeof definitions)[number]['id'];
