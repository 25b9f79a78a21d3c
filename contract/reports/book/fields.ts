// The data dictionary of the loan book: every field of both files with its type, unit, meaning,
// derivation and rule of suppression. The files, the page and the tests read the fields from here.

/** Fewest borrowers who must share a combination of bands before it is published. */
export const BORROWERS_MIN = 5;

/** What the files of a night hold; the names are those of the files without their endings. */
export const bookTables = ['loans', 'repayments'] as const;
export type BookTable = (typeof bookTables)[number];

export const fieldTypeText = { text: '文字', integer: '整數', month: '年月' } as const;

export type BookField<Name extends string = string> = {
  name: Name;
  /** `month` is written as `YYYY-MM`. */
  type: keyof typeof fieldTypeText;
  unit: string;
  /** Meaning, as users read it. */
  meaning: string;
  /** How the value follows from the books. */
  derivation: string;
  /** When the value is made coarser or left blank, and what is never contained. */
  suppression: string;
};

const none = '不遮蔽';
const banded =
  `與其他三項合看，少於 ${BORROWERS_MIN} 位借款人時依序放寬：縣市改為地區、年齡層與收入級距加寬，` +
  '接著縣市、年齡層、收入級距、職業類別逐項留空';

const field = <const Name extends string>(
  name: Name,
  [type, unit]: readonly [BookField['type'], string],
  [meaning, derivation, suppression = none]: readonly [string, string, string?],
): BookField<Name> => ({ name, type, unit, meaning, derivation, suppression });

const text = ['text', '—'] as const;
const dollars = ['integer', '新臺幣元'] as const;
const month = ['month', '年月'] as const;

/** Fields of `loans`: one row for each loan ever lent. */
export const loanFields = [
  field('loan_id', text, [
    '公開編號',
    '撥款後另行隨機產生，各夜相同；與案件編號、契約編號、會員編號都沒有關係',
    '不含任何可對回案件編號的資料',
  ]),
  field('disbursed_month', month, [
    '撥款月份',
    '撥款在信託帳簿的入帳日所屬的年月',
    '只到月份，不含日期',
  ]),
  field('principal', dollars, ['撥款本金', '契約本金，為 10,000 元的倍數']),
  field('rate_bps', ['integer', '萬分之一'], ['年利率', '撥款時的契約年利率；1200 為 12%']),
  field('installments', ['integer', '期'], ['期數', '撥款時的契約期數']),
  field('grade', text, ['信用等級', '核准時的等級，A1 風險最低，D2 最高']),
  field('occupation_group', text, ['職業類別', '申貸時所選職業的大類', banded]),
  field('income_band', text, ['月收入級距', '申貸時經查核的月收入所在的級距', banded]),
  field('age_band', text, ['年齡層', '申貸時的年齡所在的級距', `${banded}；不含生日`]),
  field('county', text, ['縣市', '申貸時居住的縣市', `${banded}；不含地址`]),
  field('state', text, [
    '狀態',
    '結帳日終了時的狀態：repaying 還款中、grace 寬限中、overdue 逾期、violation 違約、' +
      'negotiating 協商中、legal 法律程序、settled 已結清、written_off 已轉銷',
  ]),
  field('late_band', text, [
    '逾期天數',
    '最早未繳一期的還款期限至結帳日的天數級距；沒有未償本金時留空',
    '只有級距，不含天數',
  ]),
  field(
    'hours_to_fund',
    ['integer', '小時'],
    ['募滿時間', '開始募集至募滿的時間，不足一小時以一小時計；沒有紀錄時留空'],
  ),
  field('principal_repaid', dollars, [
    '已還本金',
    '結帳日以前入帳的本金合計，等於 repayments 同一筆借款 class 為 principal 的合計',
  ]),
  field('principal_forgiven', dollars, ['免除本金', '轉銷後結案時放棄追償的本金']),
  field('principal_outstanding', dollars, [
    '未償本金',
    '撥款本金減已還本金與免除本金；轉銷後仍在追償的本金包含在內',
  ]),
  field(
    'expected_loss_bps',
    ['integer', '萬分之一'],
    ['預期損失率', '結帳日依逾期天數與狀態適用的估值損失率'],
  ),
  field('expected_loss', dollars, ['預期損失', '未償本金乘以預期損失率，四捨五入至元']),
  field('defaulted_month', month, [
    '違約月份',
    '第一次寄出違約通知的年月；從未違約則留空',
    '只到月份，不含日期',
  ]),
  field('defaulted_principal', dollars, ['違約本金', '違約通知日之前尚未償還的本金；從未違約為 0']),
  field('recovered_principal', dollars, [
    '違約後收回',
    '違約通知日起收回的本金，等於 repayments 中 phase 不是 regular 的本金合計',
  ]),
  field('written_off_month', month, ['轉銷月份', '轉銷的年月；未轉銷則留空', '只到月份，不含日期']),
  field('written_off_principal', dollars, ['轉銷本金', '轉銷日之前尚未償還的本金；未轉銷為 0']),
  field('settled_month', month, ['結清月份', '結清的年月；未結清則留空', '只到月份，不含日期']),
] as const;

