// Who is let in: how long sessions, tokens and codes live, and how many tries each allows.
import type { Role } from '#contract/core/endpoint.ts';
import type { Factor } from '#contract/identity/factor.ts';
import { heldRoles, roleHoldHours } from '#contract/identity/operators.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  type ViewingState,
  viewingLinkMinutes,
  viewingMinutes,
} from '#contract/identity/impersonation-rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A session ends after this long without a call, and after `sessionMaxMs` in any case. */
export const sessionIdleMs = 2 * HOUR;
export const sessionMaxMs = 12 * HOUR;
/** Used-at is written at most this often, so that reading calls seldom write. */
export const touchEveryMs = MINUTE;
/** Ended tokens are kept so long that "expired" can be told from "bad". */
export const endedKeptMs = 30 * DAY;

/** Tries to sign in at the office and looks at members' pages are kept a year, to be audited. */
export const officeLogKeptMs = 365 * DAY;

/** How long a link to look at the site as a member sees it may be followed, and the look lasts. */
export const viewingLinkMs = viewingLinkMinutes * MINUTE;
export const viewingMs = viewingMinutes * MINUTE;

/** Roles as they were given, and those of them that do not count yet. */
export type GivenRoles = { roles: Role[]; heldRoles: Role[]; heldUntil: Date | null };

/** Which of an operator's roles count, and which do so only later. */
export function rolesNow({ roles, heldRoles: held, heldUntil }: GivenRoles, realNow: Date) {
  if (heldUntil === null || heldUntil <= realNow) return { roles, held: null };
  return {
    roles: roles.filter((role) => !held.includes(role)),
    held: { roles: held, until: heldUntil.toISOString() },
  };
}

/**
 * How roles are kept once they are given: those that are new, or were held already, and take part
 * in money count a day later, so that all admins can act before they do.
 */
export function rolesGiven(before: GivenRoles, roles: readonly Role[], realNow: Date): GivenRoles {
  const counting = rolesNow(before, realNow).roles;
  const held = roles.filter((role) => heldRoles.includes(role) && !counting.includes(role));
  return {
    roles: [...roles],
    heldRoles: held,
    heldUntil: held.length === 0 ? null : new Date(realNow.getTime() + roleHoldHours * HOUR),
  };
}

type ViewingTimes = {
  linkUntil: Date;
  openedAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
};

/** How a look stands: `lapsed` where its link was never followed. */
export function viewingState(
  { linkUntil, openedAt, endsAt, endedAt }: ViewingTimes,
  realNow: Date,
): ViewingState {
  if (openedAt === null) return endedAt === null && realNow < linkUntil ? 'waiting' : 'lapsed';
  return endedAt === null && endsAt !== null && realNow < endsAt ? 'open' : 'over';
}

export const emailTokenMs = 30 * MINUTE;
/** The number in a reset mail: eight digits are guessed sooner than 256 bits. */
export const resetNumberMs = 10 * MINUTE;
export const resetNumberTries = 5;

export const smsCodeMs = 5 * MINUTE;
export const smsTries = 5;
export const smsPauseMs = MINUTE;
export const smsDayMs = DAY;

/** A passed step-up serves the first sensitive act within this time. */
export const stepUpMs = 10 * MINUTE;

/** How long what a browser must bring back signed is good: people choose slowly at Google. */
export const challengeMs = {
  google: 10 * MINUTE,
  passkey_add: 5 * MINUTE,
  passkey_login: 5 * MINUTE,
  passkey_step_up: 5 * MINUTE,
  passkey_second: 5 * MINUTE,
} as const;

export const passkeysMax = 10;

/** How long a sign-in waits for its second factor. */
export const signInTicketMs = 15 * MINUTE;
/** A browser that nobody signed in on for so long is forgotten. */
export const browserKeptMs = 365 * DAY;
export const browsersMax = 50;

/** What decides whether a sign-in needs a second factor. */
export type SignInFacts = {
  /** What was proven first; a passkey counts as two factors by itself. */
  by: 'password' | 'google' | 'passkey';
  isKnownBrowser: boolean;
  /** What the member set; null where they never did. */
  choice: boolean | null;
  /** An order, a loan, a balance or something payable. */
  hasMoney: boolean;
  hasPasskey: boolean;
  hasPhone: boolean;
};

/** Whether unknown browsers need a second factor: as the member set it, or if they have money. */
export const isFactorOn = ({ choice, hasMoney }: Pick<SignInFacts, 'choice' | 'hasMoney'>) =>
  choice ?? hasMoney;

/** The second factors that a sign-in may use, the best first; none where it needs none. */
export function factorsFor(facts: SignInFacts): Factor[] {
  if (facts.by === 'passkey' || facts.isKnownBrowser || !isFactorOn(facts)) return [];
  return [
    ...(facts.hasPasskey ? (['passkey'] as const) : []),
    ...(facts.hasPhone ? (['sms'] as const) : []),
  ];
}

/** Failures are counted so far back; from how many on what happens is a setting. */
export const failuresWithinMs = 15 * MINUTE;
/** `burst` at once, and one more each `everyMs`; a turn that was not needed is kept. */
export type Pace = { burst: number; everyMs: number };

/**
 * How often what, in real time. Addresses get far more than accounts: a whole office or a mobile
 * network may stand behind one.
 */
