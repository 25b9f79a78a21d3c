// Secrets handed out once: 256 random bits, of which only the SHA-256 is stored.
import { createHash, randomBytes } from 'node:crypto';

/** A new token in base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; being random, it needs no slow hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
