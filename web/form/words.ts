// What a form says about an input the contract's schema refuses, where the schema has no words.
import type { z } from 'zod';
import { inputWords, isMissing } from '#contract/input-words.ts';

/** Stands for 「請輸入{欄位}」 or 「請選擇{欄位}」; the field knows its name and fills it in. */
export const REQUIRED = '\u0000required';

/** Words for one issue; used by every form as zod's error map. */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  const unanswered = issue.code === 'invalid_value' || issue.code === 'invalid_type';
  return isMissing(issue) || unanswered ? REQUIRED : inputWords(issue);
}

/** A message as it is shown under a field called `label`. */
export function shownMessage(
  message: string | undefined,
  label: string,
  verb: '輸入' | '選擇' | '上傳',
): string | undefined {
  return message === REQUIRED ? `請${verb}${label}` : message;
}
