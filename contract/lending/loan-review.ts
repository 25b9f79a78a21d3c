// Documents a reviewer may request, and reasons for rejecting an application or withdrawing an
// offer, in the wording the borrower reads.

/** Documents that can be requested again, by the name used in requests and uploads. */
export const supplementItems = {
  financial: '財力證明',
  job: '工作證明',
  id: '身分證件',
  other: '其他文件',
} as const;
export type SupplementItem = keyof typeof supplementItems;

/** Documents that the borrower may add without a request before submitting the application. */
export const voluntaryItems = ['job', 'other'] as const satisfies readonly SupplementItem[];

/** Returns the text for an item; an unknown item gets the general text 補充文件. */
export function supplementText(item: string): string {
  return Object.hasOwn(supplementItems, item)
    ? supplementItems[item as SupplementItem]
    : '補充文件';
}

export type RejectReason = { code: string; text: string; advice: string };

/** Reasons for rejecting an application; each also says what would help the next time. */
export const rejectReasons: readonly RejectReason[] = [
  {
    code: 'DEBT_RATIO',
    text: '每月還款占收入的比例偏高',
    advice: '先清償部分貸款或信用卡循環餘額，或降低申請金額、拉長期數。',
  },
  {
    code: 'INCOME',
    text: '收入不足以負擔申請的金額',
    advice: '降低申請金額，或補充其他固定收入的證明。',
  },
  {
    code: 'TENURE',
    text: '現職年資較短',
    advice: '現職滿六個月後再申請，並附上勞保異動明細。',
  },
  {
    code: 'DOCUMENTS',
    text: '文件無法佐證所填寫的資料',
    advice: '準備清楚、完整且近期的收入與在職證明。',
  },
  {
    code: 'CREDIT',
    text: '近期有貸款或信用卡的遲繳紀錄',
    advice: '維持按時還款，累積一段穩定的還款紀錄。',
  },
  {
    code: 'PURPOSE',
    text: '資金用途不符合規定',
    advice: '確認用途不在禁止項目內，並說明實際用途。',
  },
  {
    code: 'POLICY',
    text: '不符合方案的申請條件',
    advice: '參考方案頁的申請條件，選擇適合您職業的方案。',
  },
];

/** Returns the reason with this code, or null if it is not in the list. */
export function rejectReasonOf(code: string | null | undefined): RejectReason | null {
  return rejectReasons.find((reason) => reason.code === code) ?? null;
}

/**
 * Why an offer may be withdrawn before it is accepted: as an operator chooses it, and as the
 * borrower reads it.
 */
export const withdrawalCauses = {
  error: { text: '我們的錯誤', told: '我們核定的條件有誤' },
  fact: { text: '有新的事實', told: '核准後得知新的資料，需要重新評估' },
} as const;
export type WithdrawalCause = keyof typeof withdrawalCauses;
export const withdrawalCauseNames = Object.keys(withdrawalCauses) as [
  WithdrawalCause,
  ...WithdrawalCause[],
];

/**
 * Returns the rejection message: the reason in the reviewer's wording, what would help, and when to
 * apply again.
 */
export function rejectionWords(of: {
  caseNo: string;
  reason: string;
  advice: string | null;
  /** Formatted as 2026/11/20. */
  reapplyOn: string;
}): string {
  const advice = of.advice ? `建議：${of.advice}` : '';
  return (
    `案號 ${of.caseNo} 未能核准。原因：${of.reason.replace(/。$/, '')}。${advice}` +
    `最早可於 ${of.reapplyOn} 再次申請，這次申請沒有產生任何費用。`
  );
}
