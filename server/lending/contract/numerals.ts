// Numbers in Chinese characters, as used in contracts.
import type { Money } from '#contract/core/money.ts';

const DIGITS = '零一二三四五六七八九';

/**
 * Returns a number from 0 to 999 in the Chinese characters used in clauses and dates: 11 is 十一, 180
 * is 一百八十, 105 is 一百零五.
 */
export function chineseNumber(n: number): string {
  if (n === 0) return '零';
  if (n >= 100) {
    const [hundreds, rest] = [Math.floor(n / 100), n % 100];
    const ten = rest >= 10 && rest < 20 ? '一' : '';
    const tail = rest === 0 ? '' : `${rest < 10 ? '零' : ten}${chineseNumber(rest)}`;
    return `${DIGITS[hundreds]}百${tail}`;
  }
  const [tens, ones] = [Math.floor(n / 10), n % 10];
  return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`;
}

const FORMAL = '零壹貳參肆伍陸柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '萬', '億', '兆'];

/** Returns an amount in the characters that cannot be altered easily: 105000 is 新臺幣壹拾萬伍仟元整. */
export function moneyInWords(amount: Money): string {
  const digits = [...String(amount)].toReversed().map(Number);
  let words = '';
  let gap = false;
  for (let i = digits.length - 1; i >= 0; i -= 1) {
    const digit = digits[i] ?? 0;
    if (digit !== 0) words += `${gap ? '零' : ''}${FORMAL[digit]}${PLACES[i % 4]}`;
    gap = digit === 0 && words !== '';
    const group = digits.slice(i, i + 4);
    if (i % 4 === 0 && group.some((each) => each !== 0)) words += GROUPS[i / 4];
  }
  return `新臺幣${words || '零'}元整`;
}
