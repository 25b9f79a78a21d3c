// States of endpoints and deliveries with their words, and why an endpoint gave no answer.
import type { StateWord } from '../core/state-words.ts';

export const endpointStates = ['active', 'paused', 'failed'] as const;
export type EndpointState = (typeof endpointStates)[number];
export const endpointWords: Record<EndpointState, StateWord> = {
  active: { text: '使用中', tone: 'done' },
  paused: { text: '已暫停', tone: 'neutral' },
  failed: { text: '連續失敗，已停用', tone: 'problem' },
};

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryWords: Record<DeliveryState, StateWord> = {
  waiting: { text: '等待傳送', tone: 'info' },
  delivered: { text: '已送達', tone: 'done' },
  failed: { text: '未送達', tone: 'problem' },
};

export const noAnswers = ['address', 'timeout', 'tls', 'unreachable'] as const;
export type NoAnswer = (typeof noAnswers)[number];
export const noAnswerText: Record<NoAnswer, string> = {
  address: '網址指向不允許的位址',
  timeout: '超過 10 秒沒有回應',
  tls: '憑證無法驗證',
  unreachable: '連線失敗',
};
