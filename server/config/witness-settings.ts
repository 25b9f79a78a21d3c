// Witnesses that cosign the checkpoints of the proof log, as a setting names them.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isLoopback } from './certificates.ts';

/** `key` is the text name+id+key of the witness; `url` is its submission prefix without slash. */
export type WitnessSetting = { key: string; url: string };

/** Type of the key of a witness, c2sp.org/tlog-cosignature. */
const COSIGNER = 4;
const KEY_BYTES = 33;

function isWitnessKey(text: string): boolean {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (bytes.length !== KEY_BYTES || bytes[0] !== COSIGNER) return false;
  const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex');
  return hash.startsWith(id ?? ' ') && bytes.toString('base64') === encoded;
}

function isWitnessUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && search === '' && hash === '';
}

/** `KEY URL,KEY URL`: witnesses with different keys. */
export const witnessList = z.string().transform((text, context): WitnessSetting[] => {
  const witnesses: WitnessSetting[] = [];
  for (const item of text.split(',')) {
    const [key = '', url = '', ...more] = item.trim().split(/\s+/);
    const isNew = witnesses.every((one) => one.key !== key);
    if (!isNew || more.length > 0 || !isWitnessKey(key) || !isWitnessUrl(url)) {
      const message =
        'must be KEY URL,KEY URL: the key of each witness (type 4) and its https address';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    witnesses.push({ key, url: url.replace(/\/+$/, '') });
  }
  return witnesses;
});
