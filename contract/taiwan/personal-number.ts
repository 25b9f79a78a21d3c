// Identity and business numbers of Taiwan, validated by their check digits.

/**
 * National ID (身分證字號), and resident certificate number (居留證號) in the format since 2021 and in the
 * earlier one.
 */
export type PersonalNumberKind = 'national' | 'residentNew' | 'residentOld';

export const personalNumberText: Record<PersonalNumberKind, string> = {
  national: '身分證字號',
  residentNew: '新式居留證號',
  residentOld: '舊式居留證號',
};

/**
 * Letters in the order of their numeric values, which stand for the household registration office
 * of first issue.
 */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
const LETTER_FROM = 10;
const WEIGHTS = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1] as const;
const UBN_WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1] as const;
/**
 * Since 2023 the weighted sum of a unified business number must be a multiple of 5 instead of 10.
 */
const UBN_DIVISOR = 5;

/**
 * Returns the kind of a personal number, or null if it is not valid. Letters must be capitals.
 *
 * The weights 1, 9, 8 … 1, 1 apply to the digits; the first letter counts as two digits, and the
 * second letter of an old resident certificate counts by its last digit. The sum must be a multiple
 * of 10.
 */
export function personalNumberKind(text: string): PersonalNumberKind | null {
  const kind = kindByShape(text);
  if (kind === null) return null;
  const first = letterNumber(text[0]!);
  const second = kind === 'residentOld' ? letterNumber(text[1]!) % 10 : Number(text[1]);
  const digits = [Math.floor(first / 10), first % 10, second, ...digitsOf(text.slice(2))];
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * digits[i]!, 0);
  return sum % 10 === 0 ? kind : null;
}

function kindByShape(text: string): PersonalNumberKind | null {
  if (/^[A-Z][12]\d{8}$/.test(text)) return 'national';
  if (/^[A-Z][89]\d{8}$/.test(text)) return 'residentNew';
  return /^[A-Z][A-D]\d{8}$/.test(text) ? 'residentOld' : null;
}

/**
 * Normalises a mobile number to `0912345678`; accepts 09…, +886… or 886-…, with spaces or
 * full-width digits. Null if the text is not a mobile number.
 */
export function normalisedMobile(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\s-]/g, '');
  const found = /^(?:\+?886|0)(9\d{8})$/.exec(plain);
  return found ? `0${found[1]}` : null;
}

/**
 * Validates a 統一編號 (unified business number): 8 digits with the check rule of 2023, by which a 7 in
 * the seventh place may count one less.
 */
export function isUbn(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  const sum = digitsOf(text).reduce((total, digit, i) => {
    const product = digit * UBN_WEIGHTS[i]!;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % UBN_DIVISOR === 0 || (text[6] === '7' && (sum + 1) % UBN_DIVISOR === 0);
}

function letterNumber(letter: string): number {
  return LETTERS.indexOf(letter) + LETTER_FROM;
}

function digitsOf(text: string): number[] {
  return Array.from(text, Number);
}
