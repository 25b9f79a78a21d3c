// Labels of the actions on webhooks in the audit log.
export const webhookActions = {
  'webhook.added': '新增 Webhook',
  'webhook.changed': '變更 Webhook 的事件',
  'webhook.paused': '暫停 Webhook',
  'webhook.resumed': '恢復 Webhook',
  'webhook.failed': 'Webhook 連續失敗停用',
  'webhook.rotated': '更換 Webhook 密鑰',
  'webhook.deleted': '刪除 Webhook',
  'webhook.replayed': '重送 Webhook 事件',
} as const;
