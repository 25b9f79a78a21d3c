// Default texts for borrowers and investors about a poll, a negotiation and a loss.
import { catalogue } from '../../notices/rules.ts';

const borrower = { category: 'loan', link: '/account/loan' } as const;
const investor = { category: 'invest', link: '/account/invest/ongoing' } as const;
const caseNo = { caseNo: ['案號', 'A20261120-001'] } as const;
const barred = { barred: ['時效屆滿日', '2041/11/20'] } as const;
const until = { until: ['截止日', '2026/11/30'] } as const;
const terms = {
  ...caseNo,
  rate: ['年利率', '6.00%'],
  periods: ['期數', '36'],
  dueOn: ['首期應還日', '2027/01/20'],
} as const;
const why = { why: ['未成立的原因', '協商方案未於期限內獲借款人同意'] } as const;

const polls = {
  pollOpened: {
    ...investor,
    name: '違約投票開始',
    title: '請投票決定違約案件的後續處理',
    body:
      '案件 {{caseNo}} 已列為違約，請於 {{until}} 23:59 前投票：同意協商、委託法律程序，或無意見。' +
      '票數依您在本案的在貸本金計算，截止前可以更改，其他出資人看不到您的選擇。',
    variables: { ...caseNo, ...until },
    must: ['until'],
  },
  pollNegotiate: {
    ...investor,
    name: '投票結果：協商',
    title: '違約投票結果：協商',
    body: '案件 {{caseNo}} 進入協商程序。平台將與借款人擬定協商方案，再請您表示意見。',
    variables: caseNo,
  },
  pollLegal: {
    ...investor,
    name: '投票結果：法律程序',
    title: '違約投票結果：法律程序',
    body: '案件 {{caseNo}} 進入法律程序，由平台代全體出資人追償。',
    variables: caseNo,
  },
  pollUndecided: {
    ...investor,
    name: '投票未達門檻，由平台裁決',
    title: '違約投票已截止，由平台裁決',
    body:
      '案件 {{caseNo}} 投票未達門檻或兩案同票，將由平台以代理人身分決定後續處理，' +
      '決定後另行通知您。',
    variables: caseNo,
  },
  pollVoid: {
    ...investor,
    name: '違約投票取消',
    title: '違約投票已取消',
    body: '案件 {{caseNo}} 借款人已繳清逾期款項或結清借款，違約投票不再進行。',
    variables: caseNo,
  },
  pollRevoked: {
    ...investor,
    name: '違約投票取消（不再列為違約）',
    title: '違約投票已取消',
    body: '案件 {{caseNo}} 不再列為違約，違約投票不再進行。借款人是否已繳款，請見案件的還款紀錄。',
    variables: caseNo,
  },
} as const;

