// Texts of the six plans, and the first scorecard, as data.
import type { Scorecard } from '../review/scorecard.ts';

/**
 * Placeholders in braces are filled from the plan and the settings, so that no figure is written
 * into a text.
 */
export type PlanWords = {
  title: string;
  subtitle: string;
  description: string;
  eligibility: string[];
  requiredDocuments: string[];
  steps: { title: string; text: string; time: string }[];
  faqs: { question: string; answer: string }[];
};

const STEPS = [
  {
    title: '線上申請',
    text: '填寫借款需求、工作與財務狀況，並完成身分驗證。資料會自動保存，可隨時回來繼續。',
    time: '約 10 分鐘',
  },
  {
    title: '審核',
    text: '身分驗證通過、財力證明到齊後就開始審核，由兩位不同的審核人員確認條件，結果以電子郵件及站內通知告知。',
    time: '{reviewDays} 個營業日內',
  },
  {
    title: '同意條件與募集',
    text: '核准後請於 {offerDays} 天內確認金額、利率與總費用年百分率；同意後案件上架，由多位出資人共同支持。',
    time: '最長 {fundraisingDays} 天',
  },
  {
    title: '線上對保簽約',
    text: '滿額後請於 {signingDays} 個營業日內閱讀契約、留下簽名並以簡訊驗證碼或通行密鑰完成簽署。',
    time: '約 10 分鐘',
  },
  {
    title: '撥款',
    text: '簽約完成後，由信託專戶扣除平台服務費與匯費，撥入您本人的銀行帳戶，自入帳日起計息。',
    time: '1 個營業日內',
  },
];

const FAQS = [
  {
    question: '申請時需要先繳費用嗎？',
    answer:
      '不需要。平台服務費與匯費只在撥款時從撥款金額中收取一次，未撥款不收任何費用。任何人以百溪名義要求您先匯保證金或手續費都是詐騙，請撥 165 查證。',
  },
  {
    question: '利率是怎麼決定的？',
    answer:
      '依收入、年資、負債比與財力證明評分，得出風險等級，再對應方案範圍內的年化利率，簽約後利率固定不變。費用計入後的總費用年百分率會在核准條件與契約中一併列出。',
  },
  {
    question: '可以提前清償嗎？',
    answer:
      '隨時可以，全部或部分都行。前 {prepaymentPeriods} 期內提前清償，按提前清償的本金收取 {prepaymentFee} 手續費，之後免收；利息只算到清償當天。',
  },
  {
    question: '應還日剛好是假日怎麼辦？',
    answer:
      '順延到下一個營業日還款即可，不會多算利息。之後 {graceDays} 天內繳清，也不收遲延利息與違約金。',
  },
  {
    question: '沒有募滿會怎麼樣？',
    answer:
      '募集期滿仍未足額時，案件結束並全額退還出資人，您不需負擔任何費用，可以調整條件後再次申請。',
  },
];

const COMMON_ELIGIBILITY = [
  '年滿 {ageMin} 至 {ageMax} 歲，持有中華民國身分證或有效居留證',
  '本人名下的銀行帳戶，作為撥款之用',
  '目前沒有進行中的申貸案，也沒有逾期未清償的款項',
];
const COMMON_DOCUMENTS = ['身分證正反面與第二證件', '本人銀行存摺封面'];

/** Texts that differ from plan to plan; all other texts are common to all plans. */
const own: Record<
  string,
  Pick<PlanWords, 'title' | 'subtitle' | 'description'> & {
    eligibility: string[];
    documents: string[];
    faq: { question: string; answer: string };
  }
