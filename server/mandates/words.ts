// Default texts of notices about mandates and debits.
import { catalogue } from '../notices/rules.ts';

const shared = { category: 'account', link: '/account/mandate' } as const;
const account = { account: ['扣款帳戶', '台新國際商業銀行 ****5678'] } as const;
const amount = { amount: ['金額', '$ 9,137'] } as const;
const what = { what: ['扣款的款項', '案號 A20261120-001 第 3 期'] } as const;
const reason = { reason: ['原因', '存款不足'] } as const;

export const noticeKinds = catalogue('mandates', {
  active: {
    ...shared,
    name: '授權扣款生效',
    title: '授權扣款已生效',
    body: '銀行已核准自 {{account}} 扣款，每次最多 {{ceiling}}。每次扣款前一日會再通知您。',
    variables: { ...account, ceiling: ['每次上限', '$ 50,000'] },
    must: ['ceiling'],
  },
  refused: {
    ...shared,
    name: '授權扣款未核准',
    title: '銀行未核准您的授權扣款',
    body: '銀行未核准自 {{account}} 扣款，原因是「{{reason}}」。請核對帳戶後重新設定，或改用轉帳付款。',
    variables: { ...account, ...reason },
    must: ['reason'],
  },
  stopped: {
    ...shared,
    name: '授權扣款已停止',
    title: '授權扣款已停止',
    body: '自 {{account}} 的授權扣款已停止（{{reason}}），今後請自行轉帳付款。{{sent}}',
    variables: { ...account, ...reason, sent: ['已送出的扣款', '已送交銀行的 1 筆扣款不受影響。'] },
    must: ['reason'],
  },
  superseded: {
    ...shared,
    name: '帳戶更換，授權扣款失效',
    title: '您更換了帳戶，授權扣款已失效',
    body: '授權扣款的帳戶 {{account}} 已不是您綁定的帳戶，因此不再扣款。如要繼續，請以新帳戶重新設定。',
    variables: { ...account },
  },
  comingDebit: {
    ...shared,
    deadline: true,
    name: '明日扣款',
    title: '明日將扣款 {{amount}}',
    body:
      '{{what}}將於 {{day}} 自 {{account}} 扣款，應還 {{amount}}。請確認帳戶餘額。' +
      '如要停止，請於今天 23:59 前在「授權扣款」停止授權。',
    variables: { ...what, ...account, ...amount, day: ['扣款日', '2026/12/21'] },
    must: ['amount', 'day'],
  },
  debitRefused: {
    ...shared,
    deadline: true,
    name: '扣款未成功',
    title: '扣款 {{amount}} 未成功：{{reason}}',
    body: '{{what}}的扣款 {{amount}} 未成功，原因是「{{reason}}」。{{next}}',
    variables: {
      ...what,
      ...amount,
      ...reason,
      next: ['接下來', '將於 2026/12/24 再扣一次，您也可以先自行轉帳。'],
    },
    must: ['reason'],
  },
  paused: {
    ...shared,
    name: '授權扣款暫停',
    title: '授權扣款已暫停',
    body:
      '自 {{account}} 的扣款連續 {{times}} 次未成功，已暫停扣款。請自行轉帳付清；' +
      '帳戶備妥後，可在「授權扣款」恢復。',
    variables: { ...account, times: ['未成功次數', '2'] },
  },
  notDebited: {
    ...shared,
    deadline: true,
    name: '本次不扣款',
    title: '{{what}}這次不扣款',
    body: '{{what}}的 {{amount}} 這次沒有扣款：{{reason}}。請自行轉帳付清。',
    variables: { ...what, ...amount, ...reason },
    must: ['reason'],
  },
  paidTwice: {
    ...shared,
    name: '重複付款退回',
    title: '重複付款的 {{amount}} 將退回您的帳戶',
    body: '{{what}}同時有扣款與轉帳，多付的 {{amount}} 將隨下一次撥付退回{{to}}。',
    variables: { ...what, ...amount, to: ['退回的帳戶', '您的綁定帳戶'] },
    must: ['amount'],
  },
});
