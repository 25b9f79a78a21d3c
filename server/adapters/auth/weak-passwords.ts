// Which passwords are so common that they are tried first.
import listed from 'fxa-common-password-list';

/** Common in Taiwan, or here, and not in the library's list of the world. */
const COMMON_HERE: ReadonlySet<string> = new Set([
  '0912345678',
  '52013141314',
  '5201314520',
  'a0987654321',
  'baixi123',
  'baixi1234',
  'happy520',
  'iloveyou520',
  // What typing 我的密碼 in Zhuyin gives.
  'ji32k7au4a83',
  'su3cl3u4',
  'love5201314',
  'password123456',
  'taipei101',
  'taipei123',
  'taiwan123',
  'woaini1314',
  'woaini520',
]);

/**
 * Whether it is among the 50,000 of 8 characters or more that Firefox Accounts refuses, or common
 * in Taiwan, in whatever capitals and widths.
 */
export function isCommonPassword(password: string): boolean {
  const normal = password.normalize('NFKC').toLowerCase();
  return COMMON_HERE.has(normal) || listed.test(normal);
}
