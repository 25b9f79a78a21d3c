// If there are many requests, the server demands a proof of work. The browser solves it and sends
// the request again, so that the user need not do anything.
import { ApiFailure } from '../../api.ts';
import { api } from '../../site/kit/api.ts';

/**
 * Maximum number of solutions per request, because the difficulty may rise while others send
 * requests too.
 */
const TIMES = 3;

/** Sends the request, and if a proof of work is demanded, again with its solution. */
export async function withWork<R>(
  what: 'register' | 'sms',
  ask: (more: { captchaToken?: string }) => Promise<R>,
): Promise<R> {
  let more = {};
  for (let time = 0; ; time += 1) {
    try {
      return await ask(more);
    } catch (error) {
      const wanted = error instanceof ApiFailure && error.code === 'CAPTCHA_REQUIRED';
      if (!wanted || time === TIMES) throw error;
    }
    const { solve } = await import('./proof-of-work.ts');
    const { data } = await api.identity.captcha({ for: what });
    const captchaToken = await solve(data, new AbortController());
    more = captchaToken === null ? {} : { captchaToken };
  }
}
