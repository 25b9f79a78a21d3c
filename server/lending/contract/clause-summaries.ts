// One plain sentence for each clause of the loan contract, which the signer sees beside the clause.
// Only the clause is binding, so a sentence contains no figure that the clause might change.

/** Keyed by the title of the clause. */
const summaries: Readonly<Record<string, string>> = {
  當事人及契約性質: '您向多位出資人借款，平台負責媒合與收付，不是貸款人，也不是保證人。',
  借款金額及債權分配: '每位出資人各借給您一部分，您的還款會依比例分給他們。',
  利率及總費用年百分率: '利率固定，借款期間不會調高；總費用年百分率把費用也算進去，方便比較。',
  撥款及起息: '錢匯進您的帳戶那天起才開始計息；沒有撥款就沒有利息與費用。',
  還款方式: '每月還一次，金額與日期都列在附表一；遇到假日可以順延到下一個營業日。',
  費用: '平台服務費與匯費在撥款時收一次，除了條文列出的項目，不會再收其他費用。',
  抵充順序: '您還的錢先抵利息，再抵本金；多付的部分可以退還或提前清償。',
  提前清償: '隨時可以提前還一部分或全部；只有前幾期提前還才收手續費。',
  遲延利息及違約金: '超過寬限天數仍未還，才會計收遲延利息與違約金，而且合計不超過法定上限。',
  喪失期限利益: '逾期太久又沒有在通知的期限內補繳，剩下的借款可能要一次還清。',
  出資人之多數決及協商: '逾期太久時，由出資人投票決定與您協商新的還款方式，或交由法律程序處理。',
  信託專戶及資金流向: '所有款項都存放在銀行的信託專戶，和平台自己的錢分開。',
  風險揭露及無保證: '平台不替您擔保，出資人自行承擔您不還款的風險。',
  債權之行使及移轉: '出資人若把債權轉讓給別人，必須通知您，否則對您不生效力。',
  借款人之聲明及義務: '您提供的資料必須真實，有變更要更新；催收時不得騷擾或告訴無關的人。',
  個人資料之處理: '您的個人資料只用於這份契約與法令要求的事項，您可以隨時查詢或更正。',
  電子文件及電子簽章: '在線上簽署和親筆簽名有相同效力，契約完成後無法再更改。',
  通知: '重要通知會寄到您留的電子郵件與手機，資料有變更請記得更新。',
  契約之成立及效力: '您在期限內簽署，契約才成立；撥款之後才生效。',
  準據法及管轄: '依中華民國法律；真的需要訴訟時，由約定的法院處理，您仍可選擇對您有利的法院。',
};

/**
 * Returns the sentence for a numbered title, which is a number, an ideographic space and a name.
 */
export function summaryOf(title: string): string {
  const [, name = title] = title.split('　');
  const summary = summaries[name];
  if (summary === undefined) throw new Error(`the clause has no plain sentence: ${name}`);
  return summary;
}
