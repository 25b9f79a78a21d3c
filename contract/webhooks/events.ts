// The types of events that a webhook can receive, with their words and what their data contains.
import { z } from 'zod';
import { instantSchema } from '../core/lists.ts';

/** Each type with its name on the page. A type is never renamed, because receivers rely on it. */
export const eventTypeText = {
  'order.placed': '訂單成立',
  'order.partially_paid': '訂單部分付款',
  'order.paid': '訂單已付款',
  'order.reversed': '訂單付款遭沖回',
  'order.cancelled': '訂單取消',
  'order.expired': '訂單逾期未付',
  'order.refunding': '訂單退款中',
  'order.refunded': '訂單已退款',
  'case.funded': '案件滿額',
  'loan.repaying': '撥款完成，或恢復正常還款',
  'loan.grace': '借款進入寬限',
  'loan.overdue': '借款逾期',
  'loan.violation': '借款違約',
  'loan.negotiating': '借款協商中',
  'loan.legal': '借款進入法律程序',
  'loan.written_off': '借款轉銷',
  'loan.settled': '借款結清',
  'instalment.received': '收到還款',
  'payout.sent': '款項已撥入您的帳戶',
  'payout.returned': '款項遭銀行退回',
} as const;
export type EventType = keyof typeof eventTypeText;
export const eventTypes = Object.keys(eventTypeText) as [EventType, ...EventType[]];

/** The event that a member sends to try an endpoint; it cannot be chosen. */
export const TEST_EVENT = 'webhook.test';
export type SentType = EventType | typeof TEST_EVENT;

/** Groups of types in the form, in its order. */
export const eventGroups: readonly { title: string; types: readonly EventType[] }[] = [
  { title: '訂單', types: eventTypes.filter((type) => type.startsWith('order.')) },
  { title: '案件與借款', types: eventTypes.filter((type) => /^(case|loan)\./.test(type)) },
  { title: '還款與撥付', types: eventTypes.filter((type) => /^(inst|payout)/.test(type)) },
];

export const typeText = (type: string): string =>
  type === TEST_EVENT ? '測試事件' : (eventTypeText[type as EventType] ?? type);

/** Data of an event: ids and states only. What else is needed is read by the API. */
export const eventDataSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.number())]),
);
export type EventData = z.output<typeof eventDataSchema>;

/** Body of a request to a webhook. */
export const eventSchema = z.object({
  type: z.string(),
  /** Instant of the event, in UTC. */
  timestamp: instantSchema,
  data: eventDataSchema,
});
export type WebhookEvent = z.output<typeof eventSchema>;
