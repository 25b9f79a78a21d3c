// The text of the loan contract, shared by the PDF and the page that shows it.
import type { RepaymentMethod, DueRule } from '#contract/law/schedule.ts';
import { repaymentMethodText } from '#contract/law/schedule.ts';
import { formatRoc, type Day } from '#contract/core/day.ts';
import {
  formatPercent,
  formatRate,
  percentOfBps,
  thousands,
  type Money,
} from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import type { ServicingTerms } from '#contract/servicing/terms.ts';
import { chineseNumber, moneyInWords } from './numerals.ts';

export type Clause = { title: string; paragraphs: string[] };

/**
 * The facts on which the text depends. Amounts are in whole NT$, rates in basis points, the APR in
 * percent.
 */
export type ContractTerms = {
  principal: Money;
  rateAnnualBps: number;
  apr: number;
  periods: number;
  method: RepaymentMethod;
  dueRule: DueRule;
  /** Total of the first instalment and of the last one, which contains the rounding differences. */
  instalment: Money;
  instalmentLast: Money;
  totalInterest: Money;
  platformFee: Money;
  remittanceFee: Money;
  netDisbursement: Money;
  /** Terms for the grace period, the penalty, the violation, and the prepayment fee. */
  servicing: ServicingTerms;
  /** Null until the number of investors is known. */
  investorCount: number | null;
  /** The purpose of the loan as stated by the borrower. */
  purpose: string;
  /** The bank's value date of the disbursement; unknown before the disbursement. */
  disbursedOn?: Day;
  trustBank: string;
  platform: { name: string; company: string };
  /** The agreed court of first instance. */
  court: string;
};

/**
 * The contract between one borrower and all investors of a case, with the platform acting for the
 * investors. Law: Civil Code 203–207, 233, 250–252, 271, 321–323, 474 ff.; Electronic Signatures
 * Act; Personal Data Protection Act 8; Consumer Protection Act 11-1 and 47.
 */
export function contractClauses(terms: ContractTerms): Clause[] {
  const bodies = [
    ...moneyClauses(terms),
    ...repaymentClauses(terms),
    ...defaultClauses(terms.servicing),
    ...platformClauses(terms),
    ...formClauses(terms),
  ];
  return bodies.map(([title, ...paragraphs], i) => ({
    title: `第${chineseNumber(i + 1)}條　${title}`,
    paragraphs,
  }));
}

type Body = [title: string, ...paragraphs: string[]];

const counted = (investors: number | null) =>
  investors === null ? '' : `（合計 ${investors} 人）`;

function moneyClauses(terms: ContractTerms): Body[] {
  const { platform } = terms;
  return [
    [
      '當事人及契約性質',
      `本契約由首頁所載之借款人，與附表二所列各出資人${counted(terms.investorCount)}，` +
        `透過${platform.company}（下稱「平台」）經營之「${platform.name}」網路借貸媒合平台，` +
        '以電子文件訂立，為民法第四百七十四條之消費借貸契約。',
      '各出資人為其出資金額範圍內之債權人，各有獨立且可分之債權（民法第二百七十一條），' +
        '相互間不負連帶責任，亦無優先次序。',
      '平台為媒合及帳務服務之提供者，並受全體出資人委任處理本契約之通知、收付指示、催理及' +
        '第十一條所定事項；平台非貸與人，亦非借款人或出資人之保證人。',
      '為保護個人資料，契約正本中出資人以訂單編號表示，姓名予以遮蔽；各出資人另取得載明本人' +
        '姓名及債權金額之節本，節本並記載正本之雜湊值，與正本有同一效力。',
    ],
    [
      '借款金額及債權分配',
      `借款本金為${moneyInWords(terms.principal)}（NT$ ${thousands(terms.principal)}），` +
        '由各出資人依附表二所列金額分別貸與。',
      `借款用途為「${terms.purpose}」，借款人不得用於違反法令或公序良俗之目的。`,
      '借款人之各筆還款，按各出資人出資金額占借款本金之比例，以累計金額計算並分配；' +
        '不足一元之部分，分配予依該比例最早應得次一元之出資人，分配總額與還款金額相等。',
    ],
    [
      '利率及總費用年百分率',
      `借款利率為固定年利率 ${formatRate(terms.rateAnnualBps)}，` +
        '於契約期間內不調整。約定利率超過民法第二百零五條所定週年百分之' +
        `${chineseNumber(percentOfBps(RATE_CAP_BPS))}者，超過部分之約定無效。`,
      `總費用年百分率為 ${formatPercent(terms.apr)}，係以撥款日為計算基準，依借款人實際取得` +
        '之金額、各期還款金額及第六條由借款人負擔之費用計算，供借款人比較資金成本之用；' +
        '其中費用非屬利息。',
      '利息不得預先扣除，亦不得滾入本金再生利息（民法第二百零六條、第二百零七條）。',
    ],
    [
      '撥款及起息',
      '借款人完成簽署後，平台應指示信託銀行，將借款本金扣除第六條第一項費用後之餘額 ' +
        `NT$ ${thousands(terms.netDisbursement)}，匯入借款人經平台驗證之本人帳戶。`,
      '借款交付於匯入借款人帳戶時完成，並自銀行入帳日起計息；各出資人自同日起取得利息。',
      terms.disbursedOn === undefined
        ? '本契約簽署時撥款日尚未確定，附表一以「撥款後第幾個月」表示應還日。撥款完成後，' +
          '平台應作成載明各期日期之還款計畫確認書，加蓋電子印鑑並寄送借款人及出資人，' +
          '該確認書為本契約之一部分。'
        : `本借款已於${formatRoc(terms.disbursedOn)}撥付，各期應還日如附表一。`,
      '銀行退回撥款者，借款人應於三個營業日內更正帳戶並重行辦理；在完成撥款前，' +
        '借款人不負擔利息及任何費用。',
    ],
  ];
}

