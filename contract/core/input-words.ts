// Default messages for input that its schema rejects without a message of its own.
import type { z } from 'zod';

const formats: Record<string, string> = {
  email: '電子郵件格式不正確，例如 name@example.com',
  date: '日期不正確，請再確認一次',
  url: '網址格式不正確',
};

/** Whether the value is missing; if so, the message names the field to fill in. */
export function isMissing({ input }: z.core.$ZodRawIssue): boolean {
  return input === undefined || input === null || input === '' || Number.isNaN(input);
}

/**
 * Returns the message for one issue in Traditional Chinese, without a full stop. Pages and server
 * use the same text.
 */
export function inputWords(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue)) return '這個欄位必填';
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
      return '請從選項中選擇';
    case 'unrecognized_keys':
      return '不需要這個欄位';
    default:
      return '內容不正確，請再確認一次';
  }
}
