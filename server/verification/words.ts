// Default texts of notices to members about their verification and its changes.
import { catalogue } from '../notices/rules.ts';

const mine = { category: 'account', link: '/member/profile' } as const;
const proof = { category: 'account', link: '/loan/financial_proof' } as const;
const kind = { kind: ['證明的種類', '薪資轉帳存摺'] } as const;
const why = { why: ['需要修正的地方', '證件正面反光，看不清楚姓名'] } as const;

export const noticeKinds = catalogue('verification', {
  accountAwaited: {
    category: 'account',
    link: '/account/profile',
    name: '提醒更換收款帳戶',
    title: '有 {{amount}} 等您更換收款帳戶',
    body:
      '先前匯給您的款項遭銀行退回，目前為您保管於信託專戶。' +
      '請在「帳戶管理」更換收款帳戶，新帳戶生效後就會匯出。',
    variables: { amount: ['等待的金額', '$ 12,345'] },
    must: ['amount'],
  },
  submitted: {
    ...mine,
    name: '身分驗證資料已送出',
    title: '身分驗證資料已送出',
    body: '我們已收到您的資料，審核約需 1 個營業日，完成後會通知您。',
    variables: {},
  },
  supplement: {
    ...mine,
    name: '身分驗證需要補件',
    link: '/member/additional_document',
    title: '身分驗證需要補件',
    body: '請重新提供以下資料：{{why}}。',
    variables: why,
    must: ['why'],
  },
  approved: {
    ...mine,
    name: '身分驗證已通過',
    title: '身分驗證已通過',
    body: '您的身分驗證已完成，現在可以出資與申請借款。',
    variables: {},
  },
  reset: {
    ...mine,
    name: '請重新完成身分驗證',
    title: '請重新完成身分驗證',
    body:
      '請從「{{step}}」開始重新完成身分驗證，原因：{{reason}}。' +
      '完成並審核通過前無法新增出資或申貸，已成立的還款與撥付不受影響。',
    variables: { step: ['從哪一步開始', '身分證件'], reason: ['重置的原因', '證件已換發'] },
    must: ['step', 'reason'],
  },
  held: {
    ...mine,
    name: '部分作業暫停',
    title: '部分作業暫停',
    body: '{{why}}',
    variables: {
      why: ['暫停的原因與範圍', '我們收到法院或行政執行機關的命令，應付給您的款項暫停'],
    },
    must: ['why'],
  },
  statementApproved: {
    ...proof,
    name: '財力證明審核通過',
    title: '財力證明審核通過',
    body: '您的「{{kind}}」已審核通過。',
    variables: kind,
  },
  statementSupplement: {
    ...proof,
    name: '財力證明需要補件',
    title: '財力證明需要補件',
    body: '您的「{{kind}}」需要補件：{{why}}。請重新上傳。',
    variables: { ...kind, ...why },
    must: ['why'],
  },
});

const warning = '若非您本人操作，請立即致電 {{servicePhone}}。';
const textOf = (title: string) => `${title}。${warning}`;

/**
 * These notices are always sent by mail and by text message to the confirmed number, whatever the
 * member's preferences are, so that somebody who took over the account cannot divert the money
 * unnoticed.
 */
const change = { category: 'account', email: 'always', isTextedAlways: true } as const;
const bank = { ...change, link: '/account/profile/alter_bank' } as const;
const id = { ...change, link: '/account/profile/alter_id' } as const;
const account = { account: ['新的銀行帳戶', '812 台新國際商業銀行 ****5678'] } as const;

export const changeNotices = catalogue('verification', {
  bankAsked: {
    ...bank,
    name: '收到銀行帳戶變更申請',
    title: '收到您的銀行帳戶變更申請',
    body: `您申請將銀行帳戶變更為 {{account}}。審核期間撥款與收款仍使用原帳戶。${warning}`,
    text: textOf('收到您的銀行帳戶變更申請'),
    variables: account,
    must: ['account'],
  },
  idAsked: {
    ...id,
    name: '收到身分證件變更申請',
    title: '收到您的身分證件變更申請',
    body: `您申請更新身分證件（{{reason}}）。審核期間仍使用原資料。${warning}`,
    text: textOf('收到您的身分證件變更申請'),
    variables: { reason: ['更新的原因', '換發新證'] },
  },
  bankApproved: {
    ...bank,
    name: '銀行帳戶變更已核准',
    title: '銀行帳戶變更已核准，{{hours}} 小時後生效',
    body: '{{account}} 將於 {{hours}} 小時後生效，在那之前撥款與收款仍使用原帳戶。' + warning,
    text: textOf('銀行帳戶變更已核准，{{hours}} 小時後生效'),
    variables: { ...account, hours: ['幾小時後生效', '24'] },
    must: ['account', 'hours'],
  },
  idApproved: {
    ...id,
    name: '身分證件已更新',
    title: '身分證件已更新',
    body: `{{what}}已生效。${warning}`,
    text: textOf('身分證件已更新'),
    variables: { what: ['更新了什麼', '新的證件與姓名'] },
  },
  bankSupplement: {
    ...bank,
    name: '銀行帳戶變更需要補件',
    title: '銀行帳戶變更需要補件',
    body: `請修正後重新送出：{{why}}。原資料繼續有效。${warning}`,
    text: textOf('銀行帳戶變更需要補件'),
    variables: why,
    must: ['why'],
  },
  idSupplement: {
    ...id,
    name: '身分證件更新需要補件',
    title: '身分證件更新需要補件',
    body: `請修正後重新送出：{{why}}。原資料繼續有效。${warning}`,
    text: textOf('身分證件更新需要補件'),
    variables: why,
    must: ['why'],
  },
});

const phone = { ...change, link: '/account/profile' } as const;
const number = { phone: ['新的手機號碼，遮去中間', '0912-***-678'] } as const;

/**
 * These notices are sent by mail and by text message to the old number, so that its owner can stop
 * the change in time.
 */
export const phoneNotices = catalogue('verification', {
  phoneAsked: {
    ...phone,
    name: '收到更換手機的申請',
    title: '收到更換手機的申請',
    body:
      '有人申請將您的手機更換為 {{phone}}，我們會以視訊核對身分。' +
      `不是您本人的話，請立即登入，在「帳戶管理」取消，並變更密碼。${warning}`,
    text: textOf('收到更換手機的申請'),
    variables: number,
    must: ['phone'],
  },
  phoneApproved: {
    ...phone,
    name: '更換手機已核准',
    title: '更換手機已核准，{{hours}} 小時後生效',
    body:
      '{{phone}} 將於 {{hours}} 小時後成為您的手機，屆時原有的通行密鑰會移除。' +
      `不是您本人的話，請立即登入，在「帳戶管理」取消。${warning}`,
    text: textOf('更換手機已核准，{{hours}} 小時後生效'),
    variables: { ...number, hours: ['幾小時後生效', '24'] },
    must: ['phone', 'hours'],
  },
  phoneInForce: {
    ...phone,
    name: '新手機已生效',
    title: '新手機已生效',
    body: `{{phone}} 已是您的手機，登入與簽約的驗證碼會傳送到這裡。${warning}`,
    text: textOf('新手機已生效'),
    variables: number,
    must: ['phone'],
  },
  phoneRefused: {
    ...phone,
    name: '更換手機未通過',
    title: '更換手機未通過',
    body: `原因：{{why}}。原本的手機號碼繼續有效。${warning}`,
    text: textOf('更換手機未通過'),
    variables: why,
    must: ['why'],
  },
});
