// Sign-in rules: lifetimes of sessions, tokens and codes, and the attempts each allows.
import type { Factor } from '#contract/identity/factor.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  type ImpersonationState,
  impersonationLinkMinutes,
  impersonationMinutes,
} from '#contract/identity/impersonation-rules.ts';
import { sessionIdleMs } from '../operators/rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Minimum time between two updates of a session's last use, so that read calls rarely cause a
 * write.
 */
export const touchEveryMs = MINUTE;
/** How long an impersonation link is valid, and how long the impersonation lasts. */
export const impersonationLinkMs = impersonationLinkMinutes * MINUTE;
export const impersonationMs = impersonationMinutes * MINUTE;

/**
 * Whether nobody has shown yet that the address of a member is theirs. Its owner may be somebody
 * else, who never asked for an account.
 */
export const waitsForMail = ({
  emailVerifiedAt,
  isGoogle,
}: {
  emailVerifiedAt: Date | null;
  isGoogle: boolean;
}): boolean => emailVerifiedAt === null && !isGoogle;

type ImpersonationTimes = {
  linkUntil: Date;
  openedAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
};

/** Returns the state of an impersonation; `lapsed` if its link was never followed. */
export function impersonationState(
  { linkUntil, openedAt, endsAt, endedAt }: ImpersonationTimes,
  realNow: Date,
): ImpersonationState {
  if (openedAt === null) return endedAt === null && realNow < linkUntil ? 'waiting' : 'lapsed';
  return endedAt === null && endsAt !== null && realNow < endsAt ? 'open' : 'over';
}

export const emailTokenMs = 30 * MINUTE;
/**
 * Short limits for the number in a reset mail, because eight digits are guessed sooner than 256
 * bits.
 */
export const resetNumberMs = 10 * MINUTE;
export const resetNumberTries = 5;

export const smsCodeMs = 5 * MINUTE;
export const smsTries = 5;
export const smsPauseMs = MINUTE;
export const smsDayMs = DAY;

/** A completed step-up permits one sensitive action within this time. */
export const stepUpMs = 10 * MINUTE;

/**
 * How long a challenge that a browser must return signed is valid; longer for Google, because
 * people take time to choose an account.
 */
export const challengeMs = {
  google: 10 * MINUTE,
  provider: 10 * MINUTE,
  passkey_add: 5 * MINUTE,
  passkey_login: 5 * MINUTE,
  passkey_step_up: 5 * MINUTE,
  passkey_second: 5 * MINUTE,
} as const;

export const passkeysMax = 10;

/** How long a sign-in waits for its second factor. */
export const signInTicketMs = 15 * MINUTE;
export const browsersMax = 50;

/** The facts that decide whether a sign-in needs a second factor. */
export type SignInFacts = {
  /** The first proof of identity; a passkey alone counts as two factors. */
  by: 'password' | 'google' | 'passkey';
  isKnownBrowser: boolean;
  /** The member's setting for the second factor; null if they never set it. */
  choice: boolean | null;
  /** Whether the member has an order, a loan, a balance or something to pay. */
  hasMoney: boolean;
  hasPasskey: boolean;
  hasPhone: boolean;
};

/**
 * Returns whether unknown browsers need a second factor. The member's own setting decides; without
 * a setting, a second factor is needed if the member has money on the platform.
 */
export const isFactorOn = ({ choice, hasMoney }: Pick<SignInFacts, 'choice' | 'hasMoney'>) =>
  choice ?? hasMoney;

/**
 * Returns the second factors that a sign-in may use, the best first; empty if no second factor is
 * needed.
 */
export function factorsFor(facts: SignInFacts): Factor[] {
  if (facts.by === 'passkey' || facts.isKnownBrowser || !isFactorOn(facts)) return [];
  return [
    ...(facts.hasPasskey ? (['passkey'] as const) : []),
    ...(facts.hasPhone ? (['sms'] as const) : []),
  ];
}

/**
 * Period over which failures are counted; a setting contains the number of failures that triggers a
 * reaction.
 */
export const failuresWithinMs = 15 * MINUTE;
/**
 * Rate limit: `burst` calls at once and one more every `everyMs`; unused calls accumulate up to
 * `burst`.
 */
export type Pace = { burst: number; everyMs: number };

/**
 * Rate limits, in real time. IP addresses get far higher limits than accounts, because a whole
 * office or mobile network may share an address.
 */