const negotiation = {
  termsOffered: {
    ...borrower,
    name: '協商方案已提出（借款人）',
    title: '協商方案已提出，請確認是否同意',
    body:
      '案號 {{caseNo}} 的協商方案：年利率 {{rate}}、共 {{periods}} 期、應還 {{instalment}}，' +
      '首期應還日 {{dueOn}}。請於 {{until}} 23:59 前閱讀協商契約並以簡訊驗證碼或通行密鑰同意，' +
      '逾期未同意，案件將進入法律程序。',
    variables: {
      ...terms,
      ...until,
      instalment: ['各期應還', '首期 $ 5,020，其後 22 期每期 $ 4,564，末期 $ 4,551'],
    },
    must: ['rate', 'periods', 'until'],
  },
  borrowerAgreed: {
    ...borrower,
    name: '借款人已同意協商（借款人）',
    title: '您已同意協商方案',
    body:
      '案號 {{caseNo}} 的協商契約已封緘，接下來 {{days}} 天由出資人表示意見，' +
      '達在貸本金三分之二即生效。契約檔案的 SHA-256：{{sha256}}',
    variables: {
      ...caseNo,
      days: ['出資人表示意見的天數', '7'],
      sha256: ['契約檔案的 SHA-256', '9f86d081884c7d65…'],
    },
    must: ['sha256'],
  },
  agreementAsked: {
    ...investor,
    name: '協商方案請出資人表示意見',
    title: '協商方案請您表示意見',
    body:
      '案件 {{caseNo}} 的借款人已同意協商方案。請於 {{until}} 23:59 前查看新舊方案的比較' +
      '並決定是否同意；同意的在貸本金達三分之二時生效，對全體出資人有拘束力。',
    variables: { ...caseNo, ...until },
    must: ['until'],
  },
  termsInForce: {
    ...borrower,
    name: '協商方案生效（借款人）',
    title: '協商方案已生效',
    body:
      '案件 {{caseNo}} 依協商方案恢復還款：年利率 {{rate}}、共 {{periods}} 期，' +
      '首期應還日 {{dueOn}}，還款總額 {{total}}。',
    variables: { ...terms, total: ['還款總額', '$ 164,304'] },
    must: ['rate', 'periods', 'dueOn'],
  },
  termsInForceForInvestors: {
    ...investor,
    name: '協商方案生效（出資人）',
    title: '協商方案已生效',
    body:
      '案件 {{caseNo}} 依協商方案恢復還款：年利率 {{rate}}、共 {{periods}} 期，' +
      '首期應還日 {{dueOn}}，還款總額 {{total}}。',
    variables: { ...terms, total: ['還款總額', '$ 164,304'] },
    must: ['rate', 'periods', 'dueOn'],
  },
  negotiationFailed: {
    ...borrower,
    name: '協商未成立（借款人）',
    title: '協商未成立',
    body: '案件 {{caseNo}}：{{why}}，案件進入法律程序。',
    variables: { ...caseNo, ...why },
  },
  noticeResumed: {
    ...borrower,
    deadline: true,
    isCollection: true,
    email: 'always',
    name: '協商未成立後恢復催告（借款人）',
    title: '協商未成立，請於 {{until}} 前繳清逾期款項',
    body:
      '案號 {{caseNo}} 協商期間暫停的催告已恢復：已逾期 {{days}} 天，今天應還 {{owed}}。' +
      '請於 {{until}} 前繳清逾期款項及費用，繳清後即恢復分期還款；' +
      '屆期未繳清者，依契約未到期的本金將全部到期。',
    variables: {
      ...caseNo,
      days: ['逾期天數', '45'],
      owed: ['逾期款項及費用', '$ 9,200'],
      until: ['催告期限', '2026/11/30'],
    },
    must: ['caseNo', 'days', 'owed', 'until'],
  },
  negotiationFailedForInvestors: {
    ...investor,
    name: '協商未成立（出資人）',
    title: '協商未成立',
    body: '案件 {{caseNo}}：{{why}}，案件進入法律程序。',
    variables: { ...caseNo, ...why },
  },
} as const;

const loss = {
  writtenOff: {
    ...borrower,
    name: '轉銷（借款人）',
    title: '案件已轉銷，仍須清償',
    body:
      '案號 {{caseNo}} 已轉銷。轉銷不影響您的還款義務，您仍可隨時還款或與我們聯絡，' +
      '商量負擔得起的方式。',
    variables: caseNo,
  },
  writtenOffForInvestors: {
    ...investor,
    name: '轉銷（出資人）',
    title: '案件已轉銷，損失 {{loss}}',
    body:
      '案件 {{caseNo}} 逾期 {{days}} 天仍未清償，已轉銷。您未收回的本金 {{loss}} 列為損失，' +
      '計入您的實際報酬。平台會持續追償，日後收回的款項仍依比例分配給您。',
    variables: { ...caseNo, days: ['逾期天數', '180'], loss: ['損失的本金', '$ 7,500'] },
    must: ['loss'],
  },
  closed: {
    ...borrower,
    name: '結案（借款人）',
    title: '追償已結束，債務仍在',
    body:
      '案號 {{caseNo}} 的追償已結束。未清償的部分並未免除，您仍可隨時還款；' +
      '本金請求權的時效至 {{barred}}。',
    variables: { ...caseNo, ...barred },
  },
  closedForInvestors: {
    ...investor,
    name: '追償結束（出資人）',
    title: '案件追償結束',
    body:
      '案件 {{caseNo}} 的追償已結束，您未收回的本金 {{loss}} 列為損失。您的債權仍在：' +
      '日後收到的款項仍依比例分配給您，本金請求權的時效至 {{barred}}。',
    variables: { ...caseNo, ...barred, loss: ['未收回的本金', '$ 120,000'] },
    must: ['loss'],
  },
} as const;

export const resolutionNotices = catalogue('servicing', { ...polls, ...negotiation, ...loss });
