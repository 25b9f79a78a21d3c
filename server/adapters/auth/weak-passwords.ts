// Recognises passwords so common that attackers try them first.
import listed from 'fxa-common-password-list';

/**
 * Passwords that are common in Taiwan or on this site but missing in the library's worldwide list.
 */
const COMMON_HERE: ReadonlySet<string> = new Set([
  '0912345678',
  '52013141314',
  '5201314520',
  'a0987654321',
  'baixi123',
  'baixi1234',
  'happy520',
  'iloveyou520',
  // The keys that are typed for 我的密碼 in Zhuyin on an English keyboard.
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
 * Whether the password is common in Taiwan, or among the 50,000 of at least 8 characters that
 * Firefox Accounts refuses. Upper and lower case and character width do not matter.
 */
export function isCommonPassword(password: string): boolean {
  const normal = password.normalize('NFKC').toLowerCase();
  return COMMON_HERE.has(normal) || listed.test(normal);
}
