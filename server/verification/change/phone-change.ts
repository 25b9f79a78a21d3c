// Replacing a lost phone: requested with a mailed link, reviewed, and in force a day later.
import { Refusal } from '#contract/refusals.ts';
import { PHONE_CHANGE_HOURS, type verificationRecovery } from '#contract/verification/recovery.ts';
import type { Actions } from '../../call.ts';
import { prepared } from '../../call.ts';
import type { Services } from '../../services.ts';
import {
  type CodeTry,
  type RecoveryLink,
  acceptCode,
  assertWorked,
  attemptCode,
  hasApprovedId,
  phoneHashOf,
  recoveryLinkOf,
  removeLostPasskeys,
  sendCode,
  spendRecovery,
} from '../../identity/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { maskedPhone } from '../../identity/rules.ts';
import { eachOne } from '../../each-one.ts';
import { type Work, inWork } from '../../work.ts';
import {
  type ChangeRow,
  changeById,
  decideChange,
  insertChange,
  phoneChangesDue,
  resetReasonOf,
  takePhoneOut,
  withdrawComingPhone,
} from './change-queries.ts';
import { askForReview, subjectOf, withdraw } from './changes.ts';
import { compared } from '../payee/compared.ts';
import { phoneColumnsOf } from '../person.ts';
import { isHeldByOther } from '../holders.ts';
import { lockProfile, setPhone } from '../queries.ts';
import { phoneNotices } from '../words.ts';

type Promised = typeof verificationRecovery;

const HOUR_MS = 3_600_000;

const COLUMN = 'verification.account_change.phone';

const phoneOf = (services: Services, { id, memberId, phone }: ChangeRow): string => {
  if (phone === null) throw new Error(`change ${id} has no phone`);
  return services.secrets.decrypt(COLUMN, memberId, phone);
};

/** Returns whether the number belongs to another member. */
async function isTaken({ tx, services }: Pick<Work, 'tx' | 'services'>, id: number, phone: string) {
  return isHeldByOther(tx, services, 'phone', { text: phone, memberId: id });
}

/**
 * What the reviewer must know of the ID on file: an ID that was given since a reset proves nothing
 * until it is approved, and the reason of the reset may be a doubt about the person or the ID.
 */
async function idChecks({ tx }: Work, { id, memberId }: ChangeRow) {
  const reset = await resetReasonOf(tx, memberId);
  const isApproved = await hasApprovedId(tx, memberId);
  const text = isApproved
    ? '檔案中的證件曾經核准'
    : '會員已重新提供資料，尚未核准，無法據以核對身分';
  const approved = { code: 'ID_APPROVED', text, ok: isApproved };
  const idApproved = compared(approved, { flag: 'ID_UNAPPROVED', facts: `${id}` });
  if (!reset) return [idApproved];
  const why = `身分驗證已重設，原因：${reset.reason ?? '未填'}`;
  const notReset = { code: 'NOT_RESET', text: why, ok: false };
  return [compared(notReset, { flag: 'WAS_RESET', facts: `${reset.id}` }), idApproved];
}

/** Returns what the reviewer compares: the number to call, and the ID on file. */
export async function phoneSides(work: Work, change: ChangeRow) {
  const { memberId } = change;
  const phone = change.phone === null ? null : phoneOf(work.services, change);
  const isFree = phone !== null && !(await isTaken(work, memberId, phone));
  const text = isFree ? '新號碼未被其他會員使用' : '新號碼已用於另一個帳戶';
  const free = { code: 'PHONE_FREE', text, ok: isFree };
  return {
    proposed: phone === null ? null : { phone },
    checks: [
      compared(free, { flag: 'PHONE_TAKEN', facts: `${change.id}` }),
      ...(await idChecks(work, change)),
    ],
  };
}

export async function approvePhone(work: Work, change: ChangeRow): Promise<void> {
  const phone = phoneOf(work.services, change);
  const { now, tx } = work;
  const inForceFrom = new Date(now.getTime() + PHONE_CHANGE_HOURS * HOUR_MS);
  await decideChange(tx, change.id, { status: 'approved', inForceFrom, now });
  const values = { phone: maskedPhone(phone), hours: String(PHONE_CHANGE_HOURS) };
  await tell(work, change.memberId, phoneNotices.phoneApproved(values));
}

export async function refusePhone(work: Work, change: ChangeRow, why: string): Promise<void> {
  await decideChange(work.tx, change.id, { status: 'withdrawn', now: work.now });
  await takePhoneOut(work.tx, change.id);
  await tell(work, change.memberId, phoneNotices.phoneRefused({ why }));
}