> = {
  medical: {
    title: '為醫護人員準備的信用借款',
    subtitle: '輪班也能辦：全程線上，夜班後的空檔就能完成',
    description:
      '適合在醫院、診所、藥局與長照機構服務的醫事人員。以穩定的專業收入為依據，不需擔保品與保證人，最高 {amountMax}。進修、搬家或整合卡費，都能用固定的月付慢慢還清。',
    eligibility: [
      '於醫療或長照機構任職的醫師、護理師、藥師及其他醫事人員',
      '現職滿三個月，有固定薪資或執業收入',
    ],
    documents: ['醫事人員執業執照或在職證明', '近六個月薪資轉帳存摺、扣繳憑單或勞保異動明細，擇一'],
    faq: {
      question: '夜班津貼與加班費算收入嗎？',
      answer:
        '算。只要存摺或薪資單上看得到，就會以近六個月的平均計入。支援其他院所的收入也可以一併提供。',
    },
  },
  public: {
    title: '為軍公教人員準備的信用借款',
    subtitle: '穩定的工作，換來更輕的利率',
    description:
      '適合公務人員、現役軍人、警消與公私立學校教職員，以及國營事業員工。因收入穩定，利率上限較其他方案低，最高 {amountMax}，按月本息平均攤還，每一期都一樣清楚。',
    eligibility: [
      '任職於政府機關、學校、國營事業或軍警消單位',
      '現職滿三個月；約聘僱人員的聘期需涵蓋申請日',
    ],
    documents: ['服務證、在職證明或聘書', '近六個月薪資轉帳存摺或最近年度扣繳憑單，擇一'],
    faq: {
      question: '申請會通知我的服務機關嗎？',
      answer:
        '不會。我們只以您上傳的文件核對任職，不會去電機關說明借款，也不會向聯絡人透露借款內容。',
    },
  },
  engineer: {
    title: '為科技工程師準備的信用借款',
    subtitle: '從申請到撥款，流程像產品一樣清楚',
    description:
      '適合軟體、硬體、製程、資料與網路工程師，以及產品經理與技術員。年終與分紅也能作為財力證明，最高 {amountMax}。利率、費用與每期金額一次算清，沒有看不見的條件。',
    eligibility: [
      '任職於科技相關產業的工程師、產品經理或技術員',
      '現職滿三個月，或同類工作年資合計滿一年',
    ],
    documents: ['在職證明或識別證', '近六個月薪資轉帳存摺、薪資單或扣繳憑單，擇一'],
    faq: {
      question: '剛換工作可以申請嗎？',
      answer: '可以。現職未滿三個月時，請提供前一份工作的勞保異動明細，同類工作的年資會合併計算。',
    },
  },
  finance: {
    title: '為金融從業人員準備的信用借款',
    subtitle: '懂數字的您，也會欣賞我們把每個數字攤開',
    description:
      '適合銀行、證券、保險與會計稽核從業人員。底薪與獎金分開認列，最高 {amountMax}。總費用年百分率、提前清償試算與遲延規則都公開列明，契約全文可先閱讀再決定。',
    eligibility: [
      '任職於銀行、證券、保險業，或擔任會計、稽核與理財專員',
      '現職滿六個月；業績制人員需有近六個月的佣金紀錄',
    ],
    documents: ['在職證明或業務員登錄證', '近六個月薪資轉帳存摺，或最近年度各類所得資料清單，擇一'],
    faq: {
      question: '佣金收入不固定，怎麼認定？',
      answer:
        '以近六個月的平均計算，並參考最近年度的所得資料。收入起伏較大時，審核人員可能會請您補充說明。',
    },
  },
  licensed: {
    title: '為專業證照人士準備的信用借款',
    subtitle: '執照是您的信用，也是我們的依據',
    description:
      '適合律師、會計師、建築師、技師、地政士、不動產經紀人、專利師與獸醫師等。自行執業或受雇皆可申請，最高 {amountMax}，讓事務所的週轉與個人的安排不必互相等待。',
    eligibility: ['領有專門職業證照並實際執業', '執業或受雇滿六個月，有可供核對的收入'],
    documents: [
      '專業證照與執業登記證明',
      '最近年度綜合所得稅各類所得資料清單，或近六個月帳戶往來明細，擇一',
    ],
    faq: {
      question: '自行執業沒有薪資單怎麼辦？',
      answer: '請提供最近年度的所得資料清單，或近六個月執業帳戶的往來明細，足以看出平均收入即可。',
    },
  },
  office: {
    title: '為上班族準備的信用借款',
    subtitle: '每個月領薪水的日子，都踏實往前一步',
    description:
      '適合行政、人資、業務、設計、製造、物流、餐飲零售與營建等受薪工作者。門檻單純、文件簡單，最高 {amountMax}。月付從第一期到最後一期幾乎相同，方便和薪水一起安排。',
    eligibility: [
      '有固定雇主的受薪工作者，含全職與長期兼職',
      '現職滿六個月，薪資以轉帳方式發放為佳',
    ],
    documents: ['在職證明或識別證', '近六個月薪資轉帳存摺，或勞保異動明細，擇一'],
    faq: {
      question: '領現金薪水可以申請嗎？',
      answer: '可以，請提供雇主開立的薪資證明，並搭配勞保異動明細或扣繳憑單，讓收入可以核對。',
    },
  },
};

