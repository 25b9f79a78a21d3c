// Refuses input that no column can store: lone surrogates, control characters, deep nesting.
import { Refusal } from '#contract/refusals.ts';

/**
 * Control characters except tab and line ends. PostgreSQL cannot store NUL, and a person who reads
 * the text later cannot see the others.
 */
// eslint-disable-next-line no-control-regex -- these are the characters that are looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/**
 * Maximum nesting of input. No call accepts deeper input, and unlimited nesting would exhaust the
 * stack.
 */
const DEPTH_MAX = 20;
const PATH_MAX = 80;

/** Whether a column can store a text, and a person who reads it sees all of it. */
export const isStorable = (text: string) => text.isWellFormed() && !CONTROL.test(text);

/**
 * Throws INVALID_INPUT, naming the first field whose text is not well-formed Unicode or contains
 * control characters other than tab and line ends. Throws MALFORMED if a field name contains them
 * or if the input is nested deeper than any call needs. Nothing is removed silently, because a
 * password must stay as it was typed.
 */
export function assertStorable(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    const field = path.slice(0, PATH_MAX) || '_';
    throw new Refusal('INVALID_INPUT', {
      fields: { [field]: '含有無法使用的字元，請刪除後重新輸入' },
    });
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_MAX) throw new Refusal('MALFORMED');
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw new Refusal('MALFORMED');
    assertStorable(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  }
}
