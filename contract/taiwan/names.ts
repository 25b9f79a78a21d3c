// Names of persons as identity cards, residence certificates and banks write them.

/** Signs between the parts of a name: every document, keyboard and program has another. */
const INTERPUNCTS =
  /[\u00b7\u0387\u16eb\u2022\u2024\u2027\u2218\u2219\u22c5\u2e31\u2e33\u30fb\uff0e\uff65]/gu;
const NAME = /^[\p{L}\p{M}\u3007](?:[\p{L}\p{M}\u3007 ·'’.,()-]*[\p{L}\p{M}\u3007.)])?$/u;

const NAME_MAX = 50;

/**
 * Returns a name in one way of writing: `‧`, `•`, `．` and all other interpuncts as `·` without
 * blanks beside it, full-width letters as Latin ones, and one blank between words. Han characters
 * stay as they are written.
 */
export const writtenName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(INTERPUNCTS, '·')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/gu, ' ')
    .replace(/ ?· ?/g, '·')
    .trim();

/** Whether a name in this way of writing has only what documents print, in any script. */
export const isName = (name: string): boolean =>
  NAME.test(name) && [...name].length >= 2 && [...name].length <= NAME_MAX;
