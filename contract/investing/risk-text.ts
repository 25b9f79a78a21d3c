// The versioned risk text that investors agree to, identical on pages and in documents.

/**
 * Increased with every change of the texts below; orders and assessments store the version to which
 * the investor agreed.
 */
export const RISK_VERSION = 1;

/**
 * The first version of the text; orders placed before versions were recorded agreed to this one.
 */
export const riskPoints: readonly string[] = [
  '借款人可能遲延或不還款；您可能無法收回全部或部分本金，以及預期的利息。',
  '本案沒有擔保。平台不是保證人，不保證本金與收益。',
  '出資不是存款，不受存款保險保障。',
  '撥款後到案件結清前，無法提前取回；借款人可以提前清償，屆時利息會減少。',
  '逾期案件的協商或法律程序可能費時，費用與結果都不確定。',
  '頁面上的收回金額與年化是依約定還款的試算，不是承諾。',
];

/**
 * Returns sentences that explain the consequences of an order; the page where the order is placed
 * shows them.
 */
export function orderTerms(installments: number): readonly string[] {
  return [
    '訂單成立後保留您的金額；期限內未轉足即失效，名額釋出給其他出資人。',
    '款項進入銀行信託專戶。案件募滿、借款人完成簽約後撥款；未募滿或未簽約時，全額退回您的本人帳戶。',
    '撥款後您會收到個人的出資契約，載明您的債權金額、利率與各期日期。',
    `借款人每期還款依出資比例分配，扣除手續費後撥回您的本人帳戶；共 ${installments} 期。`,
    '撥款後到案件結清前，無法提前取回。借款人可以提前清償，屆時利息會減少。',
  ];
}
