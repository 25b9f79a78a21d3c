// Short label of the verification's progress.
import type { StateWord } from '#contract/core/state-words.ts';
import { verificationWords } from '#contract/verification/words.ts';

const { begun, reviewing, supplement, approved } = verificationWords;

/** Returns the label that members see for a stage and status, and what they can do. */
export function progressOf(stage: number, status: number): StateWord & { action: string } {
  if (stage >= 4 && status === 3) return approved.member;
  if (status === 2) return supplement.member;
  if (stage >= 4) return reviewing.member;
  if (stage <= 0) return begun.member;
  return { text: `第 ${stage + 1} 步`, tone: 'info', action: '繼續身分驗證' };
}