/** Returns the texts of a plan by its slug. Throws if the plan has none. */
export function planWordsOf(slug: string): PlanWords {
  const words = own[slug];
  if (!words) throw new Error(`no words for the plan ${slug}`);
  return {
    title: words.title,
    subtitle: words.subtitle,
    description: words.description,
    eligibility: [...words.eligibility, ...COMMON_ELIGIBILITY],
    requiredDocuments: [...COMMON_DOCUMENTS, ...words.documents],
    steps: STEPS,
    faqs: [words.faq, ...FAQS],
  };
}

/**
 * Version 1 of the scorecard. The steps of the debt ratio count the part of the income that is
 * left, in basis points: 7,000 means a ratio of 30 %.
 */
export const scorecardSeed: { version: number; card: Scorecard } = {
  version: 1,
  card: {
    income: [
      { atLeast: 100_000, points: 35, text: '月收入 10 萬元以上' },
      { atLeast: 70_000, points: 30, text: '月收入 7 萬元以上' },
      { atLeast: 50_000, points: 25, text: '月收入 5 萬元以上' },
      { atLeast: 40_000, points: 20, text: '月收入 4 萬元以上' },
      { atLeast: 30_000, points: 14, text: '月收入 3 萬元以上' },
      { atLeast: 0, points: 6, text: '月收入未滿 3 萬元' },
    ],
    tenure: [
      { atLeast: 60, points: 25, text: '現職 5 年以上' },
      { atLeast: 36, points: 21, text: '現職 3 年以上' },
      { atLeast: 12, points: 16, text: '現職 1 年以上' },
      { atLeast: 6, points: 9, text: '現職 6 個月以上' },
      { atLeast: 0, points: 3, text: '現職未滿 6 個月' },
    ],
    debtRatio: [
      { atLeast: 7_000, points: 30, text: '每月還款占收入 30% 以下' },
      { atLeast: 6_000, points: 24, text: '每月還款占收入 40% 以下' },
      { atLeast: 5_000, points: 16, text: '每月還款占收入 50% 以下' },
      { atLeast: 4_000, points: 8, text: '每月還款占收入 60% 以下' },
      { atLeast: -1_000_000, points: 0, text: '每月還款占收入超過 60%' },
    ],
    documents: { approved: 10, reviewing: 6 },
    lateIn12Months: -20,
    cardPaymentBps: 500,
    debtIncomeTimes: 22,
    amountStep: 10_000,
    grades: [
      { grade: 'A1', points: 90, rateBps: 500, expectedLossBps: 30, amountMax: 500_000 },
      { grade: 'A2', points: 82, rateBps: 600, expectedLossBps: 60, amountMax: 500_000 },
      { grade: 'B1', points: 72, rateBps: 750, expectedLossBps: 100, amountMax: 500_000 },
      { grade: 'B2', points: 62, rateBps: 900, expectedLossBps: 160, amountMax: 400_000 },
      { grade: 'C1', points: 52, rateBps: 1_050, expectedLossBps: 240, amountMax: 300_000 },
      { grade: 'C2', points: 42, rateBps: 1_200, expectedLossBps: 340, amountMax: 250_000 },
      { grade: 'D1', points: 32, rateBps: 1_350, expectedLossBps: 480, amountMax: 200_000 },
      { grade: 'D2', points: 0, rateBps: 1_500, expectedLossBps: 650, amountMax: 100_000 },
    ],
  },
};
