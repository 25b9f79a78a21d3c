// Labels of messages at the office: categories and states, with their tones.
import type { BroadcastStatus } from '#contract/messages/broadcasts.ts';
import type { Delivery } from '#contract/messages/deliveries.ts';
import type { WordingRow, WordingVersion } from '#contract/messages/calls.ts';
import type { Tone } from '../../ui/display/Card.tsx';

type Word = { text: string; tone: Tone };

export const noticeCategoryText: Record<WordingRow['category'], string> = {
  invest: '出資',
  loan: '申貸',
  account: '帳戶',
  other: '其他',
};

export const versionWords: Record<WordingVersion['state'], Word> = {
  waiting: { text: '尚未生效', tone: 'progress' },
  current: { text: '現行', tone: 'done' },
  past: { text: '已被取代', tone: 'neutral' },
};

export const broadcastWords: Record<BroadcastStatus, Word> = {
  draft: { text: '草稿', tone: 'neutral' },
  proposed: { text: '等待覆核', tone: 'attention' },
  approved: { text: '等待寄送時間', tone: 'progress' },
  sending: { text: '寄送中', tone: 'progress' },
  sent: { text: '已寄完', tone: 'done' },
  stopped: { text: '已停止', tone: 'problem' },
  declined: { text: '已退回', tone: 'problem' },
};

export const deliveryWords: Record<Delivery['state'], Word> = {
  waiting: { text: '待寄', tone: 'progress' },
  failing: { text: '重試中', tone: 'problem' },
  sent: { text: '已寄出', tone: 'done' },
};

export const stageText = [
  '未開始',
  '手機',
  '基本資料',
  '身分證件',
  '銀行帳戶（完成驗證）',
] as const;
