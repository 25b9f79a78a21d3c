// What a form says about an input the contract's schema refuses, where the schema has no words.
import type { z } from 'zod';

/** Stands for 「請輸入{欄位}」 or 「請選擇{欄位}」; the field knows its name and fills it in. */
export const REQUIRED = '\u0000required';

const formats: Record<string, string> = {
  email: '電子郵件格式不正確，例如 name@example.com',
  date: '日期不正確，請再確認一次',
  url: '網址格式不正確',
};

function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === '' || Number.isNaN(input);
}

/** Words for one issue; used by every form as zod's error map. */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (isEmpty(issue.input)) return REQUIRED;
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'array') return '請至少選擇一項';
      return issue.origin === 'string' ? `至少 ${issue.minimum} 個字` : `最少 ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'array') return `最多 ${issue.maximum} 項`;
      return issue.origin === 'string' ? `最多 ${issue.maximum} 個字` : `最多 ${issue.maximum}`;
    case 'invalid_format':
      return formats[issue.format] ?? '格式不正確，請再確認一次';
    case 'invalid_value':
    case 'invalid_type':
      return REQUIRED;
    default:
      return '內容不正確，請再確認一次';
  }
}

/** A message as it is shown under a field called `label`. */
export function shownMessage(
  message: string | undefined,
  label: string,
  verb: '輸入' | '選擇' | '上傳',
): string | undefined {
  return message === REQUIRED ? `請${verb}${label}` : message;
}
