// The text that a member signs to authorise debits. Each version stays as it was signed.

/** Rules of the text, which the program follows. */
export const FAILURES_TO_PAUSE = 2;

type AuthorisationText = { version: number; title: string; clauses: readonly string[] };

export type Creditor = { name: string; number: string };

/** Returns the text in force. A changed text needs the next version number. */
export function authorisationText({ name, number }: Creditor): AuthorisationText {
  return {
    version: 1,
    title: '委託轉帳代收款項授權書',
    clauses: [
      `本人授權${name}（統一編號 ${number}）經臺灣票據交換所的媒體交換業務（ACH），` +
        '自下列本人帳戶扣取本授權書勾選的款項，存入信託專戶。',
      '還款：於每期應還日扣取當日應還而未還的金額；應還日不是營業日時，順延至次一營業日。' +
        '出資：於訂單成立後扣取該筆訂單尚未付清的金額。',
      '每次扣款不超過本人設定的上限；超過時不扣款，由本人自行轉帳。',
      '扣款前一日會以通知告知金額。存款不足等原因未能扣款時，於若干營業日後再扣一次；' +
        `連續 ${FAILURES_TO_PAUSE} 次未成功即暫停扣款，由本人自行轉帳，逾期責任依原契約。`,
      '本人得隨時於網站停止授權。扣款日前一日（含）以前停止者，該次不再扣款；' +
        '已送交銀行的扣款不受影響。',
      '同一筆款項如重複付款，多付的金額退回本人帳戶。',
      '本人以簡訊驗證或通行密鑰簽署本授權書，與親筆簽名有相同效力，並同意提供身分證統一編號與帳號予銀行核印。',
    ],
  };
}
