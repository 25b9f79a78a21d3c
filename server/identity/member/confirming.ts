// Checks by a step-up confirmation that the member in person makes a sensitive request, and says
// which form the confirmation has.
import type { StepUpAct } from '#contract/identity/step-up.ts';
import type { identityAccount } from '#contract/identity/account.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Member } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { db } from '../../database/db.ts';
import { recordMove } from '../../tasks/front.ts';
import type { EncryptedColumn } from '../../adapters/secrets.ts';
import { confirmedPhone } from '../credentials/code-queries.ts';
import { ownSession } from '../sign-in/device-queries.ts';
import { passkeysOf } from '../sign-in/entrance-queries.ts';
import { memberById, readSealed, setStepUp, takeStepUp } from '../queries.ts';
import { stepUpMs } from '../rules.ts';
import { memberAsking } from '../sessions.ts';
import { type SignIn, signIn } from '../credentials/tries.ts';

type Promised = typeof identityAccount;
type All = Actions<{ identity: Promised }>['identity'];

/**
 * Uses up the session's step-up confirmation for an act: by text message or passkey, or by password
 * if no phone is verified. For members with none of these (Google only), having signed in a moment
 * ago is the confirmation. Returns a reference for the audit log. Refuses STEP_UP_REQUIRED.
 */
export async function assertHimself(
  { tx, realNow }: Work,
  member: Member,
  act: StepUpAct,
): Promise<string> {
  const since = new Date(realNow.getTime() - stepUpMs);
  const taken = await takeStepUp(tx, member.sessionId, since, { act });
  if (taken) return taken.reference;
  const { passwordHash } = await memberById(tx, member.id);
  const session = await ownSession(tx, member.id, member.sessionId);
  const fresh = session !== null && session.createdAt > since;
  const other =
    passwordHash !== null ||
    (await confirmedPhone(tx, member.id)) !== null ||
    (await passkeysOf(tx, member.id)).length > 0;
  if (!fresh || other) throw new Refusal('STEP_UP_REQUIRED');
  return `SIGN-IN-${member.sessionId}`;
}

type Tried = SignIn<true> | { state: 'by phone' } | { state: 'nobody' };

/**
 * Checks the password of a signed-in member. They have a few attempts, which are counted separately
 * from those of strangers who try to sign in.
 */
export async function tryOwnPassword(
  services: Services,
  member: Member,
  password: string,
  address: string,
): Promise<SignIn<true>> {
  const { passwordHash } = await memberById(db(services.pool), member.id);
  return signIn<true>(services, {
    kind: 'member',
    email: member.email,
    address,
    own: `session-${member.sessionId}`,
    stopFrom: 'captchaFrom',
    pass: async () => false,
    look: async () =>
      passwordHash !== null && (await services.passwords.verifyPassword(passwordHash, password))
        ? true
        : null,
  });
}

const confirmPassword = prepared<Promised['confirmPassword'], Tried>({
  async prepare(services, { password }, asking) {
    const member = await memberAsking(services, asking);
    if (!member) return { state: 'nobody' };
    if (await confirmedPhone(db(services.pool), member.id)) return { state: 'by phone' };
    return tryOwnPassword(services, member, password, asking.address);
  },
  async run(context, { act, object }, tried) {
    const { member, realNow, tx } = context;
    if (tried.state === 'by phone') throw new Refusal('STEP_UP_REQUIRED');
    if (tried.state === 'stopped') throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: 900 });
    if (tried.state !== 'right') throw new Refusal('PASSWORD_WRONG');
    const reference = `PASSWORD-${member.sessionId}`;
    await setStepUp(tx, { sessionId: member.sessionId, reference, realNow, act, object });
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.step_up',
      snapshot: { reference, act, object },
    });
    return { data: { validUntil: new Date(realNow.getTime() + stepUpMs) } };
  },
});

type Address = { zip: string; city: string; district: string; road: string };

export const confirmingActions: Pick<All, 'confirmPassword' | 'reveal'> = {
  confirmPassword,

  async reveal(context) {
    const { tx, member, services } = context;
    const reference = await assertHimself(context, member, 'reveal');
    const row = await readSealed(tx, member.id);
    const opened = (column: EncryptedColumn, sealed: string | null | undefined) =>
      sealed ? services.secrets.decrypt(column, member.id, sealed) : null;
    const line = (column: EncryptedColumn, sealed: string | null | undefined) => {
      const text = opened(column, sealed);
      if (text === null) return null;
      const { zip, city, district, road } = JSON.parse(text) as Address;
      return `${zip} ${city}${district}${road}`;
    };
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.reveal',
      snapshot: { reference },
    });
    return {
      data: {
        idNumber: opened('verification.profile.id_number', row?.idNumber),
        phone: opened('verification.profile.phone', row?.phone),
        registeredAddress: line('verification.profile.registered_address', row?.registeredAddress),
        mailingAddress: line('verification.profile.mailing_address', row?.mailingAddress),
        bankAccount: opened('verification.bank_account.account', row?.account),
      },
    };
  },
};
