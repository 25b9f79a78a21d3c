// Finds the parts of a text that must stay on one line: terms, numbers with their unit, amounts,
// telephone numbers, and numbers of cases and invoices.

/** Terms that a reader sees as one word; Chinese may otherwise break after any character. */
const terms = '還款|註冊|共同|風險|個人|平台|出資|申貸|借款|免費';
const unit =
  '[ \\u00a0]?(?:分鐘|小時|個(?:營業日|月|字)|萬?元|[萬期件筆天日年人次則張位歲倍%]|[KMG]B)';
const amount = 'NT\\$[ \\u00a0]?\\d[\\d,]*';
/** Numbers of cases, contracts and orders (A20261129-001), and of invoices (BF-10000005). */
const reference = '[A-Z]\\d{8}-\\d{3}|[A-Z]{2}-\\d{8}';
const telephone = '\\d{2,4}-\\d{3,4}(?:-\\d{3,4})?';
/** A slash between two terms ends a line and never begins one. */
const beforeSlash = '[一-龥]{1,4}／(?=[一-龥])';
export const parts = new RegExp(
  `(${reference}|${amount}|${telephone}|\\d[\\d,.]*${unit}|${beforeSlash}|${terms})`,
);
const unitFirst = new RegExp(`^(${unit})`);

/** Returns the pieces of `text`; those with an odd index must not be broken. */
export const piecesOf = (text: string): string[] => text.split(parts);

/** Returns the unit at the beginning of `text`, which continues a number, with the rest. */
export const unitOf = (text: string): string[] => text.split(unitFirst).slice(1);