function repaymentClauses(terms: ContractTerms): Body[] {
  const last =
    terms.instalment === terms.instalmentLast
      ? ''
      : `，末期因整數調整為 NT$ ${thousands(terms.instalmentLast)}`;
  return [
    [
      '還款方式',
      `借款分 ${terms.periods} 期，以「${repaymentMethodText[terms.method].clause}」方式按月清償；首期應還` +
        ` NT$ ${thousands(terms.instalment)}${last}，利息總額 NT$ ${thousands(terms.totalInterest)}，` +
        '明細如附表一。各期利息以未還本金乘以年利率除以十二計算，四捨五入至元。',
      terms.dueRule === 'ANNIVERSARY'
        ? '各期應還日為撥款日之每月相當日；該月無相當日者，以該月末日為應還日。'
        : '各期應還日為每月十日；首期應還日距撥款日至少二十日，畸零日數按實際天數以一年' +
          '三百六十五日計息。',
      '應還日為非營業日者，借款人得於次一營業日清償，不另加計利息。',
      '借款人應將款項匯入平台提供之還款專屬虛擬帳號。是否如期清償，以銀行記載之入帳時間為準。',
    ],
    [
      '費用',
      `借款人應負擔平台服務費 NT$ ${thousands(terms.platformFee)} 及撥款匯費` +
        ` NT$ ${thousands(terms.remittanceFee)}（均含營業稅），於撥款時一次收取；` +
        '未撥款者不收取。',
      '除前項、第八條之提前清償手續費、第九條之遲延利息及違約金，以及依法得請求之訴訟或' +
        '執行費用外，借款人不負擔其他費用。',
      '出資人服務費由平台與出資人另行約定，與借款人無涉，亦不增加借款人之負擔。',
    ],
    [
      '抵充順序',
      '借款人之還款依下列順序抵充，同一順序中以先到期者為先（民法第三百二十一條至第' +
        '三百二十三條）：已代墊之訴訟及執行費用、到期利息、遲延利息、到期本金、違約金。',
      '抵充後尚有餘額，而次期應還日在十日以內者，抵充次期款項；其餘列為預收款，借款人得隨時' +
        '申請退還，或指示作為提前清償。',
    ],
    [
      '提前清償',
      '借款人得隨時清償本金之全部或一部，平台及出資人不得拒絕，借款人亦無須於一個月前預告；' +
        '本條不影響借款人依民法第二百零四條享有之權利。',
      '全部清償之金額為未還本金、自前次應還日起至清償日止按實際天數計算之利息，及第四項之' +
        '手續費；平台應依申請即時提供金額，效力至當日二十三時五十九分止。',
      '一部清償應無逾期款項，且金額為 NT$ 1,000 之整數倍並不少於 NT$ 10,000；應先抵充當期' +
        '已生之利息，借款人得選擇縮短期數，或維持期數而降低每期金額' +
        `${leastClause(terms.servicing)}。`,
      prepaymentFeeClause(terms.servicing),
    ],
  ];
}

/** Returns what limits a lower instalment; empty in contracts from before there was a least one. */
const leastClause = ({ instalmentMin }: ServicingTerms): string =>
  instalmentMin
    ? `；含本金之一期不少於 NT$ ${thousands(instalmentMin)}（餘額較少者為該餘額），期數因此減少`
    : '';

