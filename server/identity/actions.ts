// Entry point of identity: registration, login, logout, the account, and step-up codes.
import { heldSentence } from '#contract/verification/payout-holds.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { identityAccount } from '#contract/identity/account.ts';
import type { identity } from '#contract/identity/calls.ts';
import type { ServerSecondStep, identityFactor } from '#contract/identity/factor.ts';
import type { identityGoogle } from '#contract/identity/google.ts';
import type { identityPasskey } from '#contract/identity/passkey.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../call.ts';
import { prepared } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import { db } from '../database/db.ts';
import { recordMove } from '../tasks/front.ts';
import type { Tx } from '../database/db.ts';
import { confirmedPhone, spendCaptcha } from './credentials/code-queries.ts';
import { type CodeTry, acceptCode, attemptCode, sendCode } from './credentials/codes.ts';
import { assertWorked, challengeFor } from './sign-in/crowds.ts';
import { confirmingActions } from './member/confirming.ts';
import { deviceActions } from './sign-in/devices.ts';
import { constantTime } from './credentials/constant-time.ts';
import { lockMember } from './credentials/password-queries.ts';
import { googleActions } from './sign-in/google.ts';
import { passkeyActions } from './sign-in/passkeys.ts';
import {
  type AccountRow,
  type MemberRow,
  memberByEmail,
  memberById,
  readAccount,
  setStepUp,
} from './queries.ts';
import { openAccount } from './member/registration-queries.ts';
import { registrationActions } from './member/registration.ts';
import { maskedAccount, maskedIdNumber, maskedPhone, stepUpMs } from './rules.ts';
import { memberAsking, openSession } from './sessions.ts';
import { recoveryActions } from './member/recovery.ts';
import { secondFactorActions } from './sign-in/second-factor.ts';
import { signInSafetyActions } from './sign-in/sign-in-safety.ts';
import { signOutSessions } from './sign-out.ts';
import { assertNoSecondStep, secondStepOf } from './credentials/tickets.ts';
import { type SignIn, signIn } from './credentials/tries.ts';

/** A member's data as a whole is the feature privacy's. */
type Account = Omit<typeof identityAccount, 'exportAccount' | 'closing' | 'closeAccount'>;
type Promised = typeof identity & Account;
type Everything = Promised & typeof identityFactor & typeof identityGoogle & typeof identityPasskey;

type Login = { tried: SignIn<MemberRow>; step: ServerSecondStep | null };

const login = prepared<Promised['login'], Login>({
  async prepare(services, { email, password, captchaToken }, asking) {
    const { address, device } = asking;
    const { captcha, clock, passwords, pool } = services;
    const evenly = constantTime();
    const tried = await signIn<MemberRow>(services, {
      kind: 'member',
      email,
      address,
      device,
      stopFrom: 'captchaFrom',
      async pass(tx) {
        const solved = captchaToken ? await captcha.verify(captchaToken) : null;
        return solved !== null && (await spendCaptcha(tx, solved, clock.realNow())) === 1;
      },
      async look() {
        const member = await memberByEmail(db(pool), email);
        const right = member?.passwordHash
          ? await passwords.verifyPassword(member.passwordHash, password)
          : await passwords.verifyAgainstNothing(password);
        return right ? member : null;
      },
    });
    if (tried.state === 'right') {
      const step = await secondStepOf(services, tried.found, { ...asking, by: 'password' });
      return { tried, step };
    }
    await evenly();
    return { tried, step: null };
  },
  async run(context, _input, { tried, step }) {
    if (tried.state !== 'right') {
      const data = { failed_login_count: tried.failures, captcha_from: tried.stopFrom };
      throw new Refusal(tried.state === 'stopped' ? 'CAPTCHA_REQUIRED' : 'LOGIN_FAILED', { data });
    }
    // Locks and reads the member again. The first read was before this transaction, and if the
    // password was changed in between, no session may be created.
    await lockMember(context.tx, tried.found.id);
    const member = await memberById(context.tx, tried.found.id);
    if (member.passwordHash !== tried.found.passwordHash) throw new Refusal('LOGIN_FAILED');
    if (member.suspended) throw new Refusal('SUSPENDED');
    assertNoSecondStep(step);
    await recordMove(
      { ...context, actor: { type: 'member', id: member.id } },
      { subject: { type: 'member', id: member.id }, action: 'identity.login' },
    );
    return { data: await openSession(context, member, context) };
  },
});

const smsCodeVerification = prepared<Promised['smsCodeVerification'], CodeTry>({
  async prepare(services, { smsCode, ...of }, asking) {
    const member = await memberAsking(services, asking);
    const number = member ? await confirmedPhone(db(services.pool), member.id) : null;
    if (!member || !number) return { state: 'none' };
    const phone = services.secrets.decrypt('verification.profile.phone', member.id, number.phone);
    const { id: memberId, sessionId } = member;
    const asked = { memberId, sessionId, purpose: 'step_up', phone, ...of } as const;
    return attemptCode(services, asked, smsCode);
  },
  async run(context, { act, object }, tried) {
    const { member, realNow, tx } = context;
    const reference = await acceptCode(context, tried);
    await setStepUp(tx, { sessionId: member.sessionId, reference, realNow, act, object });
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.step_up',
      snapshot: { reference, act, object },
    });
    return { data: { validUntil: new Date(realNow.getTime() + stepUpMs) } };
  },
});

