// The text of a negotiated contract.
import { formatRoc, type Day } from '#contract/core/day.ts';
import { formatPercent, thousands, type Money } from '#contract/core/money.ts';
import type { PlanFigures } from '#contract/servicing/negotiation.ts';
import type { Clause } from './contract-text.ts';
import { chineseNumber } from './numerals.ts';

/**
 * Returns the clauses with the new terms, based on article 11 of the loan contract. Law: Civil Code
 * 205, 233, 271, 318, 321–323, 343.
 */
export function negotiationClauses(terms: {
  contractNo: string;
  baseOn: Day;
  after: PlanFigures;
  waived: Money;
}): Clause[] {
  const { contractNo, baseOn, after, waived } = terms;
  const grace =
    after.graceMonths > 0 ? `前${chineseNumber(after.graceMonths)}期為寬限期，僅付利息；其後` : '';
  const bodies: [string, ...string[]][] = [
    [
      '依據及性質',
      `本契約依借貸契約（編號 ${contractNo}，下稱「原契約」）第十一條訂定，變更原契約之還款條件；` +
        '未變更之條款繼續有效，不因而成立新債務，亦不影響各出資人債權之比例。',
    ],
    [
      '新還款條件',
      `以${formatRoc(baseOn)}之未還本金 NT$ ${thousands(after.principal)} 為新本金，自同日起改按年利率 ` +
        `${formatPercent(after.annualRate)} 計息；${grace}按本息平均攤還，各期金額及應還日如附表一。`,
      `截至同日之積欠利息、遲延利息及違約金，除免除者外合計 NT$ ${thousands(after.arrears)}，不再計息，` +
        '於寬限期後各期平均分攤，列於附表一「分攤積欠」欄。',
      ...(waived > 0
        ? [
            `全體出資人同意免除 NT$ ${thousands(waived)}，免除部分於本契約生效時消滅（民法第三百四十三條）。`,
          ]
        : []),
    ],
    [
      '抵充及逾期',
      '各期還款依原契約第七條之順序抵充；分攤之積欠利息、遲延利息及違約金，各依其種類抵充。',
      '依本契約應還之款項逾期者，適用原契約第九條及第十條，並按本契約之利率計算遲延利息及違約金；' +
        '對分攤之積欠不計遲延利息。',
      '本契約全部積欠清償前，不受理部分提前清償；全部清償得隨時為之。',
    ],
    [
      '生效',
      '借款人於期限內以登入帳號及一次性驗證碼或通行密鑰同意後，由出資人於七日內表示同意；同意之' +
        '未受償本金達三分之二時立即生效，並拘束全體出資人。',
      '本契約生效時，案件恢復還款，原契約第十條之催告及全部到期之效力終止。',
      '借款人未於期限內同意，或出資人之同意未達三分之二者，本契約不生效力，依原契約第十一條進行' +
        '法律程序。',
      '自擬定本契約之日起至生效或不成立之日止，所收款項列為預收款；生效後依附表一抵充，不成立時依' +
        '收款日按原契約抵充。',
    ],
    [
      '電子文件',
      '本契約以電子文件訂立，適用原契約關於個人資料、電子簽章、通知、準據法及管轄之約定。',
    ],
  ];
  return bodies.map(([title, ...paragraphs], i) => ({
    title: `第${chineseNumber(i + 1)}條　${title}`,
    paragraphs,
  }));
}