export const paces = {
  /** Passwords tried on one account from addresses it was never signed in from. */
  loginAccount: { burst: 10, everyMs: 90 * SECOND },
  /** The same from one address that it was signed in from: strangers cannot use these up. */
  loginKnown: { burst: 10, everyMs: 90 * SECOND },
  loginAddress: { burst: 60, everyMs: 2 * SECOND },
  registerAddress: { burst: 30, everyMs: 20 * SECOND },
  /** Everybody together: about six hundred an hour. */
  registerAll: { burst: 300, everyMs: 12 * SECOND },
  /** Mails one e-mail is sent on request, of whatever kind. */
  mailAccount: { burst: 5, everyMs: 3 * MINUTE },
  mailAddress: { burst: 30, everyMs: 10 * SECOND },
  mailAll: { burst: 600, everyMs: 6 * SECOND },
  /** Text messages; account and number have limits of their own besides. */
  smsAddress: { burst: 60, everyMs: 20 * SECOND },
  smsAll: { burst: 300, everyMs: 12 * SECOND },
  /** With five tries a number: what guessing an account's numbers for years comes to nothing. */
  resetNumber: { burst: 10, everyMs: 30 * MINUTE },
  /** ID numbers that turned out to be somebody else's: an honest member has one, of his own. */
  idNumber: { burst: 5, everyMs: 5 * HOUR },
  idNumberAddress: { burst: 30, everyMs: 30 * MINUTE },
  /** Calls with files: a proof and its second try, never dozens in a minute. */
  upload: { burst: 15, everyMs: 15 * SECOND },
  /** Codes to the phone of an account whose password is known, from all unknown addresses. */
  signInCode: { burst: 5, everyMs: 2 * HOUR },
  /** The same from an address the account was signed in from: strangers cannot use these up. */
  signInCodeKnown: { burst: 5, everyMs: 10 * MINUTE },
  signInTry: { burst: 15, everyMs: 30 * MINUTE },
  /** Mails that say that an unknown browser had the right password. */
  signInTold: { burst: 3, everyMs: HOUR },
  resetAddress: { burst: 30, everyMs: 10 * SECOND },
  oldPassword: { burst: 5, everyMs: 2 * MINUTE },
  oldPasswordAddress: { burst: 30, everyMs: 10 * SECOND },
} as const satisfies Record<string, Pace>;

/** Each level of work takes a browser twice as long as the one before, the first about a second. */
export const levelMax = 5;

/**
 * How much work is asked for by how much of a ceiling is taken up: none below a quarter, which is
 * more than an honest office asks for, and the most just below it.
 */
export const workLevel = (share: number): number =>
  share < 0.25 ? 0 : Math.min(levelMax, 1 + Math.floor((share - 0.25) / 0.15 + 1e-9));

/** An address to count by. Whoever has an IPv6 address has its whole /64: it counts as one. */
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

/** Whether a session still carries its member. Real time decides, never business time. */
export function sessionIsAlive({ endedAt, endsAt, usedAt }: SessionTimes, realNow: Date): boolean {
  if (endedAt !== null || realNow >= endsAt) return false;
  return realNow.getTime() - usedAt.getTime() < sessionIdleMs;
}

/** Failures of the account, and accounts that failed from the address. */
export type FailureCount = { account: number; address: number };

/** The number a refused sign-in is told: what is worse of the account and the address. */
export const failuresOf = ({ account, address }: FailureCount) => Math.max(account, address);

/** How a code was asked for before: instants of the number's codes, newest first. */
export type CodesSent = { lastAt: Date | null; today: number; oldestAt: Date | null };

/**
 * One code a minute and so many a day. Refuses TOO_MANY_REQUESTS with the seconds to wait.
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
 * The message of a code. Its last line binds the code to the site (WICG origin-bound one-time
 * codes), so that phones fill it in there and nowhere else.
 */
export function codeMessage(code: string, site: { brand: string; publicUrl: string }): string {
  const { hostname } = new URL(site.publicUrl);
  return (
    `【${site.brand}】您的驗證碼是 ${code}，5 分鐘內有效。我們不會向您索取驗證碼，請勿告訴他人。\n` +
    `@${hostname} #${code}`
  );
}

/** What a new passkey is called until its owner says otherwise: the device it was made on. */
export function passkeyName(agent: string): string {
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return 'Android 手機';
  if (/Macintosh/.test(agent)) return 'Mac 電腦';
  if (/Windows/.test(agent)) return 'Windows 電腦';
  if (/CrOS/.test(agent)) return 'Chromebook';
  return /Linux/.test(agent) ? 'Linux 電腦' : '我的裝置';
}

/** A123456789 → A12****789 */
export const maskedIdNumber = (number: string) => `${number.slice(0, 3)}****${number.slice(-3)}`;

/** 0912345678 → 0912-***-678 */
export const maskedPhone = (phone: string) => `${phone.slice(0, 4)}-***-${phone.slice(-3)}`;

/** The last four digits, as bank papers write an account: ****9012 */
export const maskedAccount = (tail: string) => `****${tail}`;

/** 王小明 → 王○明, 王明 → 王○: enough to recognise, not enough to look up. */
export function maskedName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= 2) return `${letters[0] ?? ''}○`;
  return `${letters[0]}${'○'.repeat(letters.length - 2)}${letters.at(-1)}`;
}

/** water@example.com → wa***@example.com: enough to recognise, not enough to write to. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}***${email.slice(at)}`;
}
