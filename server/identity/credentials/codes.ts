// Text-message codes: sent sparingly, stored as keyed hashes, tried five times, used once.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#contract/refusals.ts';
import type { Services, Work } from '../../action.ts';
import { statementsOf } from '../../database/db.ts';
import { sendSms } from '../../notices/actions.ts';
import { numbersInForce } from '../../settings/actions.ts';
import {
  type CodePurpose,
  codesSent,
  insertCode,
  lastCodeOfTicket,
  lockCodes,
  spendCode,
  tryCode,
} from './code-queries.ts';
import { takeCrowdTurn } from '../sign-in/crowds.ts';
import { assertMaySendCode, codeMessage, smsCodeMs, smsDayMs, smsTries } from '../rules.ts';
import type { Limit } from './throttle.ts';

/** For whom, what for, to which number, and the one place where the code will be good. */
type Asked = { memberId: number; purpose: CodePurpose; phone: string } & (
  | { sessionId: number }
  /** A sign-in that waits for its second factor. */
  | { ticketId: number }
  /** A mailed link to recover an account. */
  | { linkId: number }
);
/** Asked for from an address of the network; `own` are limits besides those of all codes. */
type AskedFrom = Asked & { address: string; own?: readonly Limit[] };

const ticketOf = (asked: Asked) => ('ticketId' in asked ? asked.ticketId : null);

function placeOf(asked: Asked): string {
  if ('sessionId' in asked) return String(asked.sessionId);
  return 'ticketId' in asked ? `ticket-${asked.ticketId}` : `link-${asked.linkId}`;
}

/** What is stored of a phone number to find it by. */
export const phoneHashOf = ({ secrets }: Pick<Services, 'secrets'>, phone: string) =>
  secrets.fingerprint('phone', phone);

/** Six digits are few, so the hash is keyed, and bound to all that they were asked for. */
function hashOf({ secrets }: Services, asked: Asked, code: string): Buffer {
  const { memberId, purpose, phone } = asked;
  const phoneHash = phoneHashOf({ secrets }, phone);
  const bound = `${memberId}:${placeOf(asked)}:${purpose}:${phoneHash}:${code}`;
  return Buffer.from(secrets.fingerprint('smsCode', bound), 'base64url');
}

/**
 * Sends a code of six digits, good for 5 minutes of real time; a new one replaces the last.
 * Refuses TOO_MANY_REQUESTS within a minute of another of its purpose and after so many a day,
 * by number and member, and beyond the pace of an address and of all together. The codes of a
 * sign-in count by their ticket and by `own` instead. Whoever asks has been let in by
 * `assertWorked`.
 */
export async function sendCode(work: Work, asked: AskedFrom): Promise<{ expiresAt: Date }> {
  const { tx, now, realNow, services } = work;
  const phoneHash = phoneHashOf(services, asked.phone);
  await lockCodes(tx, `member:${asked.memberId}`);
  await lockCodes(tx, `phone:${phoneHash}`);
  const ticketId = ticketOf(asked);
  const { smsADay } = await numbersInForce(tx, now);
  if (ticketId === null) {
    const since = new Date(realNow.getTime() - smsDayMs);
    assertMaySendCode(await codesSent(tx, asked, phoneHash, since), smsADay, realNow);
  } else {
    const { lastAt } = await lastCodeOfTicket(tx, ticketId);
    assertMaySendCode({ lastAt, today: 0, oldestAt: null }, smsADay, realNow);
  }
  await takeCrowdTurn(services, tx, 'sms', asked);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(realNow.getTime() + smsCodeMs);
  await insertCode(tx, {
    memberId: asked.memberId,
    purpose: asked.purpose,
    phoneHash,
    hash: hashOf(services, asked, code),
    at: realNow,
    until: expiresAt,
    ticketId,
  });
  const { brand, publicUrl } = services.config;
  const text = codeMessage(code, { brand: brand.name, publicUrl });
  const about = { kind: 'identity.code', memberId: asked.memberId };
  await sendSms(work, { to: asked.phone, text }, about);
  return { expiresAt };
}

/** What came of a try: `right` is not yet used up, `wrong` has this many tries left. */
export type CodeTry =
  | { state: 'right'; id: number }
  | { state: 'wrong'; triesLeft: number }
  | { state: 'none' };

/**
 * Tries a code, outside any transaction of the call: a refusal rolls back, and a try that is
 * not counted could be made a million times. `acceptCode` then uses the right one up.
 */
export async function attemptCode(
  services: Services,
  asked: Asked,
  code: string,
): Promise<CodeTry> {
  const { memberId, purpose } = asked;
  const row = await tryCode(statementsOf(services.pool), {
    memberId,
    purpose,
    phoneHash: phoneHashOf(services, asked.phone),
    realNow: services.clock.realNow(),
    tries: smsTries,
    ticketId: ticketOf(asked),
  });
  if (!row) return { state: 'none' };
  if (timingSafeEqual(row.hash, hashOf(services, asked, code))) {
    return { state: 'right', id: row.id };
  }
  return { state: 'wrong', triesLeft: smsTries - row.tries };
}

/**
 * Uses the code of a try up, inside the call's transaction; answers its reference for the audit.
 * Refuses SMS_CODE_INVALID (with `triesLeft`) for a wrong one or one used a moment ago,
 * SMS_CODE_EXPIRED where there is none to try.
 */
export async function acceptCode({ tx, realNow }: Work, tried: CodeTry): Promise<string> {
  if (tried.state === 'none') throw new Refusal('SMS_CODE_EXPIRED');
  if (tried.state === 'wrong') {
    throw new Refusal('SMS_CODE_INVALID', { data: { triesLeft: tried.triesLeft } });
  }
  if ((await spendCode(tx, tried.id, realNow)) === 0) throw new Refusal('SMS_CODE_INVALID');
  return `SMS-${tried.id}`;
}