export const identityActions: Actions<{ identity: Everything }>['identity'] = {
  ...googleActions,
  ...passkeyActions,
  ...registrationActions,
  ...deviceActions,
  ...secondFactorActions,
  ...recoveryActions,
  ...signInSafetyActions,
  ...confirmingActions,
  login,
  smsCodeVerification,

  async captcha({ address, services }, { for: what }) {
    const asked =
      what === 'login'
        ? await services.captcha.challenge()
        : await challengeFor(services, what, address);
    return {
      data: 'siteKey' in asked ? { kind: 'recaptcha', ...asked } : { kind: 'altcha', ...asked },
    };
  },

  async logout(context) {
    const { member } = context;
    await signOutSessions(context, member.id, { only: member.sessionId });
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.logout',
    });
    return { data: { ok: true } };
  },

  async accountInfo({ member, services, tx }) {
    const row = await readAccount(tx, member.id);
    const { createdAt, passwordHash } = await memberById(tx, member.id);
    return {
      data: {
        email: member.email,
        emailVerifiedAt: member.emailVerifiedAt,
        isGoogleLogin: member.isGoogle,
        hasPassword: passwordHash !== null,
        purpose: member.purpose,
        createdAt,
        ...personalPart(services, member.id, row),
        // An operator who impersonates a member must not see the birthday here; the office shows
        // operators only the year of birth.
        ...(member.impersonation && { birthday: null }),
        verifiedIDStage: row?.stage ?? 0,
        verifiedIDstatus: row?.status ?? 0,
        payoutsHeld: Boolean(row?.heldBecause),
        heldText: heldText(row),
      },
    };
  },

  sendSmsCodeWithVerifiedNumber: prepared<Promised['sendSmsCodeWithVerifiedNumber'], void>({
    prepare: (services, { captchaToken }, asking) =>
      assertWorked(services, 'sms', asking, captchaToken),
    async run(context, { act, object }) {
      const { address, member, services, tx } = context;
      const number = await confirmedPhone(tx, member.id);
      if (!number) throw new Refusal('STAGE_ORDER');
      const phone = services.secrets.decrypt('verification.profile.phone', member.id, number.phone);
      const { id: memberId, sessionId } = member;
      const of = { act, object, address };
      const asked = { memberId, sessionId, purpose: 'step_up', phone, ...of } as const;
      const { expiresAt } = await sendCode(context, asked);
      return { data: { phoneMasked: maskedPhone(phone), expiresAt } };
    },
  }),
};

/** Returns what the member reads about a hold on what is paid to them; null if there is none. */
export const heldTextOf = async (tx: Tx, memberId: number): Promise<string | null> =>
  heldText(await readAccount(tx, memberId));

function heldText(row: AccountRow | null): string | null {
  if (!row?.heldBecause) return null;
  const { heldBecause: cause, heldUpTo, heldThrough: endsOn } = row;
  return heldSentence({ cause, heldUpTo, endsOn });
}

/**
 * Returns name and birthday in full but masks numbers, because other people may see the member's
 * screen.
 */
function personalPart({ secrets }: Services, memberId: number, row: AccountRow | null) {
  const opened = (
    column: 'name' | 'id_number' | 'phone' | 'birthday',
    sealed: string | null | undefined,
  ) => (sealed ? secrets.decrypt(`verification.profile.${column}`, memberId, sealed) : null);
  const idNumber = opened('id_number', row?.idNumber);
  const phone = opened('phone', row?.phone);
  return {
    name: opened('name', row?.name),
    idNumberMasked: idNumber && maskedIdNumber(idNumber),
    phoneMasked: phone && maskedPhone(phone),
    birthday: opened('birthday', row?.birthday),
    occupation: row?.occupation ?? null,
    company: row?.company ?? null,
    jobTitle: row?.jobTitle ?? null,
    annualIncome: row?.annualIncome ?? null,
    maritalStatus: row?.maritalStatus ?? null,
    education: row?.education ?? null,
    bank:
      row?.bankCode && row.accountTail
        ? {
            bankCode: row.bankCode,
            bankName: bankName(row.bankCode),
            accountMasked: maskedAccount(row.accountTail),
          }
        : null,
  };
}

/**
 * Creates a confirmed account for a seed or an import, without sending mail. Returns its id; throws
 * an Error if the e-mail is taken.
 */
export async function createMember(
  { now, services, tx }: Work,
  member: {
    email: string;
    password: string;
    purpose: 'borrow' | 'invest' | 'both';
    emailVerifiedAt?: Date | null;
  },
): Promise<number> {
  const { emailVerifiedAt = now } = member;
  const opened = await openAccount(tx, {
    email: member.email,
    passwordHash: await services.passwords.hashPassword(member.password),
    purpose: member.purpose,
    channel: null,
    wantsNews: false,
    emailVerifiedAt,
    now,
  });
  if (!opened) throw new Error(`there is an account for ${member.email}`);
  return opened.id;
}
