// People of the demonstration: operators, investors, and borrowers in each state of a loan.
import type { Role } from '#contract/core/endpoint.ts';
import type { Terms, Worker } from '../actors/stage.ts';

/** Password shared by all demonstration members, because a demonstration has nothing to hide. */
export const PASSWORD = '溪水長流-2026';

const terms = (
  amount: number,
  installment: number,
  annualRate: number,
  purpose: number,
  note: string,
  worker?: Worker,
): Terms => ({ amount, installment, annualRate, purpose, note, ...(worker && { worker }) });

/**
 * An employed borrower. The agreed rates are those of the grades that the scorecard gives these
 * borrowers.
 */
const worker = (
  plan: string,
  occupation: number,
  [company, title, since]: readonly [string, string, string],
  monthlyIncome: number,
  cardBalance = 0,
): Worker => ({ plan, occupation, company, title, since, monthlyIncome, cardBalance });

const banker = worker('finance', 401, ['南岸商業銀行', '理財專員', '2024-06'], 66_000);
const nurse = worker('medical', 104, ['青山綜合醫院', '護理師', '2024-09'], 72_000, 80_000);
const waiter = worker('office', 608, ['巷口小館', '外場領班', '2026-01'], 38_000, 150_000);
const seller = worker('office', 603, ['禾一貿易有限公司', '業務專員', '2025-06'], 45_000, 120_000);
const cook = worker('office', 608, ['春田餐館', '廚師', '2026-01'], 41_000, 100_000);
const salesman = worker(
  'office',
  603,
  ['日日物流有限公司', '業務專員', '2025-04'],
  46_000,
  110_000,
);
const technician = worker('engineer', 308, ['溪畔科技股份有限公司', '技術員', '2025-03'], 47_000);
const pharmacist = worker('medical', 105, ['平安藥局', '藥師', '2020-05'], 58_000);
const teacher = worker('public', 206, ['溪口國民小學', '教師', '2022-09'], 62_000);
const developer = worker('engineer', 301, ['岸邊軟體', '工程師', '2025-02'], 58_000, 60_000);
const clerk = worker('office', 601, ['日日物流有限公司', '行政專員', '2025-10'], 36_000, 90_000);
const official = worker('public', 201, ['溪口區公所', '辦事員', '2024-03'], 55_000);
const designer = worker('office', 605, ['木文設計工作室', '設計師', '2025-12'], 34_000, 200_000);

const member = (name: string, about: string) => ({
  email: `${name}@demo.baixi.example`,
  password: PASSWORD,
  about,
});

const operator = (name: string, shown: string, roles: Role[], totpSecret: string) => ({
  email: `${name}@office.baixi.example`,
  name: shown,
  password: '辦公室-2026-baixi',
  totpSecret,
  roles,
});

/**
 * Operators. The reviewer, approver and finance operators come first, because the seed program
 * works with these three.
 */
