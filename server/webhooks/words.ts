// Default texts of the notices about endpoints: added, paused after a reset, and stopped.
import { catalogue } from '../notices/rules.ts';

export const noticeKinds = catalogue('webhooks', {
  added: {
    category: 'account',
    link: '/account/webhooks',
    name: '已新增 Webhook',
    email: 'always',
    title: '已新增傳送到 {{host}} 的 Webhook',
    body:
      '您帳戶的事件從現在起會傳送到 {{host}}。' +
      '若不是您本人操作，請立即刪除這個 Webhook 並變更密碼。',
    variables: { host: ['接收事件的主機', 'hooks.example.com'] },
    must: ['host'],
  },
  paused: {
    category: 'account',
    link: '/account/webhooks',
    name: 'Webhook 已暫停',
    email: 'always',
    title: 'Webhook 已暫停',
    body:
      '因為重設密碼或更換手機，傳送到 {{hosts}} 的 Webhook 已暫停。' +
      '請到 Webhook 頁確認都是您設定的，再恢復傳送。',
    variables: { hosts: ['接收事件的主機', 'hooks.example.com'] },
    must: ['hosts'],
  },
  stopped: {
    category: 'account',
    link: '/account/webhooks',
    name: 'Webhook 已停用',
    title: '{{host}} 的 Webhook 已停用',
    body: '傳送到 {{host}} 的事件連續 {{times}} 次未送達，因此停止傳送。修正後請到 Webhook 頁恢復，等待中的事件會接著送出。',
    variables: {
      host: ['接收事件的主機', 'hooks.example.com'],
      times: ['嘗試次數', '8'],
    },
    must: ['host'],
  },
});
