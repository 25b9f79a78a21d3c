// Labels of the subjects of tasks and audit rows, for screens and exported tables.

export const subjectText = {
  member: '會員',
  loan: '申貸案',
  order: '出資訂單',
  receipt: '入帳',
  payment: '匯款',
  refund: '退款',
  payout: '收益撥付',
  negotiation: '協商',
  negotiation_request: '協商申請',
  poll: '違約投票',
  measure: '催收處置',
  account_change: '帳戶變更',
  financial_statement: '財力證明',
  holiday: '假日',
  setting: '設定',
  operator: '同事',
  audit: '稽核紀錄',
  article: '文章',
  question: '常見問題',
  synonyms: '同義詞',
  ad: '廣告',
  image: '圖片',
  policy: '政策',
  broadcast: '群發',
  delivery: '寄送紀錄',
  batch: '付款批次',
  reconciliation: '每日對帳',
  bank_day: '銀行日結',
  difference: '對帳差異',
  layout: '對帳單格式',
  statement: '對帳單',
  policy_version: '政策版本',
  plan: '方案',
  plan_version: '方案版本',
  task: '待辦',
  calendar: '行事曆',
  payout_day: '撥付日',
  ceiling: '每小時上限',
  security_alarm: '資安警示',
  file: '檔案',
} as const;
export type SubjectType = keyof typeof subjectText;

/** Returns the label of a stored type; null for a type that is no longer in use. */
export const subjectWord = (type: string): string | null =>
  (subjectText as Record<string, string | undefined>)[type] ?? null;
