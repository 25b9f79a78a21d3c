// Proof of work of a captcha in tests: requested, solved at once, and sent as a browser does.
import type { Services } from '../../server/services.ts';
import { createCaptcha } from '../../server/adapters/auth/captcha.ts';

/**
 * For `useServer({ instead })`: a captcha that takes little work; the required level can still be
 * read from the challenge.
 */
export function easyCaptcha({ clock, config }: Services): Partial<Services> {
  const { realNow } = clock;
  const proof = createCaptcha({ hmacKey: config.captchaKey, realNow, work: 2, cost: 1 });
  return { captcha: proof, proof };
}
