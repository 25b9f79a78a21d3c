// Form of the API's tokens: a prefix that says what the text is, 256 random bits, and a checksum.
import { crc32 } from 'node:zlib';
import { newToken } from '../tokens.ts';

/**
 * Prefix of each kind. Scanners of source code recognise by it a token that was published by
 * mistake. `personal` and `access` identify a caller; `code` and `refresh` are exchanged.
 */
const prefixes = { personal: 'bxp_', access: 'bxa_', refresh: 'bxr_', code: 'bxc_' } as const;
export type TokenKind = keyof typeof prefixes;

/** A CRC-32 in base 36 has at most seven digits. */
const CHECKSUM_DIGITS = 7;
const TEXT = /^bx[parc]_[\w-]{43}/;

const checksumOf = (text: string) => crc32(text).toString(36).padStart(CHECKSUM_DIGITS, '0');

/** Returns a new token of this kind. */
export function newApiToken(kind: TokenKind): string {
  const text = prefixes[kind] + newToken();
  return text + checksumOf(text);
}

/** Whether a bearer token is one of the API and not a session; it may have the wrong checksum. */
export const isApiToken = (token: string): boolean => /^bx[a-z]_/.test(token) && token.length > 43;

/** Whether a token may exist; a typing error is noticed without asking the database. */
export function isWellFormed(token: string): boolean {
  const text = TEXT.exec(token)?.[0];
  return text !== undefined && token === text + checksumOf(text);
}
