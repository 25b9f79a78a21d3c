// reCAPTCHA v2 in place of our own captcha, where its keys are set.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Captcha } from './captcha.ts';
import { Busy } from './passwords.ts';

export type RecaptchaSettings = {
  siteKey: string;
  secret: string;
  /** Under which `/api.js` and `/api/siteverify` are. */
  url: string;
  /** The host of our pages: a token that was solved on another site's page is not for us. */
  hostname: string;
  timeoutMs?: number;
};

const TOKEN_LENGTH_MAX = 5_000;
const answered = z.object({ success: z.boolean(), hostname: z.string().optional() });

/**
 * Each token is asked about once; the service calls a second time a duplicate, and so do we. Throws
 * Busy where the service does not answer: nobody gets in by its silence.
 */
export function createRecaptcha(settings: RecaptchaSettings): Captcha {
  const { siteKey, secret, url, hostname, timeoutMs = 5_000 } = settings;
  return {
    challenge: async () => ({ siteKey, script: `${url}/api.js` }),
    async verify(token) {
      if (token === '' || token.length > TOKEN_LENGTH_MAX) return null;
      const { success, hostname: host } = await askService();
      if (!success || host !== hostname) return null;
      return createHash('sha256').update(token).digest('base64url');

      async function askService(): Promise<z.output<typeof answered>> {
        try {
          const answer = await fetch(`${url}/api/siteverify`, {
            method: 'POST',
            body: new URLSearchParams({ secret, response: token }),
            redirect: 'error',
            signal: AbortSignal.timeout(timeoutMs),
          });
          return answered.parse(await answer.json());
        } catch {
          throw new Busy('the captcha service does not answer');
        }
      }
    },
  };
}
