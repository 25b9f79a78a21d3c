// Texts for a timeline's groups, states and actors.
import { actorWords } from '#contract/core/action-words.ts';
import type { OfficeHappening, TimelineGroup } from '#contract/verification/members.ts';

export const groupText: Record<TimelineGroup, string> = {
  account: '帳戶',
  verification: '驗證',
  loan: '借款',
  invest: '出資',
  money: '款項',
  message: '通知',
  office: '審核',
};

const states: Record<string, string> = {
  matched: '已入帳',
  suspense: '待比對',
  returned: '已退回',
  reversed: '已沖正',
  pending: '待匯出',
  confirmed: '已入帳',
  sent: '已送出',
  waiting: '待寄送',
  failing: '寄送失敗，重試中',
  read: '已讀',
  unread: '未讀',
};

export const stateText = (state: string | null) => state && (states[state] ?? state);

export const actorText = ({ type, name }: OfficeHappening['actor']) => name ?? actorWords[type];
