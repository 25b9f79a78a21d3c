// What the description of the API says besides its calls: names of the features, and its version.
export const API_VERSION = '1.0.0';

/** Name of each feature on the page that displays the description. */
export const tagNames: Readonly<Record<string, string>> = {
  notices: '通知',
  identity: '帳戶與登入',
  webhooks: 'Webhook',
  verification: '身分驗證',
  lending: '申貸',
  investing: '出資',
  servicing: '還款與協商',
  mandates: '授權扣款',
  today: '今天',
  invoices: '電子發票',
  content: '內容',
  reports: '統計與報表',
  proofs: '公開紀錄',
};
