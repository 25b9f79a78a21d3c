// Text-message codes: rate limited, stored as keyed hashes, valid for five attempts and one use.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { type StepUpFor, stepUpWords } from '#contract/identity/step-up.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { bareHash } from '../../adapters/secrets.ts';
import { db } from '../../database/db.ts';
import { sendSms } from '../../notices/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import {
  type CodePurpose,
  codesSent,
  insertCode,
  lastCodeOfTicket,
  lockCodes,
  spendCode,
  tryCode,
} from './code-queries.ts';
import { takeCrowdLimit } from '../sign-in/crowds.ts';
import { assertMaySendCode, codeMessage, smsCodeMs, smsDayMs, smsTries } from '../rules.ts';
import type { Limit } from './throttle.ts';

/**
 * Member, purpose and phone number of a code, and the only session, ticket or link for which the
 * code is valid.
 */
type CodeRequest = { memberId: number; purpose: CodePurpose; phone: string } & (
  | { sessionId: number }
  /** The code belongs to a sign-in that waits for its second factor. */
  | { ticketId: number }
  /** The code belongs to a mailed link for account recovery. */
  | { linkId: number }
) &
  /** What the step-up is for; a code sent for one act confirms no other. */
  Partial<StepUpFor>;
/**
 * A code requested from a network address; `own` contains limits that apply in addition to those of
 * all codes.
 */
type LimitedCodeRequest = CodeRequest & { address: string; own?: readonly Limit[] };

const ticketOf = (asked: CodeRequest) => ('ticketId' in asked ? asked.ticketId : null);

function placeOf(asked: CodeRequest): string {
  if ('sessionId' in asked) return `${asked.sessionId}`;
  return 'ticketId' in asked ? `ticket-${asked.ticketId}` : `link-${asked.linkId}`;
}

type Opening = Pick<Services, 'secrets'>;

/** Returns the keyed hash that is stored for a phone number. */
export const phoneHashOf = ({ secrets }: Opening, phone: string) =>
  secrets.fingerprint('phone', phone);

/** Returns the keyed hashes by which a phone number is looked up, one for each version. */
export const phoneHashesOf = ({ secrets }: Opening, phone: string) =>
  secrets.fingerprints('phone', phone);

const bytesOf = (fingerprint: string) => Buffer.from(bareHash(fingerprint), 'base64url');

/**
 * Returns what is hashed of a code. There are only a million codes of six digits, so the hash is
 * keyed, and bound to the member, the purpose and everything else that the code was requested for.
 */
function boundCode(asked: CodeRequest, phoneHash: string, code: string): string {
  const { act, object = '' } = asked;
  const named = act === undefined ? '' : `:${act}:${object}`;
  return `${asked.memberId}:${placeOf(asked)}:${asked.purpose}:${phoneHash}:${code}${named}`;
}

/**
 * Sends a six-digit code, valid for 5 minutes of real time; a new code replaces the previous one.
 * Refuses TOO_MANY_REQUESTS within a minute of another code with the same purpose, after too many
 * codes in a day for the number or the member, and above the rate limits of the address and of all
 * requests. Sign-in codes are counted by their ticket and by `own` instead. The caller must have
 * called `assertWorked` before.
 */
export async function sendCode(
  work: Work,
  asked: LimitedCodeRequest,
): Promise<{ expiresAt: Date }> {
  const { tx, now, realNow, services } = work;
  const phoneHash = phoneHashOf(services, asked.phone);
  const phoneHashes = phoneHashesOf(services, asked.phone);
  await lockCodes(tx, `member:${asked.memberId}`);
  for (const hash of phoneHashes) await lockCodes(tx, `phone:${hash}`);
  const ticketId = ticketOf(asked);
  const { smsADay } = await numbersInForce(tx, now);
  if (ticketId === null) {
    const since = new Date(realNow.getTime() - smsDayMs);
    assertMaySendCode(await codesSent(tx, asked, phoneHashes, since), smsADay, realNow);
  } else {
    const { lastAt } = await lastCodeOfTicket(tx, ticketId);
    assertMaySendCode({ lastAt, today: 0, oldestAt: null }, smsADay, realNow);
  }
  await takeCrowdLimit(services, tx, 'sms', asked);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(realNow.getTime() + smsCodeMs);
  await insertCode(tx, {
    memberId: asked.memberId,
    purpose: asked.purpose,
    phoneHash,
    hash: bytesOf(services.secrets.fingerprint('smsCode', boundCode(asked, phoneHash, code))),
    at: realNow,
    until: expiresAt,
    ticketId,
  });
  const { brand, publicUrl } = services.config;
  const purpose = asked.purpose === 'step_up' ? stepUpWords(asked) : null;
  const text = codeMessage(code, purpose, { brand: brand.name, publicUrl });
  const about = { kind: 'identity.code', memberId: asked.memberId };
  await sendSms(work, { to: asked.phone, text }, about);
  return { expiresAt };
}

/**
 * Result of an attempt: a `right` code is not yet marked as used; `wrong` contains the number of
 * attempts left.
 */
export type CodeTry =
  | { state: 'right'; id: number }
  | { state: 'wrong'; triesLeft: number }
  | { state: 'none' };

/**
 * Tries a code outside the call's transaction: a refusal rolls that transaction back, and without a
 * lasting count the attempt could be repeated a million times. `acceptCode` then marks the right
 * code as used.
 */
export async function attemptCode(
  services: Services,
  asked: CodeRequest,
  code: string,
  /** Whether a code that was sent for no named act is accepted as well. */
  { orUnnamed = false } = {},
): Promise<CodeTry> {
  const { memberId, purpose } = asked;
  const row = await tryCode(db(services.pool), {
    memberId,
    purpose,
    phoneHashes: phoneHashesOf(services, asked.phone),
    realNow: services.clock.realNow(),
    tries: smsTries,
    ticketId: ticketOf(asked),
  });
  if (!row) return { state: 'none' };
  const { act: _act, object: _object, ...unnamed } = asked;
  const right = (orUnnamed ? [asked, unnamed] : [asked]).flatMap((one) =>
    services.secrets.fingerprints('smsCode', boundCode(one, row.phoneHash, code)),
  );
  if (right.some((one) => timingSafeEqual(row.hash, bytesOf(one)))) {
    return { state: 'right', id: row.id };
  }
  return { state: 'wrong', triesLeft: smsTries - row.tries };
}

/**
 * Marks the code of an attempt as used, in the call's transaction, and returns its reference for
 * the audit log. Refuses SMS_CODE_INVALID (with `triesLeft`) for a wrong code or one that was used
 * a moment ago, and SMS_CODE_EXPIRED if there is no valid code.
 */
export async function acceptCode({ tx, realNow }: Work, tried: CodeTry): Promise<string> {
  if (tried.state === 'none') throw new Refusal('SMS_CODE_EXPIRED');
  if (tried.state === 'wrong') {
    throw new Refusal('SMS_CODE_INVALID', { data: { triesLeft: tried.triesLeft } });
  }
  if ((await spendCode(tx, tried.id, realNow)) === 0) throw new Refusal('SMS_CODE_INVALID');
  return `SMS-${tried.id}`;
}
