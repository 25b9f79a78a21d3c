// Where many ask at once the server wants some work first: the browser does it and asks again, so
// that nobody has to tap for it.
import { ApiFailure } from '../../api.ts';
import { api } from '../../site/kit/api.ts';

/** How often a browser works; others may come meanwhile, and more be asked for. */
const TIMES = 3;

/** Asks as it is and, where work is wanted, again with what the work came to. */
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
