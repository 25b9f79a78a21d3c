// Protection from mass requests: registering and text messages need more proof of work as requests
// increase, and have a global limit. Nobody has to solve a puzzle: the browser calculates for a
// while and repeats the request.
import { Refusal } from '#contract/refusals.ts';
import type { Asking } from '../../call.ts';
import type { Services } from '../../services.ts';
import { type Tx, db } from '../../database/db.ts';
import { openTask } from '../../tasks/front.ts';
import { inWork } from '../../work.ts';
import { spendCaptcha } from '../credentials/code-queries.ts';
import { freeAt } from '../credentials/password-queries.ts';
import { type Pace, levelMax, networkOf, paces, workLevel } from '../rules.ts';
import { type Limit, takeRateLimits } from '../credentials/throttle.ts';

type Crowd = 'register' | 'sms' | 'mail';

const crowds: Record<Crowd, { id: number; text: string; address: Pace; all: Pace }> = {
  register: { id: 1, text: '註冊', address: paces.registerAddress, all: paces.registerAll },
  sms: { id: 2, text: '簡訊', address: paces.smsAddress, all: paces.smsAll },
  mail: { id: 3, text: '信件', address: paces.mailAddress, all: paces.mailAll },
};

/**
 * Returns the proof-of-work levels that an address must reach now (0 means no work); `all` is the
 * level that follows from everybody's requests.
 */
async function levelsOf({ clock, pool }: Services, crowd: Crowd, address: string) {
  const level = async (key: string, { burst, everyMs }: Pace) => {
    const until = (await freeAt(db(pool), key))?.freeAt.getTime() ?? 0;
    return workLevel((until - clock.realNow().getTime()) / everyMs / burst);
  };
  const { address: one, all } = crowds[crowd];
  const ofAll = await level(crowd, all);
  return { all: ofAll, level: Math.max(ofAll, await level(`${crowd}@${networkOf(address)}`, one)) };
}

/**
 * Returns the challenge that the browser must solve before its request; the easiest one while no
 * proof of work is required.
 */
export async function challengeFor(services: Services, crowd: Crowd, address: string) {
  const { level } = await levelsOf(services, crowd, address);
  return services.proof.challenge(Math.max(0, level - 1));
}

/**
 * Checks that the caller has done the proof of work that is required now; one level less is
 * accepted too, because the level may have risen while the browser was calculating. Opens a task
 * for a person before the limit is reached. Runs before the call's transaction. Refuses
 * CAPTCHA_REQUIRED.
 */
export async function assertWorked(
  services: Services,
  crowd: Crowd,
  { address }: Pick<Asking, 'address'>,
  captchaToken?: string,
): Promise<void> {
  const { all, level } = await levelsOf(services, crowd, address);
  if (all >= levelMax - 1) await askForALook(services, crowd);
  // Mails require no proof of work, because IP address and e-mail address have their own limits.
  if (level === 0 || crowd === 'mail') return;
  const least = Math.max(0, level - 2);
  const solved = captchaToken ? await services.proof.verify(captchaToken, least) : null;
  const tx = db(services.pool);
  const fresh = solved !== null && (await spendCaptcha(tx, solved, services.clock.realNow())) === 1;
  if (!fresh) throw new Refusal('CAPTCHA_REQUIRED');
}

/**
 * Counts the call against the limits of the address, of the subject, and of all callers. Refuses
 * TOO_MANY_REQUESTS.
 */
export async function takeCrowdLimit(
  { clock }: Services,
  tx: Tx,
  crowd: Crowd,
  { address, own = [] }: { address: string; own?: readonly Limit[] },
): Promise<void> {
  const { address: one, all } = crowds[crowd];
  const byAddress = { key: `${crowd}@${networkOf(address)}`, ...one };
  await takeRateLimits(tx, clock, [byAddress, ...own, { key: crowd, ...all }]);
}

/** Opens a task about unusual traffic, unless one is already open. */
const askForALook = (services: Services, crowd: Crowd) =>
  inWork(services, (work) => {
    const { id, text } = crowds[crowd];
    return openTask(work, {
      kind: 'attention',
      subject: { type: 'ceiling', id, label: `${text}接近每小時上限` },
      detail: { why: `這一小時的${text}異常多，到達上限後會暫停受理；請查看來源是否為攻擊` },
    });
  });