export const operators = [
  operator('reviewer', '陳審核', ['reviewer'], 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA'),
  operator('approver', '林覆核', ['approver'], 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLB'),
  operator('finance', '王出納', ['finance'], 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LC'),
  operator('editor', '張編輯', ['editor'], 'NBSWY3DPO5XXE3DENBSWY3DPO5XXE3DD'),
  operator('auditor', '吳稽核', ['auditor'], 'ONSWG4TFOQZDGNBVONSWG4TFOQZDGNBE'),
  operator('admin', '黃管理', ['admin'], 'PFXXK4TFNZQW2ZJOPFXXK4TFNZQW2ZJF'),
  operator('admin2', '許管理', ['admin'], 'OFXXK4TFNZQW2ZJOPFXXK4TFNZQW2ZJG'),
] as const;

export const casts = {
  investors: [
    member('investor1', '已出資多案，有每期收回'),
    member('investor2', '已出資多案，另有一筆待付款'),
    member('investor3', '已出資多案'),
    member('investor4', '已出資多案'),
    member('investor5', '已出資多案'),
    member('investor6', '已出資多案'),
  ],

  /**
   * Loans that were lent, in chronological order; `startsOn` counts days from today. The investors
   * of a violated loan vote as `vote` says, if it says anything.
   */
  repaying: [
    {
      ...member('borrower.legal', '違約，法律程序中'),
      startsOn: -196,
      stopsAfter: 2,
      settlesAfter: null,
      vote: 2,
      terms: terms(60_000, 12, 10.5, 11, '汰換冰箱與洗衣機', cook),
    },
    {
      ...member('borrower.negotiating', '協商中，有方案待同意'),
      startsOn: -152,
      stopsAfter: 2,
      settlesAfter: null,
      vote: 1,
      terms: terms(80_000, 18, 9, 8, '父親住院與看護的費用', salesman),
    },
    {
      ...member('borrower.settled', '已提前結清'),
      startsOn: -148,
      stopsAfter: 99,
      settlesAfter: 2,
      vote: null,
      terms: terms(120_000, 12, 7.5, 5, '報名半年的專業證照課程與檢定費用', banker),
    },
    {
      ...member('borrower.repaying', '還款中，按時還款'),
      startsOn: -140,
      stopsAfter: 99,
      settlesAfter: null,
      vote: null,
      terms: terms(180_000, 24, 6, 3, '老屋廚房整修，更換管線與防水', nurse),
    },
    {
      ...member('borrower.violation', '違約，催告與投票中'),
      startsOn: -125,
      stopsAfter: 2,
      daysLate: 35,
      settlesAfter: null,
      vote: null,
      terms: terms(60_000, 12, 12, 11, '添購家電，分散一次支出的壓力', waiter),
    },
    {
      ...member('borrower.overdue', '逾期中'),
      startsOn: -112,
      stopsAfter: 2,
      daysLate: 18,
      settlesAfter: null,
      vote: null,
      terms: terms(150_000, 18, 9, 2, '整合兩張信用卡的循環餘額', seller),
    },
    {
      ...member('borrower.grace', '寬限中，剛過應還日'),
      startsOn: -65,
      stopsAfter: 1,
      daysLate: 3,
      settlesAfter: null,
      vote: null,
      terms: terms(60_000, 12, 7.5, 5, '語言檢定班的學費', technician),
    },
  ],

  /**
   * Cases open for funding in chronological order. `funded` is the funded part of the case; 1 means
   * fully funded and waiting for the borrower's signature.
   */
  listed: [
    {
      ...member('borrower.listed1', '募集中'),
      startsOn: -5,
      funded: 0.7,
      terms: terms(120_000, 24, 6, 7, '托育費用與孩子的教具', teacher),
    },
    {
      ...member('borrower.listed2', '募集中'),
      startsOn: -3,
      funded: 0.4,
      terms: terms(200_000, 36, 7.5, 3, '頂樓防水與外牆修補', developer),
    },
    {
      ...member('borrower.signing', '已滿額，待對保簽約'),
      startsOn: -1,
      funded: 1,
      terms: terms(60_000, 12, 5, 8, '家人手術後的看護與復健費用', pharmacist),
    },
    {
      ...member('borrower.listed3', '募集中'),
      startsOn: -1,
      funded: 0,
      terms: terms(80_000, 12, 9, 4, '換租押金與搬遷費用', clerk),
    },
  ],

  waiting: [
    {
      ...member('borrower.offer', '已核准，待同意條件'),
      at: 'offer',
      purpose: 'borrow',
      terms: terms(100_000, 12, 7.5, 6, '婚宴場地與喜餅的尾款', official),
    },
    {
      ...member('borrower.auditing', '審核中'),
      at: 'auditing',
      purpose: 'borrow',
      terms: terms(150_000, 24, 9.5, 10, '通勤機車汰換與保險'),
    },
    {
      ...member('borrower.supplement', '待補件'),
      at: 'supplement',
      purpose: 'borrow',
      terms: terms(120_000, 18, 10, 8, '家中長輩的輔具與照護'),
    },
    {
      ...member('borrower.rejected', '未核准'),
      at: 'rejected',
      purpose: 'borrow',
      terms: terms(300_000, 24, 13.5, 13, '接案工作室的設備週轉', designer),
    },
    {
      ...member('borrower.verified', '已完成身分驗證，尚未申貸'),
      at: 'verified',
      purpose: 'borrow',
      terms: terms(0, 0, 0, 0, ''),
    },
    {
      ...member('investor.identity', '身分審核中'),
      at: 'identity',
      purpose: 'invest',
      terms: terms(0, 0, 0, 0, ''),
    },
    {
      ...member('investor.new', '剛註冊，尚未驗證身分'),
      at: 'email',
      purpose: 'invest',
      terms: terms(0, 0, 0, 0, ''),
    },
  ],
} as const satisfies Record<string, readonly object[]>;
