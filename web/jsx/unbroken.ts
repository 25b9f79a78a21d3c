// Finds the parts of a text that must stay on one line: terms, numbers with their unit, telephone
// numbers.

/** Terms that a reader sees as one word; Chinese may otherwise break after any character. */
const terms = '還款|註冊|共同|風險|個人|平台|出資|申貸|借款|免費';
const unit = '[ \\u00a0]?(?:分鐘|小時|個(?:工作天|月|字)|萬?元|[萬期件筆天日年人次則張位歲倍%])';
export const parts = new RegExp(`(\\d{2,4}-\\d{3,4}(?:-\\d{3,4})?|\\d[\\d,.]*${unit}|${terms})`);
const unitFirst = new RegExp(`^(${unit})`);

/** Returns the pieces of `text`; those with an odd index must not be broken. */
export const piecesOf = (text: string): string[] => text.split(parts);

/** Returns the unit at the beginning of `text`, which continues a number, with the rest. */
export const unitOf = (text: string): string[] => text.split(unitFirst).slice(1);
