// Texts for the states of a case's funding at the office.
import type { CaseState } from '#contract/investing/office.ts';

export const stateText: Record<CaseState, string> = {
  open: '募集中',
  signing: '待簽約與撥款',
  ended: '未成案',
};