/** Fields of `repayments`: one row for each class of each repayment of an instalment. */
export const repaymentFields = [
  field('loan_id', text, ['公開編號', '與 loans 相同']),
  field('no', ['integer', '列'], ['序號', '同一筆借款內的順序，從 1 起']),
  field('month', month, ['入帳月份', '計入帳務的年月', '只到月份，不含日期']),
  field('instalment', ['integer', '期'], ['期別', '沖抵的期別；不屬於任何一期時留空']),
  field('class', text, [
    '科目',
    'principal 本金、interest 利息、lateInterest 遲延利息、penalty 違約金、' +
      'prepaymentFee 提前清償費用、court 訴訟費用',
  ]),
  field('amount', dollars, ['金額', '借款人這一次繳付並沖抵這個科目的金額']),
  field('to_investors', dollars, [
    '分配給出資人',
    '其中分配給出資人的金額，未扣服務費；訴訟費用與平台所收的提前清償費用不分配',
  ]),
  field('investor_fee', dollars, [
    '出資人服務費',
    '這一次分配向出資人收取的服務費，記在這一次的第一列，其他列為 0',
  ]),
  field('phase', text, [
    '階段',
    'regular 違約以前、after_default 違約通知日起、after_write_off 轉銷日起',
  ]),
] as const;

export const bookFields: Readonly<Record<BookTable, readonly BookField[]>> = {
  loans: loanFields,
  repayments: repaymentFields,
};

export type LoanField = (typeof loanFields)[number]['name'];
export type RepaymentField = (typeof repaymentFields)[number]['name'];

/** Bands of the number of days for which the oldest unpaid instalment is overdue. */
export const lateBands = ['none', '1-7', '8-30', '31-90', '91-180', '181+'] as const;
export type LateBand = (typeof lateBands)[number];
export const lateBandText: Record<LateBand, string> = {
  none: '未逾期',
  '1-7': '1 至 7 天',
  '8-30': '8 至 30 天',
  '31-90': '31 至 90 天',
  '91-180': '91 至 180 天',
  '181+': '181 天以上',
};

/** States of a loan in the book; their names are the codes of the loan's statuses. */
export const bookStates = [
  'repaying',
  'grace',
  'overdue',
  'violation',
  'negotiating',
  'legal',
  'settled',
  'written_off',
] as const;
export type BookState = (typeof bookStates)[number];

/** Part of a loan's life in which a repayment was booked. */
export const phases = ['regular', 'after_default', 'after_write_off'] as const;
export type Phase = (typeof phases)[number];

/** Time from the beginning of fundraising until a case was full. */
export const fundingBands = ['day', 'threeDays', 'week', 'longer'] as const;
export type FundingBand = (typeof fundingBands)[number];
export const fundingBandText: Record<FundingBand, string> = {
  day: '24 小時以內',
  threeDays: '超過 1 天至 3 天',
  week: '超過 3 天至 7 天',
  longer: '超過 7 天',
};
/** Longest time of each band in hours, except for the last band, which has no end. */
export const fundingHours = { day: 24, threeDays: 72, week: 168 } as const;

/** What a borrower's payment was used for. */
export const bookClasses = [
  'court',
  'interest',
  'lateInterest',
  'principal',
  'penalty',
  'prepaymentFee',
] as const;
export type BookClass = (typeof bookClasses)[number];

/** Months of the chart of outstanding principal, and months over which the return is taken. */
export const CHART_MONTHS = 24;
export const RETURN_MONTHS = 12;
/** Nights on a page of the list. */
export const NIGHTS_A_PAGE = 7;

/** The files of a night, in the order in which the page lists them. */
export const bookFileNames = [
  'loans.csv.gz',
  'repayments.csv.gz',
  'loans.jsonl.gz',
  'repayments.jsonl.gz',
  'dictionary.csv.gz',
] as const;
export type BookFileName = (typeof bookFileNames)[number];

export const bookFileText: Record<BookFileName, string> = {
  'loans.csv.gz': '撥款 CSV',
  'repayments.csv.gz': '還款 CSV',
  'loans.jsonl.gz': '撥款 JSON Lines',
  'repayments.jsonl.gz': '還款 JSON Lines',
  'dictionary.csv.gz': '資料字典 CSV',
};
