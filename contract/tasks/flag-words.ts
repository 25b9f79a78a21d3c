// Warnings about the subject of a task: their titles and the usual answers. Plain data, so that no
// page loads the schemas of `flags.ts`.

type FlagWords = {
  /** Label of the warning where its facts are no longer read, such as at a decided task. */
  title: string;
  /** Usual answers, offered next to a free text. */
  answers: readonly string[];
  /** True if one person's answer is not enough: somebody else must decide after reading it. */
  serious?: true;
  /** True if no answer is enough: as long as the facts last, nobody may approve. */
  bars?: true;
};

/** What a member stated is against what the program knows. */
const stated = ['已請會員說明，合理', '已由補件文件證明'] as const;

/** The warnings by code, in the order in which a task lists them. */
export const flagWords = {
  IS_PEP: {
    title: '重要政治性職務人士',
    answers: ['已取得財富與資金來源說明', '曾任但已卸任，風險可接受'],
    serious: true,
  },
  HELD: {
    title: '會員的款項暫停撥付',
    answers: ['暫停原因與本案無關，已查證', '核准後仍不撥款，待解除暫停'],
    serious: true,
  },
  PEP_UNSTATED: { title: '未申報是否擔任重要政治性職務', answers: stated },
  UNDER_AGE: { title: '未滿 18 歲', answers: ['出生日期經證件核對無誤'], serious: true },
  AGE_UNUSUAL: { title: '年齡異常', answers: ['出生日期經證件核對無誤'] },
  ID_CHECKSUM: { title: '證號的檢查碼不正確', answers: ['證號經證件核對無誤'] },
  ISSUE_DATE: { title: '發證日期不合理', answers: ['發證日期經證件核對無誤'] },
  ISSUE_PLACE: { title: '發證地點不是證件上的寫法', answers: ['發證地點經證件核對無誤'] },
  NUMBER_KNOWN: { title: '本人另有已關閉的帳戶', answers: ['同一人重新申請', ...stated] },
  PAPERS_SHARED: { title: '與其他會員上傳相同文件', answers: ['家人共用文件，已查證', ...stated] },
  INCOME_LOW: {
    title: '證明的收入不到申報的 80%',
    answers: ['另有其他收入，已由文件證明', '以文件的收入計算，已告知會員'],
  },
  LISTED: { title: '名單比對尚未排除', answers: ['名單比對另案審查中，款項暫停'] },
  ACCOUNT_SHARED: {
    title: '與其他會員共用銀行帳戶',
    answers: ['存摺封面為本人戶名', '家人帳戶，已查證為本人'],
  },
  ACCOUNT_PROVEN: { title: '其他會員已驗證的銀行帳戶', answers: [], bars: true },
  INCOME_BAND: { title: '年收入級距與財力證明不符', answers: stated },
  INCOME_STATED: {
    title: '申請填寫的月收入高於財力證明',
    answers: ['以財力證明的收入核給', '另有其他收入，已由文件證明'],
  },
  PAPER_MONTHS: { title: '檔名的月份不在證明期間內', answers: ['文件內容的月份相符', ...stated] },
  PROOF_AGE: {
    title: '財力證明已久',
    answers: ['已電話照會仍在職', '收入沒有變動，可採用'],
  },
  CONTACT_SELF: {
    title: '聯絡人電話就是本人手機',
    answers: ['已取得其他聯絡人', '已電話照會聯絡人'],
  },
  COMPANY_DIFFERS: {
    title: '公司名稱與身分驗證不同',
    answers: ['已換工作，在職證明相符', ...stated],
  },
  LINK_ACCOUNT: {
    title: '與其他會員同一個銀行帳戶',
    answers: ['為本人先前的帳戶', '已查證各自的戶名'],
  },
  LINK_CONTACT: {
    title: '與其他會員的聯絡人相同或互為聯絡人',
    answers: ['家人或同事，已照會', '資金用途各自獨立，已查證'],
  },
  LINK_DOCUMENT: { title: '與其他會員同一份文件', answers: ['家人共用文件，已查證', ...stated] },
  LINK_DEVICE: {
    title: '與其他會員同一台裝置',
    answers: ['同一個辦公室或家庭', '已致電本人，並非代為申請'],
  },
  LINK_ADDRESS: { title: '與其他會員同一個地址', answers: ['家人同住', '已查證各自申請'] },
  PASSWORD_CHANGED: {
    title: '最近變更過密碼',
    answers: ['已致電本人確認變更', '本人重設密碼，與申請一致'],
  },
  CHANGED_BEFORE: {
    title: '最近有其他變更',
    answers: ['已致電本人確認變更', '變更申請與文件相符'],
  },
  ISSUED_EARLIER: {
    title: '發證日期早於原證件',
    answers: ['原證件日期填寫錯誤，已核對', ...stated],
  },
  ISSUED_LONG_AGO: {
    title: '發證日期已超過 3 個月',
    answers: ['換證後較晚申請，證件有效', ...stated],
  },
  PHONE_TAKEN: { title: '新號碼已用於另一個帳戶', answers: [], bars: true },
  WAS_RESET: {
    title: '身分驗證曾經重設',
    answers: ['重設原因與本次申請無關', '已視訊確認為本人'],
  },
  ID_UNAPPROVED: { title: '檔案中的證件尚未核准', answers: [], bars: true },
  FIRST_PAYMENT: {
    title: '首次匯入此帳戶',
    answers: ['戶名與存摺封面相符', '已致電本人確認帳戶'],
  },
  ACCOUNT_CHANGED: {
    title: '收款帳戶最近變更',
    answers: ['已致電本人確認變更', '變更申請與文件相符'],
  },
  PAYMENT_RETURNED: {
    title: '此帳戶曾遭退匯',
    answers: ['銀行退匯原因已排除', '已請本人向銀行確認帳戶'],
  },
} as const satisfies Record<string, FlagWords>;

export type FlagCode = keyof typeof flagWords;
export const flagCodes = Object.keys(flagWords) as [FlagCode, ...FlagCode[]];

export const isSerious = (code: FlagCode): boolean => 'serious' in flagWords[code];
export const isBar = (code: FlagCode): boolean => 'bars' in flagWords[code];

/** Most members whom a flag names; of more, its text says the number. */
export const FLAG_WHO_MAX = 5;
/** Longest answer to a flag, in characters. */
export const FLAG_ANSWER_MAX = 200;
/** How many answers one decision may contain; a batch of payments has the most. */
export const FLAG_ANSWERS_MAX = 500;
