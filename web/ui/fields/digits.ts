// Digits as people type them: full-width forms, separators, and where the caret should stand.

/** Full-width digits, letters and signs (１２３ＡＢＣ) as their half-width forms. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}

/** Only the digits of what was typed, at most `max` of them (the rest is cut off). */
export function digitsOf(text: string, max = 15): string {
  return halfWidth(text).replace(/\D/g, '').slice(0, max);
}

/** '30000' → '30,000'; leading zeros fall away; '' stays ''. */
export function thousands(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  return plain.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '9128123456789012' → '9128 1234 5678 9012'. */
export function grouped(digits: string, size = 4): string {
  return digits.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? '';
}

/** The place in `text` right after its nth digit; the caret stays there over a reformat. */
export function afterDigit(text: string, nth: number): number {
  if (nth <= 0) return 0;
  let seen = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (/\d/.test(text[i]!) && (seen += 1) === nth) return i + 1;
  }
  return text.length;
}
