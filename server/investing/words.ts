// Default texts of notices to investors about their orders, and to borrowers about their
// fundraising.
import { catalogue, payTo } from '../notices/rules.ts';

const investor = { category: 'invest', link: '/account/invest' } as const;
const borrower = { category: 'loan', link: '/account/loan' } as const;
const orderNo = { orderNo: ['訂單編號', 'P00001234'] } as const;
const caseNo = { caseNo: ['案號', 'A20261120-001'] } as const;
const amount = { amount: ['金額', '$ 10,000'] } as const;
const to = { to: ['退回的帳戶', '您的綁定帳戶'] } as const;
const raised = {
  ...caseNo,
  target: ['募集目標', '$ 200,000'],
  raised: ['已募得的金額', '$ 120,000'],
} as const;
const fee = { feeNote: ['退款手續費的說明', '（扣除退款手續費 $ 10）'] } as const;
const toPay = {
  ...orderNo,
  ...caseNo,
  lacking: ['還要付的金額', '$ 10,000'],
  until: ['付款期限', '2026/11/23 14:05'],
  ...payTo,
} as const;
const mustPay = ['lacking', 'until', 'payTo'] as const;
const howToPay =
  '請於 {{until}} 前，由您本人的帳戶轉帳 {{lacking}}。{{payTo}}。\n' +
  '期限前可分次轉帳；逾期未付足，保留的額度會釋出，已付款項將退回。';

/**
 * The bank may still report payments that were made in time, but a payment made now would only be
 * refunded.
 */
const PAST_DEADLINE =
  '匯款期限已過，請勿再轉帳。銀行確認當天所有的入帳之後，仍未足額的訂單會失效，已付款項退回您綁定的帳戶。';

const orders = {
  placed: {
    ...investor,
    name: '訂單成立，請付款',
    title: '已為您保留 {{lacking}}，請於期限前付款',
    body: `訂單 {{orderNo}}（案件 {{caseNo}}）已成立。${howToPay}`,
    variables: toPay,
    must: mustPay,
  },
  deadlineNear: {
    ...investor,
    name: '訂單即將到期',
    deadline: true,
    title: '出資訂單即將到期，尚差 {{lacking}}',
    body: `訂單 {{orderNo}}（案件 {{caseNo}}）還沒有付足。${howToPay}`,
    variables: toPay,
    must: mustPay,
  },
  paidInPart: {
    ...investor,
    name: '收到部分出資款',
    title: '已收到部分出資款',
    body: '訂單 {{orderNo}} 已收到 {{paid}}，尚差 {{lacking}}。請於期限前以同一組虛擬帳號補足。',
    variables: {
      ...orderNo,
      paid: ['已收到的金額', '$ 4,000'],
      lacking: ['還要付的金額', '$ 6,000'],
    },
    must: ['lacking'],
  },
  paidInPartLate: {
    ...investor,
    name: '期限過後才收到部分出資款',
    title: '已收到部分出資款，匯款期限已過',
    body: `訂單 {{orderNo}} 收到您在期限前轉出的款項，累計 {{paid}}，尚差 {{lacking}}。${PAST_DEADLINE}`,
    variables: {
      ...orderNo,
      paid: ['已收到的金額', '$ 4,000'],
      lacking: ['還要付的金額', '$ 6,000'],
    },
    must: ['paid'],
  },
  paid: {
    ...investor,
    name: '出資款全額入帳',
    title: '出資款已全額入帳',
    body: '訂單 {{orderNo}} 的出資款 {{amount}} 已入帳，案件滿額並完成簽約後撥款。',
    variables: { ...orderNo, ...amount },
  },
  goingBack: {
    ...investor,
    name: '收到的款項將退回',
    title: '{{why}}',
    body: '訂單 {{orderNo}} 收到的 {{amount}} 無法計入出資，將退回{{to}}{{feeNote}}',
    variables: {
      ...to,
      ...orderNo,
      ...amount,
      why: ['退回的原因', '逾期入帳'],
      feeNote: ['退款手續費的說明，至句號', '（扣除退款手續費 $ 10）。'],
    },
    must: ['amount'],
  },
  reversed: {
    ...investor,
    name: '入帳經銀行沖正',
    title: '一筆入帳經銀行沖正',
    body:
      '訂單 {{orderNo}} 的入帳 {{amount}} 經銀行沖正，不再計入出資。' +
      '請於期限前以同一組虛擬帳號補足。',
    variables: { ...orderNo, ...amount },
  },
  reversedLate: {
    ...investor,
    name: '期限過後入帳經銀行沖正',
    title: '一筆入帳經銀行沖正',
    body: `訂單 {{orderNo}} 的入帳 {{amount}} 經銀行沖正，不再計入出資。${PAST_DEADLINE}`,
    variables: { ...orderNo, ...amount },
  },
  expired: {
    ...investor,
    name: '訂單逾期，未付款',
    title: '出資訂單已逾期',
    body: '訂單 {{orderNo}} 未於期限前付款，保留的額度已釋出。請勿再匯款至原虛擬帳號。',
    variables: orderNo,
  },
  expiredInPart: {
    ...investor,
    name: '訂單逾期，只付了部分',
    title: '出資訂單已逾期',
    body:
      '訂單 {{orderNo}} 未於期限前付足，保留的額度已釋出。' +
      '已付的 {{paid}} 扣除退款手續費 {{fee}} 後，將退回{{to}}。',
    variables: {
      ...to,
      ...orderNo,
      paid: ['已付的金額', '$ 4,000'],
      fee: ['退款手續費', '$ 10'],
    },
    must: ['paid', 'fee'],
  },
  refunded: {
    ...investor,
    name: '退款已匯出',
    title: '退款已匯出',
    body: '出資訂單 {{orderNo}} 的退款 {{amount}} 已匯入{{to}}{{feeNote}}。',
    variables: { ...orderNo, ...amount, ...to, ...fee },
    must: ['amount'],
  },
  refundReturned: {
    category: 'account',
    link: '/account/profile',
    name: '退款遭銀行退回',
    title: '退款 {{amount}} 遭銀行退回',
    body: '款項仍為您保管於信託專戶。請更換收款帳戶，新帳戶生效後會再次為您匯出。',
    variables: amount,
  },
  payerRefundReturned: {
    ...investor,
    name: '退給原付款人的款項遭退回',
    title: '退給原付款人的 {{amount}} 遭銀行退回',
    body: '這筆款項由他人代付，只退回原付款人。我們會與付款人確認帳戶，您不必處理。',
    variables: amount,
    must: ['amount'],
  },
  refundKept: {
    ...investor,
    name: '退匯的款項抵償平台墊付',
    title: '退匯的 {{amount}} 不再退款',
    body:
      '這筆款項的入帳先前經銀行沖正，由平台墊付；退款又遭退匯，' +
      '因此用來抵償墊付款，不再匯出，您也不必返還這部分。',
    variables: amount,
    must: ['amount'],
  },
  refundCameBack: {
    category: 'account',
    link: '/account/profile',
    name: '已匯出的退款遭退匯',
    title: '先前匯出的退款 {{amount}} 遭銀行退匯',
    body:
      '收款銀行沒有收下這筆退款，已退回信託專戶為您保管。' +
      '請更正綁定的銀行帳戶，新帳戶生效後會再次為您匯出。',
    variables: amount,
    must: ['amount'],
  },
} as const;

