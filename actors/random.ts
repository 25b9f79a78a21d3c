// A random source that a seed determines, and what it draws for people: names and numbers.
import { personalNumberKind } from '#contract/taiwan/personal-number.ts';

export type Random = {
  next(): number;
  int(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
};

/**
 * The mulberry32 generator: small, fast, and with the same numbers for the same seed on every
 * platform.
 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { next, int, pick: (of) => of[int(0, of.length - 1)] as (typeof of)[number] };
}

/** Completes the first nine characters of a personal number with their check digit. */
export const withCheckDigit = (head: string): string =>
  head + Array.from('0123456789').find((digit) => personalNumberKind(head + digit) !== null);

export function nationalId(random: Random): string {
  const letter = random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
  const digits = [random.int(1, 2), ...Array.from({ length: 7 }, () => random.int(0, 9))];
  return withCheckDigit(letter + digits.join(''));
}

export const familyNames = [...'陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高'];
export const givenNameCharacters = [
  ...'怡君雅婷淑芬志明俊傑佳蓉建宏欣怡宗翰詩涵冠宇品妍承恩子晴柏翰語彤家豪美玲國華',
];

export const personName = ({ pick }: Random): string =>
  pick(familyNames) + pick(givenNameCharacters) + pick(givenNameCharacters);

export const mobile = (random: Random) => `09${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

/**
 * Returns a bank account of 12 digits; the last four are never 0000, which the sandbox bank
 * refuses.
 */
export const accountNumber = (random: Random) =>
  `${random.int(10_000_000, 99_999_999)}${random.int(1001, 9998)}`;
