// Default texts for members about payouts to them and payments that their bank returned.
const borrower = { category: 'loan', link: '/account/loan' } as const;
const investor = { category: 'invest', link: '/account/invest/ongoing' } as const;
const amount = { amount: ['金額', '$ 9,137'] } as const;
const account = { category: 'account', link: '/account/profile' } as const;
const paidOut = { ...amount, day: ['匯款日', '2026/11/20'] } as const;

export const moneyOut = {
  paidOut: {
    ...investor,
    name: '收益已撥付',
    title: '已撥付 {{amount}}',
    body: '{{amount}} 已於 {{day}} 匯入您的綁定帳戶。',
    variables: paidOut,
    must: ['amount'],
  },
  surplusPaid: {
    ...borrower,
    name: '溢繳款已退回',
    title: '已退回溢繳款 {{amount}}',
    body: '{{amount}} 已於 {{day}} 匯入{{to}}。',
    variables: { ...paidOut, to: ['退回的帳戶', '您的綁定帳戶'] },
    must: ['amount'],
  },
  payoutReturned: {
    ...account,
    name: '撥付遭銀行退回',
    title: '撥付 {{amount}} 遭銀行退回',
    body: '款項仍為您保管於信託專戶。請更換收款帳戶，新帳戶生效後會再次為您撥付。',
    variables: amount,
  },
  payoutCameBack: {
    ...account,
    name: '已撥付的款項遭退匯',
    title: '先前撥付的 {{amount}} 遭銀行退匯',
    body:
      '收款銀行沒有收下這筆款項，已退回信託專戶為您保管。' +
      '請更正綁定的銀行帳戶，新帳戶生效後會再次為您撥付。',
    variables: amount,
    must: ['amount'],
  },
  payoutKept: {
    ...borrower,
    name: '退匯的溢繳款抵償平台墊付',
    title: '退匯的 {{amount}} 不再退回',
    body:
      '這筆借款先前有入帳經銀行沖正，由平台墊付；溢繳款又遭退匯，' +
      '因此用來抵償墊付款，不再匯出，您也不必返還這部分。',
    variables: amount,
    must: ['amount'],
  },
  payerPayoutReturned: {
    ...borrower,
    name: '退給原付款人的溢繳款遭退回',
    title: '退給原付款人的 {{amount}} 遭銀行退回',
    body: '這筆款項由他人代付，只退回原付款人。我們會與付款人確認帳戶，您不必處理。',
    variables: amount,
    must: ['amount'],
  },
} as const;