/** Returns the clause on the prepayment fee, who receives it, and until when it applies. */
function prepaymentFeeClause(terms: ServicingTerms): string {
  const { prepaymentFeeBps, prepaymentFeeInstalments: first } = terms;
  const { prepaymentCreditorsPercent: percent } = terms;
  if (prepaymentFeeBps === 0 || first === 0) return '提前清償不收取手續費。';
  const part = percent === 50 ? '其半數' : `其百分之${chineseNumber(percent)}`;
  const whose = percent === 0 ? '全數由平台收取' : `${part}歸出資人`;
  return (
    `於前 ${first} 期內提前清償者，按提前清償之本金收取 ${formatRate(prepaymentFeeBps)}` +
    ` 之手續費，${whose}；第 ${first + 1} 期起免收。`
  );
}

/** Returns the grace period in Chinese, such as 七日; without grace, the due date itself. */
const graceText = ({ graceDays }: ServicingTerms) =>
  graceDays === 0 ? '當日' : `${chineseNumber(graceDays)}日內`;

/** Returns the penalty clause: each step with its last day overdue, then the overall limit. */
function penaltyClause({ penaltySteps }: ServicingTerms): string {
  const steps = penaltySteps.map(({ throughDay, tenths }, i) => {
    const before = penaltySteps[i - 1]?.throughDay;
    const days =
      before === undefined
        ? `逾期在${chineseNumber(throughDay)}日以內部分`
        : `超過${chineseNumber(before)}日部分`;
    return tenths === 0
      ? `${days}，不計違約金`
      : `${days}，按本契約利率百分之${chineseNumber(tenths * 10)}`;
  });
  const last = chineseNumber(penaltySteps.at(-1)?.throughDay ?? 0);
  return `前項情形另計違約金：${steps.join('；')}；均就逾期本金計算，最長合計${last}日。`;
}

function defaultClauses(terms: ServicingTerms): Body[] {
  const grace = graceText(terms);
  const late = `逾期超過${chineseNumber(terms.violationFromDay - 1)}日`;
  const after = terms.graceDays === 0 ? '當日' : `逾${chineseNumber(terms.graceDays)}日`;
  const cap = `週年百分之${chineseNumber(percentOfBps(RATE_CAP_BPS))}`;
  return [
    [
      '遲延利息及違約金',
      `借款人於應還日（遇非營業日順延後）起${grace}補足者，不計遲延利息及違約金。${after}仍未補足` +
        '者，自逾期第一日起，就逾期本金按本契約利率以實際天數、一年三百六十五日計算遲延利息；' +
        '逾期本金於該期間不另計約定利息，對於利息不再計算遲延利息（民法第二百三十三條）。',
      penaltyClause(terms),
      `遲延利息與違約金之年率合計不得超過${cap}，超過部分不計；借款人並得依民法第` +
        '二百五十二條請求法院酌減違約金。',
      '違約金全數分配予出資人，平台不得保留。',
    ],
    [
      '喪失期限利益',
      '有下列情形之一者，平台得代表出資人以書面或電子郵件定七日以上之期間催告；借款人屆期未' +
        '補正者，未到期之本金視為全部到期：（一）任一期款項' +
        `${late}；（二）提供虛偽之` +
        '身分、職業、收入或財力資料，足以影響核貸；（三）受破產或清算程序之聲請，或財產受強制' +
        '執行致有不能清償之虞。',
      '催告期間屆滿前，借款人清償全部逾期款項、遲延利息及違約金者，恢復原分期；已進行之表決' +
        '不生效力。',
      '全部到期後，自到期日起就未還本金依前條計算遲延利息及違約金，不再計算約定利息。',
    ],
    [
      '出資人之多數決及協商',
      `${late}時，平台應通知全體出資人，` +
        '於七日內以未受償本金為權數，就「同意協商」或' +
        '「委託法律程序」表決。參與表決之權數達總權數三分之一以上，並以已表決（不含棄權）權數' +
        '過半數之意見為決議；未達門檻或票數相同者，由平台以受任人之注意義務決定。',
      '同意協商者，平台得提出新還款方案，其利率不得高於原利率，展延不得超過二十四期，寬限期' +
        '不得超過六個月。方案應先經借款人於三日內以一次性驗證碼或通行密鑰同意，再由出資人於' +
        '七日內表決；經借款人及未受償本金三分之二以上之出資人同意者生效，並拘束全體出資人。',
      '協商不成立，或決議委託法律程序者，平台得為全體出資人委任律師，聲請支付命令、起訴、聲請' +
        '強制執行、陳報債權及受領給付；所得款項扣除代墊之必要費用後，依第二條第三項分配。',
      '出資人同意以前三項方式共同行使權利；表決之權數及結果應予公開，個別表決內容應予保密。',
    ],
  ];
}

