// Labels of what the page of the system's health shows.
import type { ExceptionKind, Health } from './health.ts';

/** Labels of the hash chains and of their signed heads, which are stored outside the database. */
export const chainText = {
  audit: '稽核紀錄',
  ledger: '帳務交易',
  heads: '資料庫外的鏈頭',
} as const;

/** How often a job runs. */
export const jobEachText: Record<Health['jobs'][number]['each'], string> = {
  minute: '每分鐘',
  day: '每日',
  closedDay: '銀行結帳後',
};

export const exceptionText: Record<ExceptionKind, string> = {
  difference: '對帳差異',
  returned: '退回的匯款',
  batch: '未送出的付款批次',
  job: '失敗的排程',
  bankDay: '未結帳的銀行日',
  overdue: '逾期的工作',
};
