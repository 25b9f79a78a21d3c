// Words for the states of broadcasts, deliveries and the versions of a notice's text.
import type { StateWord } from '../core/state-words.ts';
import type { BroadcastStatus } from './broadcasts.ts';
import type { Delivery } from './deliveries.ts';

export const broadcastWords: Record<BroadcastStatus, StateWord> = {
  draft: { text: '草稿', tone: 'neutral' },
  proposed: { text: '等待覆核', tone: 'attention' },
  approved: { text: '等待寄送時間', tone: 'progress' },
  sending: { text: '寄送中', tone: 'progress' },
  sent: { text: '已寄完', tone: 'done' },
  stopped: { text: '已停止', tone: 'problem' },
  declined: { text: '已退回', tone: 'problem' },
};

export const deliveryWords: Record<Delivery['state'], StateWord> = {
  waiting: { text: '待寄', tone: 'progress' },
  failing: { text: '重試中', tone: 'problem' },
  sent: { text: '已寄出', tone: 'done' },
};