function platformClauses({ platform, trustBank }: ContractTerms): Body[] {
  return [
    [
      '信託專戶及資金流向',
      `出資款及還款均存入${trustBank}之信託專戶，與平台之自有資產分別管理，不得供平台之` +
        '債權人強制執行。',
      '每筆款項均對應單一出資訂單或單一借款；平台不收受存款，不辦理儲值，亦不動用當事人之款項。',
      '分配予出資人之款項，應於收款並完成對帳後之次一營業日，匯入出資人經驗證之本人帳戶；未滿' +
        ' NT$ 100 者得合併至累積達該金額或月底時撥付。',
    ],
    [
      '風險揭露及無保證',
      '出資人已了解：本借款無擔保品亦無保證人，借款人可能遲延或不清償，出資人可能損失部分或' +
        '全部本金及利息；過去之還款或報酬紀錄，不代表未來之結果。',
      `${platform.company}不保證本金或收益，不承諾買回債權，亦不以任何方式約定或給付與本金` +
        '顯不相當之利息；信用評等及預期損失率僅供參考。',
      '本契約之債權不受存款保險或其他補償基金之保障。',
    ],
    [
      '債權之行使及移轉',
      '出資人非經平台受理並完成身分驗證及記錄，不得讓與或設質其債權；債權之移轉應通知借款人，' +
        '否則對借款人不生效力（民法第二百九十七條）。',
      '當事人死亡者，由其繼承人依法承受權利義務；平台應依繼承人提出之證明辦理變更。',
      '平台停止營業時，應將本契約之全部資料交付信託銀行或經主管機關認可之承接者，續行收付及' +
        '通知；借款人仍應依本契約清償，並以存入信託專戶為有效之給付。',
    ],
    [
      '借款人之聲明及義務',
      '借款人聲明其為年滿十八歲之完全行為能力人，所提供之資料均屬真實，並係為自己之利益借款，' +
        '未受他人指示或詐騙。',
      '借款人之姓名、住所、電話、電子郵件、職業或收入有重大變更時，應於七日內更新；知悉有不能' +
        '如期清償之虞時，應儘速通知平台以便協商。',
      '催理應於合理時間以適當方式為之，不得有恐嚇、辱罵、騷擾，或向無關第三人揭露債務之行為。',
    ],
  ];
}

function formClauses({ court, platform }: ContractTerms): Body[] {
  return [
    [
      '個人資料之處理',
      `平台已依個人資料保護法第八條告知蒐集之目的、類別、利用期間、地區、對象及方式，並於履行` +
        '本契約、信用評估、催理及遵循法令之必要範圍內處理當事人之個人資料。',
      '當事人得依個人資料保護法第三條請求查詢、閱覽、製給複製本、補充、更正、停止利用或刪除；' +
        '但因履行契約或法令要求保存者，不在此限。',
      '出資人因本契約知悉借款人之資料者，僅得用於行使本契約之權利，不得揭露或移作他用。',
    ],
    [
      '電子文件及電子簽章',
      '當事人同意依電子簽章法，以電子文件及電子簽章訂立本契約並為相關通知，其效力與書面及' +
        '簽名相同；任一方不得僅因其為電子形式而否認其效力。',
      '借款人以登入帳號、簽名式樣及傳送至其驗證手機之一次性驗證碼或其登記之通行密鑰完成簽署；' +
        '出資人以登入後確認出資並完成付款，作成訂立本契約之意思表示。簽署之時間、網路位址、' +
        '裝置資訊、驗證碼或通行密鑰之序號及草稿之雜湊值，載於電子簽署憑證。',
      `完成之契約由${platform.company}以電子憑證封緘；封緘後任何變更均可由驗證電子簽章發現。` +
        '當事人得隨時下載保存，平台並應保存至債權全部清償後至少五年。',
      '當事人已於簽署前取得本契約之全部條款，並有合理期間審閱；得隨時請求交付紙本。',
    ],
    [
      '通知',
      '本契約之通知，得以站內訊息、電子郵件或簡訊傳送至當事人最後留存之資料；第十條之催告及' +
        '法律程序之通知，應至少以電子郵件為之，並於平台保留送達紀錄。',
      '電子郵件於進入相對人之系統時視為到達；相對人變更聯絡資料而未更新者，以最後留存之資料' +
        '為準。',
    ],
    [
      '契約之成立及效力',
      '本契約於案件足額募集，且借款人於通知後三個營業日內完成簽署時成立，於撥款時生效；' +
        '逾期未簽署者，媒合失其效力，出資款全數無息退還出資人，不收取費用。',
      '本契約之附表、電子簽署憑證及還款計畫確認書均為本契約之一部分。部分條款無效者，不影響' +
        '其他條款之效力；條款有疑義時，應為有利於消費者之解釋。',
      '本契約之變更，除第十一條另有規定外，應經當事人以電子文件同意。',
    ],
    [
      '準據法及管轄',
      '本契約以中華民國法律為準據法。',
      `因本契約涉訟者，當事人合意以${court}為第一審管轄法院；但不排除消費者保護法第四十七條` +
        '及民事訴訟法第四百三十六條之九所定管轄法院之適用。',
    ],
  ];
}
