// Messages under a field whose input the contract's schema refuses.
/** Placeholder for 「請輸入{欄位}」 or 「請選擇{欄位}」; the field fills in its name. */
export const REQUIRED = '\u0000required';

/** Returns the message to show under a field with this label. */
export function visibleMessage(
  message: string | undefined,
  label: string,
  verb: '輸入' | '選擇' | '上傳',
): string | undefined {
  return message === REQUIRED ? `請${verb}${label}` : message;
}