const cases = {
  caseFunded: {
    ...investor,
    name: '出資的案件已滿額',
    isPageOnly: true,
    title: '您出資的案件已滿額',
    body:
      '案件 {{caseNo}} 已募滿，您出資 {{amount}}。' +
      '借款人完成簽約與撥款後開始計息；未於期限內簽約，款項將全額退回。',
    variables: { ...caseNo, ...amount },
  },
  caseExtended: {
    ...investor,
    name: '出資的案件延長募集',
    isPageOnly: true,
    title: '您出資的案件延長募集',
    body:
      '案件 {{caseNo}} 的募集期間延長至 {{until}}，條件不變。' +
      '您已付的款項仍在信託專戶；未募滿將全額退回，不收取費用。',
    variables: { ...caseNo, until: ['新的募集截止日', '2026/11/27'] },
    must: ['until'],
  },
  caseEnded: {
    ...investor,
    name: '案件未成立，出資款退回',
    title: '{{what}}，出資款將全額退回',
    body:
      '案件 {{caseNo}} {{why}}。您已付的 {{paid}} 將全額退回{{to}}，不收退款手續費。' +
      '（訂單 {{orderNo}}）',
    variables: {
      ...caseNo,
      ...orderNo,
      ...to,
      what: ['案件怎麼了', '案件未募滿'],
      why: ['原因', '募集期滿仍未募滿'],
      paid: ['已付的金額', '$ 10,000'],
    },
    must: ['paid'],
  },
  caseEndedUnpaid: {
    ...investor,
    name: '案件未成立，取消出資保留',
    title: '{{what}}，出資保留已取消',
    body:
      '案件 {{caseNo}} {{why}}。您的出資保留已取消，無須付款；請勿再匯款至原虛擬帳號。' +
      '（訂單 {{orderNo}}）',
    variables: {
      ...caseNo,
      ...orderNo,
      what: ['案件怎麼了', '案件未募滿'],
      why: ['原因', '募集期滿仍未募滿'],
    },
  },
  fundraisingFailed: {
    ...borrower,
    name: '申貸案未募滿',
    title: '您的申貸案未募滿',
    body:
      '申貸案 {{caseNo}} 募集期滿，{{target}} 中募得 {{raised}}，未達全額，本次募集結束，' +
      '不收取任何費用。您可以調整金額後再次申請。',
    variables: raised,
  },
  fundraisingClosed: {
    ...borrower,
    name: '申貸案提前結束募集',
    title: '您的申貸案提前結束募集',
    body:
      '申貸案 {{caseNo}} 已提前結束募集，{{target}} 中募得 {{raised}}。原因：{{reason}}。' +
      '不收取任何費用，您可以再次申請。',
    variables: { ...raised, reason: ['結束的原因', '資料與實際不符'] },
    must: ['reason'],
  },
  shortAfterReversal: {
    ...borrower,
    name: '出資款沖正未補足，案件取消',
    title: '您的申貸案已取消',
    body:
      '申貸案 {{caseNo}} 的部分出資款經銀行沖正，未能於期限內補足，案件已取消，' +
      '不影響您再次申請，也不收取任何費用。',
    variables: caseNo,
  },
} as const;

const profile = { category: 'invest', link: '/account/profile/suitability' } as const;
const validUntil = { until: ['評估有效至', '2026/12/20'] } as const;

export const noticeKinds = catalogue('investing', {
  ...orders,
  ...cases,
  profileEnding: {
    ...profile,
    name: '風險屬性評估即將到期',
    title: '風險屬性評估即將到期',
    body: '您的風險屬性評估有效至 {{until}}。到期後須重新評估才能出資，現在就可以更新，約需 2 分鐘。',
    variables: validUntil,
  },
  profileEnded: {
    ...profile,
    name: '風險屬性評估已到期',
    title: '風險屬性評估已到期',
    body:
      '您的風險屬性評估有效至 {{until}}，已經到期。重新評估前無法成立新的出資訂單；' +
      '進行中的出資、付款與撥付不受影響。',
    variables: validUntil,
  },
});
