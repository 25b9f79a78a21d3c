// Texts about an operator's impersonation of a member.
import type { ImpersonationState } from '#contract/identity/impersonation-rules.ts';

export const impersonationWords: Record<
  ImpersonationState,
  { text: string; tone: 'progress' | 'attention' | 'neutral' }
> = {
  waiting: { text: '等待開啟', tone: 'progress' },
  open: { text: '檢視中', tone: 'attention' },
  over: { text: '已結束', tone: 'neutral' },
  lapsed: { text: '未開啟', tone: 'neutral' },
};
