// Tokens that are shown only once: 256 random bits, of which only the SHA-256 is stored.
import { hash, randomBytes } from 'node:crypto';

/** Returns a new token in base64url, 43 characters long. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash of a token for storage; because tokens are random, no slow hash is needed. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
