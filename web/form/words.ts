// What stands under a field whose input the contract's schema refuses.
/** Stands for 「請輸入{欄位}」 or 「請選擇{欄位}」; the field knows its name and fills it in. */
export const REQUIRED = '\u0000required';

/** A message as it is shown under a field called `label`. */
export function shownMessage(
  message: string | undefined,
  label: string,
  verb: '輸入' | '選擇' | '上傳',
): string | undefined {
  return message === REQUIRED ? `請${verb}${label}` : message;
}