export const paces = {
  /** Limit for password attempts on one account from addresses that have never signed in to it. */
  loginAccount: { burst: 10, everyMs: 90 * SECOND },
  /**
   * Limit for password attempts on one account from an address that has signed in to the account
   * before; strangers cannot use this limit up.
   */
  loginKnown: { burst: 10, everyMs: 90 * SECOND },
  loginAddress: { burst: 60, everyMs: 2 * SECOND },
  registerAddress: { burst: 30, everyMs: 20 * SECOND },
  /** Limit for registrations of all callers together: about six hundred an hour. */
  registerAll: { burst: 300, everyMs: 12 * SECOND },
  /** Limit for mails of any kind that are sent on request to one e-mail address. */
  mailAccount: { burst: 5, everyMs: 3 * MINUTE },
  mailAddress: { burst: 30, everyMs: 10 * SECOND },
  mailAll: { burst: 600, everyMs: 6 * SECOND },
  /**
   * Limit for text messages requested from one IP address; account and phone number have additional
   * limits.
   */
  smsAddress: { burst: 60, everyMs: 20 * SECOND },
  smsAll: { burst: 300, everyMs: 12 * SECOND },
  /**
   * Limit for typing reset numbers for one account. Each number also allows only five attempts, so
   * that even years of guessing have almost no chance.
   */
  resetNumber: { burst: 10, everyMs: 30 * MINUTE },
  /**
   * Limit for entering ID numbers that belong to somebody else; an honest member has no reason to
   * enter more than their own.
   */
  idNumber: { burst: 5, everyMs: 5 * HOUR },
  idNumberAddress: { burst: 30, everyMs: 30 * MINUTE },
  /**
   * Limit for calls with files: enough for a document and a second attempt, not for dozens in a
   * minute.
   */
  upload: { burst: 15, everyMs: 15 * SECOND },
  /**
   * Limit for codes sent to the phone of an account whose password is known, from all unknown
   * addresses together.
   */
  signInCode: { burst: 5, everyMs: 2 * HOUR },
  /**
   * Limit for codes sent to an account's phone from an address that has signed in to the account
   * before; strangers cannot use this limit up.
   */
  signInCodeKnown: { burst: 5, everyMs: 10 * MINUTE },
  signInTry: { burst: 15, everyMs: 30 * MINUTE },
  /** Limit for mails warning that somebody entered the right password in an unknown browser. */
  signInTold: { burst: 3, everyMs: HOUR },
  resetAddress: { burst: 30, everyMs: 10 * SECOND },
  oldPassword: { burst: 5, everyMs: 2 * MINUTE },
  oldPasswordAddress: { burst: 30, everyMs: 10 * SECOND },
  /**
   * Limit for quotes: at most 200 in any 24 hours from one address, 100 at once and 100 that come
   * back meanwhile, so that nobody copies the scorecard.
   */
  quoteAddress: { burst: 100, everyMs: DAY / 100 },
} as const satisfies Record<string, Pace>;

/**
 * Number of proof-of-work levels. The first takes a browser about a second, and each takes twice as
 * long as the level before.
 */
export const levelMax = 5;

/**
 * Returns the proof-of-work level for the used share of a limit. Below a quarter of the limit,
 * which is more than an honest office needs, no work is required; just below the limit the highest
 * level is required.
 */
export const workLevel = (share: number): number =>
  share < 0.25 ? 0 : Math.min(levelMax, 1 + Math.floor((share - 0.25) / 0.15 + 1e-9));

/**
 * Returns the address by which calls are counted. An IPv6 user controls a whole /64, so that
 * network counts as one address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

export type SessionTimes = { endedAt: Date | null; endsAt: Date; usedAt: Date };

/** Returns whether a session is still valid. Uses real time, never business time. */
export function sessionIsAlive({ endedAt, endsAt, usedAt }: SessionTimes, realNow: Date): boolean {
  if (endedAt !== null || realNow >= endsAt) return false;
  return realNow.getTime() - usedAt.getTime() < sessionIdleMs;
}

/**
 * Number of failed sign-ins of the account, and number of accounts with failures from the address.
 */
export type FailureCount = { account: number; address: number };

/**
 * Returns the failure count shown with a refused sign-in: the higher of the counts by account and
 * by address.
 */
export const failuresOf = ({ account, address }: FailureCount) => Math.max(account, address);

/**
 * Codes already sent to a phone number: the time of the latest, how many were sent today, and the
 * time of the oldest.
 */
export type CodesSent = { lastAt: Date | null; today: number; oldestAt: Date | null };

/**
 * Allows one code a minute and a fixed number a day. Refuses TOO_MANY_REQUESTS with the seconds to
 * wait.
 */
export function assertMaySendCode(
  { lastAt, today, oldestAt }: CodesSent,
  aDay: number,
  realNow: Date,
): void {
  const waitUntil = (from: Date, ms: number) =>
    Math.max(1, Math.ceil((from.getTime() + ms - realNow.getTime()) / SECOND));
  if (lastAt && realNow.getTime() - lastAt.getTime() < smsPauseMs) {
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: waitUntil(lastAt, smsPauseMs) });
  }
  if (today >= aDay) {
    throw new Refusal('TOO_MANY_REQUESTS', {
      retryAfter: waitUntil(oldestAt ?? realNow, smsDayMs),
    });
  }
}

/**
 * Returns the text message of a code. Its last line binds the code to the site (WICG origin-bound
 * one-time codes), so that phones fill it in there and nowhere else.
 */
export function codeMessage(
  code: string,
  purpose: string | null,
  site: { brand: string; publicUrl: string },
): string {
  const { hostname } = new URL(site.publicUrl);
  const use = purpose === null ? '' : `用於${purpose}，`;
  return (
    `【${site.brand}】您的驗證碼是 ${code}，${use}5 分鐘內有效。` +
    '我們不會向您索取驗證碼，請勿告訴他人。\n' +
    `@${hostname} #${code}`
  );
}

/** Returns the default name of a new passkey: the device it was created on. */
export function passkeyName(agent: string): string {
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return 'Android 手機';
  if (/Macintosh/.test(agent)) return 'Mac 電腦';
  if (/Windows/.test(agent)) return 'Windows 電腦';
  if (/CrOS/.test(agent)) return 'Chromebook';
  return /Linux/.test(agent) ? 'Linux 電腦' : '我的裝置';
}

/** Masks an ID number: A123456789 → A12****789. */
export const maskedIdNumber = (number: string) => `${number.slice(0, 3)}****${number.slice(-3)}`;

/** Masks a phone number: 0912345678 → 0912-***-678. */
export const maskedPhone = (phone: string) => `${phone.slice(0, 4)}-***-${phone.slice(-3)}`;

/** Masks an account number except its last four digits, as bank documents do: ****9012. */
export const maskedAccount = (tail: string) => `****${tail}`;

export { maskedName } from '#contract/core/masked-name.ts';

/**
 * Masks an e-mail address: water@example.com → wa***@example.com; enough to recognise, not enough
 * to write to.
 */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}***${email.slice(at)}`;
}
