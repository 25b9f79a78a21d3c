// Texts for the states of a case's funding, shown in the back office.
import type { CaseState } from './office.ts';

export const caseStateText: Record<CaseState, string> = {
  open: '募集中',
  signing: '待簽約與撥款',
  ended: '未成案',
};
