// Facts of the member's own file: e-mail, verification, proof of income, risk profile.
import { verificationWords } from '../verification/words.ts';
import { formatMoney, money } from '../core/money.ts';
import { lookAtCases, lookAtPlans, type Row } from './row.ts';

/** Facts of the member's own file. */
export const fileFacts = {
  emailUnconfirmed: {
    rank: 'house',
    tone: 'attention',
    title: '請先驗證電子郵件',
    button: { label: '查看驗證信', place: 'verifyStatus' },
  },
  verificationSupplement: {
    rank: 'house',
    tone: 'attention',
    title: '身分驗證需要補件',
    about: '補齊後送出即可重新審核，其他資料不需要再填一次。',
    button: { label: '前往補件', place: 'verificationSupplement' },
    notices: ['verification.supplement'],
  },
  incomeSupplement: {
    rank: 'house',
    tone: 'attention',
    title: '財力證明需要補件',
    button: { label: '前往補件', place: 'incomeProof' },
    notices: ['verification.statementSupplement'],
  },
  accountReturned: {
    rank: 'house',
    tone: 'attention',
    title: ({ amount }) => `${formatMoney(money(amount ?? 0))} 等您更換收款帳戶`,
    about: '銀行退回了匯給您的款項，目前為您保管於信託專戶；新帳戶生效後就會匯出。',
    button: { label: '更換收款帳戶', place: 'account' },
    notices: [
      'servicing.payoutReturned',
      'servicing.payoutCameBack',
      'investing.refundReturned',
      'investing.refundCameBack',
      'verification.accountAwaited',
    ],
  },
  accountChanging: {
    rank: 'wait',
    tone: 'progress',
    title: '新的收款帳戶審核中，生效後就會匯出退回的款項',
    button: { label: '查看收款帳戶', place: 'account' },
  },
  verificationNew: {
    rank: 'begin',
    tone: 'info',
    title: '完成身分驗證，就能申貸與出資',
    about: '約 6 分鐘，可以分次完成。請準備身分證、第二證件與存摺封面。',
    button: { label: '開始驗證', place: 'verification' },
  },
  verificationBegun: {
    rank: 'begin',
    tone: 'info',
    title: '繼續身分驗證',
    about: '填過的內容已經保存，可以接著填。',
    button: { label: '繼續驗證', place: 'verification' },
  },
  verificationReviewing: {
    rank: 'wait',
    tone: 'progress',
    title: '身分驗證審核中',
    about: '由專人核對證件與帳戶，結果以電子郵件與站內通知告訴您。',
    day: '最晚回覆日',
    button: { label: verificationWords.reviewing.member.action, place: 'verification' },
    meanwhile: [
      { label: '先填申貸內容', place: 'apply', side: 'borrow' },
      { ...lookAtCases, side: 'invest' },
    ],
  },
  incomeReviewing: {
    rank: 'wait',
    tone: 'progress',
    title: '財力證明審核中',
    about: '結果以電子郵件與站內通知告訴您。',
    button: { label: '查看財力證明', place: 'incomeProof' },
  },
  profileMissing: {
    rank: 'begin',
    tone: 'info',
    title: '出資前請先完成風險屬性評估',
    about: '約 2 分鐘，結果決定您的出資上限。',
    button: { label: '開始評估', place: 'suitability' },
    notices: ['verification.approved'],
  },
  profileExpired: {
    rank: 'begin',
    tone: 'info',
    title: '風險屬性評估已過期',
    about: '約 2 分鐘，結果決定您的出資上限。',
    button: { label: '重新評估', place: 'suitability' },
    notices: ['investing.profileEnded'],
  },
  mayApply: {
    rank: 'begin',
    tone: 'info',
    title: '可以申貸了',
    about: '申請約 10 分鐘，審核不收費。',
    button: lookAtPlans,
    notices: ['verification.approved'],
  },
  mayInvest: {
    rank: 'begin',
    tone: 'info',
    title: '可以選案件了',
    about: '每筆最低 $ 1,000，小額分散到多個案件，風險也分散。',
    button: lookAtCases,
    notices: ['verification.approved'],
  },
} as const satisfies Record<string, Row>;
