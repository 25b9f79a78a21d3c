// reCAPTCHA v2, which replaces the app's own captcha if its keys are configured.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Captcha } from './captcha.ts';
import { Busy } from './passwords.ts';

export type RecaptchaSettings = {
  siteKey: string;
  secret: string;
  /** Base URL of `/api.js` and `/api/siteverify`. */
  url: string;
  /** Host name of the app's pages; a token solved on another site's page is refused. */
  hostname: string;
  timeoutMs?: number;
};

const TOKEN_LENGTH_MAX = 5_000;
const answered = z.object({ success: z.boolean(), hostname: z.string().optional() });

/**
 * Each token is verified only once: the service reports a second use as a duplicate, and so does
 * this client. Throws Busy if the service does not answer, so that an outage lets nobody through.
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