/**
 * Puts an approved phone in force; the member's passkeys were removed together with the old phone.
 */
async function enforcePhone(work: Work, id: number): Promise<void> {
  const { now, services, tx } = work;
  const asked = await changeById(tx, id);
  if (!asked) return;
  await lockProfile(tx, asked.memberId, now);
  const change = await changeById(tx, id);
  if (change?.status !== 'approved' || change.phone === null) return;
  const { memberId } = change;
  const phone = phoneOf(services, change);
  if (await isTaken(work, memberId, phone)) {
    await withdrawComingPhone(tx, memberId, now);
    await tell(work, memberId, phoneNotices.phoneRefused({ why: '這個號碼已用於另一個帳戶' }));
    return;
  }
  await setPhone(tx, memberId, phoneColumnsOf(services, memberId, phone));
  await takePhoneOut(tx, id);
  const passkeysRemoved = await removeLostPasskeys(work, memberId);
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'verification.phone_in_force',
    snapshot: { phone: maskedPhone(phone), passkeysRemoved },
  });
  await tell(work, memberId, phoneNotices.phoneInForce({ phone: maskedPhone(phone) }));
}

/** Puts in force every approved phone whose effective time has come. */
export async function enforcePhones(services: Services): Promise<void> {
  const due = await inWork(services, ({ now, tx }) => phoneChangesDue(tx, now));
  await eachOne(services, due, ({ id }) => inWork(services, (work) => enforcePhone(work, id)));
}

type Recovering = { link: RecoveryLink | null; tried: CodeTry };

const recoverPhone = prepared<Promised['recoverPhone'], Recovering>({
  async prepare(services, { token, phoneNumber, smsCode }) {
    const link = await recoveryLinkOf(services, token);
    if (!link) return { link, tried: { state: 'none' } };
    const { id: linkId, memberId } = link;
    const asked = { memberId, linkId, purpose: 'recovery', phone: phoneNumber } as const;
    return { link, tried: await attemptCode(services, asked, smsCode) };
  },
  async run(context, { phoneNumber }, { link, tried }) {
    if (!link) throw new Refusal('TOKEN_INVALID');
    const { now, realNow, services, tx } = context;
    const { memberId } = link;
    await lockProfile(tx, memberId, now);
    if (!(await hasApprovedId(tx, memberId))) throw new Refusal('NOT_VERIFIED');
    await spendRecovery(tx, link, realNow);
    const reference = await acceptCode(context, tried);
    const phone = services.secrets.encrypt(COLUMN, memberId, phoneNumber);
    const phoneHash = phoneHashOf(services, phoneNumber);
    if (await isTaken(context, memberId, phoneNumber)) throw new Refusal('PHONE_TAKEN');
    const work: Work = { ...context, actor: { type: 'member', id: memberId } };
    await withdraw(work, memberId, ['phone']);
    await withdrawComingPhone(tx, memberId, now);
    const change = await insertChange(tx, { memberId, kind: 'phone', phone, phoneHash, now });
    const said = phoneNotices.phoneAsked({ phone: maskedPhone(phoneNumber) });
    await askForReview(work, change, `MAIL-${link.id} ${reference}`, said);
    return { data: { ok: true } };
  },
});

export const phoneChangeActions: Actions<{ verification: Promised }>['verification'] = {
  recoverPhone,

  recoveryCode: prepared<Promised['recoveryCode'], RecoveryLink | null>({
    async prepare(services, { token, captchaToken }, asking) {
      await assertWorked(services, 'sms', asking, captchaToken);
      return recoveryLinkOf(services, token);
    },
    async run(context, { phoneNumber: phone }, link) {
      if (!link) throw new Refusal('TOKEN_INVALID');
      const { id: linkId, memberId } = link;
      const { address } = context;
      const asked = { memberId, linkId, purpose: 'recovery', phone, address } as const;
      const { expiresAt } = await sendCode(context, asked);
      return { data: { expiresAt } };
    },
  }),

  async cancelPhoneChange(context) {
    const { member, now, tx } = context;
    await lockProfile(tx, member.id, now);
    const reviewed = await withdraw(context, member.id, ['phone']);
    const coming = await withdrawComingPhone(tx, member.id, now);
    for (const change of coming) {
      await recordMove(context, {
        subject: subjectOf(change),
        action: 'verification.change_withdrawn',
        to: 'withdrawn',
      });
    }
    if (reviewed + coming.length === 0) throw new Refusal('NOT_FOUND');
    return { data: { ok: true } };
  },
};
