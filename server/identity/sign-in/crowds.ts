// Many who ask at once: what registering and text messages cost grows with how many ask, and has a
// ceiling over all. Nobody has to tap for it: the browser counts for a while, and asks again.
import { Refusal } from '#contract/refusals.ts';
import type { Asking, Services } from '../../action.ts';
import { type Tx, statementsOf } from '../../database/db.ts';
import { openTask } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import { spendCaptcha } from '../credentials/code-queries.ts';
import { freeAt } from '../credentials/password-queries.ts';
import { type Pace, levelMax, networkOf, paces, workLevel } from '../rules.ts';
import { type Limit, takeTurns } from '../credentials/throttle.ts';

type Crowd = 'register' | 'sms' | 'mail';

const crowds: Record<Crowd, { id: number; text: string; address: Pace; all: Pace }> = {
  register: { id: 1, text: '註冊', address: paces.registerAddress, all: paces.registerAll },
  sms: { id: 2, text: '簡訊', address: paces.smsAddress, all: paces.smsAll },
  mail: { id: 3, text: '信件', address: paces.mailAddress, all: paces.mailAll },
};

/** How much work is asked of an address now, 0 being none; `all` by what everybody asks for. */
async function levelsOf({ clock, pool }: Services, crowd: Crowd, address: string) {
  const level = async (key: string, { burst, everyMs }: Pace) => {
    const until = (await freeAt(statementsOf(pool), key))?.freeAt.getTime() ?? 0;
    return workLevel((until - clock.realNow().getTime()) / everyMs / burst);
  };
  const { address: one, all } = crowds[crowd];
  const ofAll = await level(crowd, all);
  return { all: ofAll, level: Math.max(ofAll, await level(`${crowd}@${networkOf(address)}`, one)) };
}

/** The challenge to solve before asking; the easiest there is while no work is asked for. */
export async function challengeFor(services: Services, crowd: Crowd, address: string) {
  const { level } = await levelsOf(services, crowd, address);
  return services.proof.challenge(Math.max(0, level - 1));
}

/**
 * Lets in whoever has done the work that is asked for now; one level less is taken too, for others
 * may have come while he worked. A person is told before the ceiling is reached. Before the call's
 * transaction. Refuses CAPTCHA_REQUIRED.
 */
export async function assertWorked(
  services: Services,
  crowd: Crowd,
  { address }: Pick<Asking, 'address'>,
  captchaToken?: string,
): Promise<void> {
  const { all, level } = await levelsOf(services, crowd, address);
  if (all >= levelMax - 1) await askForALook(services, crowd);
  // No form of ours asks for work before a mail: its address and its e-mail have limits.
  if (level === 0 || crowd === 'mail') return;
  const least = Math.max(0, level - 2);
  const solved = captchaToken ? await services.proof.verify(captchaToken, least) : null;
  const tx = statementsOf(services.pool);
  const fresh = solved !== null && (await spendCaptcha(tx, solved, services.clock.realNow())) === 1;
  if (!fresh) throw new Refusal('CAPTCHA_REQUIRED');
}

/** Takes a turn of the address, of what else is counted, and of all. TOO_MANY_REQUESTS. */
export async function takeCrowdTurn(
  { clock }: Services,
  tx: Tx,
  crowd: Crowd,
  { address, own = [] }: { address: string; own?: readonly Limit[] },
): Promise<void> {
  const { address: one, all } = crowds[crowd];
  const byAddress = { key: `${crowd}@${networkOf(address)}`, ...one };
  await takeTurns(tx, clock, [byAddress, ...own, { key: crowd, ...all }]);
}

/** Nothing happens while the task is open. */
const askForALook = (services: Services, crowd: Crowd) =>
  inWork(services, (work) => {
    const { id, text } = crowds[crowd];
    return openTask(work, {
      kind: 'attention',
      subject: { type: 'ceiling', id, label: `${text}接近每小時上限` },
      detail: { why: `這一小時的${text}異常多，到達上限後會暫停受理；請查看來源是否為攻擊` },
    });
  });
