// Labels of collection: buckets, channels, outcomes, promises and measures.
import type { LateBucketName, LateLoan, MeasureKind } from '#contract/servicing/collections.ts';
import type { pollStateAt } from '#contract/servicing/poll.ts';
import type { Tone } from '../../ui/display/Card.tsx';

export const bucketText: Record<LateBucketName, string> = {
  d1: '1–7 天',
  d8: '8–30 天',
  d31: '31–90 天',
  d91: '91–180 天',
  d181: '181 天以上',
};

export const channelText: Record<LateLoan['contacts'][number]['channel'], string> = {
  phone: '電話',
  sms: '簡訊',
  email: '電子郵件',
  letter: '信函',
  visit: '拜訪',
  other: '其他',
};

export const outcomeText: Record<LateLoan['contacts'][number]['outcome'], string> = {
  reached: '已聯絡上',
  notReached: '未聯絡上',
  leftMessage: '已留言',
  disputed: '對金額有異議',
  needsHelp: '需要協助',
};

export const promiseTag: Record<
  LateLoan['promises'][number]['status'],
  { tone: Tone; children: string }
> = {
  open: { tone: 'info', children: '待履行' },
  kept: { tone: 'done', children: '已履行' },
  broken: { tone: 'problem', children: '未履行' },
};

export const measureText: Record<MeasureKind, string> = {
  waiver: '減免遲延費用',
  courtCost: '代墊訴訟費用',
  revocation: '撤銷違約認定',
  closing: '追償結案',
  violation: '認定違約',
};

export const measureTag: Record<
  LateLoan['measures'][number]['status'],
  { tone: Tone; children: string }
> = {
  proposed: { tone: 'attention', children: '待覆核' },
  approved: { tone: 'done', children: '已核准' },
  returned: { tone: 'neutral', children: '已退回' },
  overtaken: { tone: 'neutral', children: '撥款退匯，不再處理' },
};

export const pollTone: Record<ReturnType<typeof pollStateAt>, Tone> = {
  open: 'attention',
  counting: 'info',
  undecided: 'problem',
  negotiate: 'done',
  legal: 'done',
  void: 'neutral',
};
