// Default text of the notice that an endpoint was stopped.
import { catalogue } from '../notices/rules.ts';

export const noticeKinds = catalogue('webhooks', {
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
