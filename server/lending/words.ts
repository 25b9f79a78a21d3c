// Default texts of notices to borrowers and their investors until a loan is disbursed.
import { catalogue } from '../notices/rules.ts';

const borrower = { category: 'loan', link: '/account/loan' } as const;
const caseNo = { caseNo: ['案號', 'A20261120-001'] } as const;
const sha256 = { sha256: ['文件的 SHA-256', '9f86d081884c7d65…'] } as const;
const amount = ['金額', '$ 200,000'] as const;
const until = (what: string) => [what, '2026/11/27'] as const;

export const noticeKinds = catalogue('lending', {
  received: {
    ...borrower,
    name: '收到申請',
    title: '我們已收到您的申請',
    body:
      '案號 {{caseNo}}，申請金額 {{amount}}、{{periods}} 期。' +
      '身分驗證通過、財力證明到齊後，我們會直接開始審核，不用再送一次。',
    variables: { ...caseNo, amount, periods: ['期數', '24'] },
  },
  submitted: {
    ...borrower,
    name: '已送出審核',
    title: '申貸案已送出審核',
    body: '案號 {{caseNo}} 已開始審核，結果會以電子郵件及站內通知告知您。',
    variables: caseNo,
  },
  supplement: {
    ...borrower,
    name: '申貸案需要補件',
    link: '/loan/additional_document',
    title: '申貸案需要補件',
    body: '案號 {{caseNo}} 需要補充：{{why}}。請於 {{until}} 前補齊，到齊後會直接審核；逾期案件將失效。',
    variables: { ...caseNo, why: ['要補充的資料', '近三個月薪資證明'], until: until('補件期限') },
    must: ['why', 'until'],
  },
  papersMissing: {
    ...borrower,
    name: '申貸案等您完成的提醒',
    title: '提醒：申貸案還等您完成',
    body:
      '請於 {{until}} 前{{what}}，之後才能開始審核。' +
      '逾期申貸案 {{caseNo}} 將失效，不影響您再次申請。',
    variables: { ...caseNo, until: until('期限'), what: ['要做的事', '提供財力證明'] },
    must: ['until', 'what'],
  },
  rejected: {
    ...borrower,
    name: '審核未通過',
    title: '申貸案審核結果',
    body: '{{explanation}}',
    variables: {
      explanation: [
        '審核時預覽的全文：原因、建議與可再申請的日期',
        '案號 A20261120-001 的申請未能通過審核。',
      ],
    },
    must: ['explanation'],
  },
  offered: {
    ...borrower,
    name: '核准，請確認條件',
    title: '申貸案已核准，請確認條件',
    body:
      '案號 {{caseNo}} 核准 {{amount}}、{{periods}} 期、年化利率 {{rate}}，' +
      '每期還款 {{instalment}}，總費用年百分率 {{apr}}。請於 {{until}} 前同意，逾期將失效。',
    variables: {
      ...caseNo,
      amount,
      periods: ['期數', '24'],
      rate: ['年化利率', '9.00%'],
      instalment: ['每期還款金額', '$ 9,137'],
      apr: ['總費用年百分率', '11.20%'],
      until: until('同意期限'),
    },
    // A loan offer must state its yearly cost beside the rate.
    must: ['amount', 'rate', 'apr', 'until'],
  },
  offerWithdrawn: {
    ...borrower,
    name: '撤回核准條件',
    title: '核准條件已撤回，重新審核中',
    body:
      '案號 {{caseNo}} 的核准條件已撤回：{{why}}。原來的條件不再有效，您不用重新送件；' +
      '我們會重新審核，預計於 {{until}} 前以電子郵件及站內通知告知您結果。造成不便，敬請見諒。',
    variables: {
      ...caseNo,
      why: ['撤回的原因', '我們核定的條件有誤'],
      until: until('預計完成審核的日期'),
    },
    must: ['why', 'until'],
  },
  listed: {
    ...borrower,
    name: '已上架募集',
    title: '案件已上架，開始募集',
    body: '案號 {{caseNo}} 已上架募集，截止於 {{until}}。滿額後會通知您對保簽約。',
    variables: { ...caseNo, until: until('募集截止日') },
  },
  extended: {
    ...borrower,
    name: '延長募集（借款人）',
    title: '您的申貸案延長募集',
    body: '申貸案 {{caseNo}} 的募集期間已延長至 {{until}}，條件不變。',
    variables: { ...caseNo, until: until('新的募集截止日') },
    must: ['until'],
  },
  declined: {
    ...borrower,
    name: '借款人婉拒條件',
    title: '您已婉拒核准條件',
    body: '案號 {{caseNo}} 已取消，沒有產生任何費用。需要時歡迎再次申請。',
    variables: caseNo,
  },
  cancelled: {
    ...borrower,
    name: '借款人撤回申請或取消案件',
    title: '申貸案已{{how}}',
    body: '案號 {{caseNo}} 已依您的要求{{how}}，沒有產生任何費用。',
    variables: { ...caseNo, how: ['撤回，上架後為取消', '撤回'] },
  },
  lapsed: {
    ...borrower,
    name: '申貸案失效',
    title: '申貸案已失效',
    body: '案號 {{caseNo}} 因{{reason}}而失效，沒有產生任何費用。',
    variables: { ...caseNo, reason: ['失效的原因', '逾期未完成簽約'] },
  },
  termNear: {
    ...borrower,
    name: '期限將至的提醒',
    title: '提醒：{{state}}，期限將至',
    body: '請於 {{until}} 前{{what}}，逾期申貸案 {{caseNo}} 將失效。',
    variables: {
      ...caseNo,
      state: ['案件狀態', '核准，待您同意'],
      until: until('期限'),
      what: ['要做的事', '確認核准條件'],
    },
    must: ['until', 'what'],
  },
  funded: {
    ...borrower,
    name: '滿額，請簽約',
    link: '/account/loan/protect',
    title: '案件已滿額，請前往對保簽約',
    body:
      '您的申貸案 {{caseNo}} 已募得 {{amount}}。請於 {{until}} 前閱讀契約並完成線上對保簽約，' +
      '逾期案件將失效。',
    variables: { ...caseNo, amount, until: until('簽約期限') },
    must: ['until'],
  },
  signed: {
    ...borrower,
    name: '契約簽署完成',
    title: '契約簽署完成',
    body:
      '案號 {{caseNo}} 的借貸契約已完成簽署並封緘，我們將儘速辦理撥款。' +
      '契約檔案的 SHA-256：{{sha256}}',
    variables: { ...caseNo, ...sha256 },
    must: ['sha256'],
  },
  annexed: {
    ...borrower,
    name: '還款計畫確認書（借款人）',
    title: '還款計畫確認書已產生',
    body:
      '案號 {{caseNo}} 已撥款，各期應還日及金額如下，遇假日順延至次一營業日：\n{{schedule}}\n' +
      '確認書的 SHA-256：{{sha256}}',
    variables: {
      ...caseNo,
      ...sha256,
      schedule: ['各期應還日及金額，每期一行', '第 1 期　2026/12/20　$ 9,137'],
    },
    must: ['schedule', 'sha256'],
  },
  annexedForInvestors: {
    name: '還款計畫確認書（出資人）',
    category: 'invest',
    link: '/account/invest',
    title: '還款計畫確認書已產生',
    body:
      '您出資的案件 {{caseNo}} 已撥款，共 {{periods}} 期，自 {{first}} 至 {{last}} 每月還款。' +
      '確認書的 SHA-256：{{sha256}}',
    variables: {
      ...caseNo,
      ...sha256,
      periods: ['期數', '24'],
      first: ['第一期應還日', '2026/12/20'],
      last: ['最後一期應還日', '2028/11/20'],
    },
    must: ['sha256'],
  },
  certified: {
    ...borrower,
    name: '清償證明可下載',
    title: '清償證明已可下載',
    body: '案號 {{caseNo}} 的清償證明已產生，可在「我的申貸案」下載。文件的 SHA-256：{{sha256}}',
    variables: { ...caseNo, ...sha256 },
    must: ['sha256'],
  },
});
