// Formatting of digits while the user types: full-width forms, separators, and the caret's
// position.

/** Converts full-width digits, letters and symbols (１２３ＡＢＣ) to half-width. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

/**
 * Returns only the digits of the input, at most `max` of them. A number with the country code of
 * Taiwan, as telephones copy it, is the national one: it must not lose its end.
 */
export function digitsOf(text: string, max = 15): string {
  const national = halfWidth(text).replace(/^[^\d+]*\+\s*886[\s-]*(?:\(?0\)?)?[\s-]*(?=\d)/, '0');
  const digits = national.replace(/\D/g, '');
  return (digits.length > max ? digits.replace(/^(?:00)?886(?=9\d{8}$)/, '0') : digits).slice(
    0,
    max,
  );
}

/** Returns a text that was pasted without what nobody meant to copy: ends of lines and blanks. */
export const pastedText = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replace(/[\r\n\t]+/g, ' ')
    .trim();

/**
 * Returns the digits of an amount before its decimal point, at most `max` of them, because
 * spreadsheets copy NT$1,250 as 1,250.00.
 */
export function wholeDigitsOf(text: string, max?: number): string {
  return digitsOf(halfWidth(text).replace(/\.\d.*$/s, ''), max);
}

/** Whether an amount has a decimal point behind its first digit. */
export const hasPoint = (text: string): boolean => /\d[\d,]*\./.test(halfWidth(text));

/** Adds thousands separators: '30000' → '30,000'; leading zeros are removed; '' stays ''. */
export function thousands(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  return plain.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Groups digits: '9128123456789012' → '9128 1234 5678 9012'. */
export function grouped(digits: string, size = 4): string {
  return digits.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';
}

/**
 * Returns the position in `text` right after its nth digit, where the caret stays after
 * reformatting; after the last one, the end of the text.
 */
export function afterDigit(text: string, nth: number): number {
  if (nth <= 0) return 0;
  if (nth >= digitsOf(text, text.length).length) return text.length;
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (/\d/.test(text[i]!) && (seen += 1) === nth) return i + 1;
  }
  return text.length;
}
