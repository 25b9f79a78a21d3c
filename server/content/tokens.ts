// Random tokens that identify a person or an object; only their hashes are stored.
import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(24).toString('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
