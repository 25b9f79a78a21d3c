// Client for a leaked-password service; it only ever sends the first five digits of a hash.
import { createHash } from 'node:crypto';

export type PasswordRange = {
  /** Whether the password is known to have been leaked. Throws if the service does not answer. */
  isLeaked(password: string): Promise<boolean>;
};

/** Short, because a person who is setting a password is waiting for the answer. */
const TIME_LIMIT_MS = 3_000;
/** Size limit of an answer; a padded answer has about 1,000 lines of 40 characters. */
const ANSWER_MAX = 1_000_000;
/** Number of SHA-1 hex digits sent to the service; about a thousand leaked passwords share them. */
const PREFIX = 5;

/**
 * Requests `url`/PREFIX, which returns the remaining digits of all leaked hashes with this prefix.
 * The answer is padded, so that its length does not reveal the prefix; padding lines have a count
 * of 0.
 */
export function createPasswordRange(url: string, timeLimitMs = TIME_LIMIT_MS): PasswordRange {
  const base = url.replace(/\/+$/, '');
  return {
    async isLeaked(password) {
      const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex');
      const upper = hash.toUpperCase();
      const response = await fetch(`${base}/${upper.slice(0, PREFIX)}`, {
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new Error(`the service of leaked passwords answers ${response.status}`);
      }
      return hasLine(await textOf(response), upper.slice(PREFIX));
    },
  };
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > ANSWER_MAX) throw new Error('an answer without end about leaked passwords');
  }
  return text;
}

/** Each line is the rest of a hash, a colon and the number of times it was leaked. */
const hasLine = (text: string, rest: string) =>
  text.split('\n').some((line) => {
    const [hash, count] = line.trim().split(':');
    return hash?.toUpperCase() === rest && Number(count) > 0;
  });
