// The four steps that a member completes: phone, personal data, ID documents, bank account.
import type { Input } from '#contract/core/endpoint.ts';
import {
  idFileNames,
  personalInfoSchema,
  type verification,
} from '#contract/verification/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Context } from '../call.ts';
import { prepared } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import {
  type CodeTry,
  acceptCode,
  assertStepUp,
  assertWorked,
  attemptCode,
  consumeStepUp,
  memberAsking,
  sendCode,
} from '../identity/front.ts';
import { assertOffered } from '../settings/front.ts';
import { recordMove } from '../tasks/front.ts';
import { maskedPhone } from '../identity/rules.ts';
import {
  blank,
  infoOf,
  keepUploads,
  moveOn,
  type PersonalInfo,
  storePersonal,
  unlessInUse,
} from './file.ts';
import { insertAccount } from './change/account-queries.ts';
import { proveReplacement } from './change/replacement.ts';
import { withNumberTry } from './number-tries.ts';
import { isHeldByOther } from './holders.ts';
import { accountColumnsOf, phoneColumnsOf } from './person.ts';
import { type ProfileRow, lockProfile, readProfile, setIdDocument, setPhone } from './queries.ts';
import {
  assertAdult,
  assertEachOnce,
  assertMayGive,
  assertNotAhead,
  assertOccupation,
  assertOpenBank,
  assertSomeFile,
  fileState,
} from './rules.ts';
import { supplementBasic } from './documents/supplement.ts';

type Promised = typeof verification;

/** Newly chosen options must be offered now; values that were submitted earlier stay valid. */
const assertChoices = (
  context: Work,
  { maritalStatus, fundSource = [], channel }: Partial<PersonalInfo>,
) =>
  assertOffered(context, {
    maritalStatus: { list: 'maritalStatuses', ids: maritalStatus ? [maritalStatus] : [] },
    fundSource: { list: 'fundSources', ids: fundSource },
    channel: { list: 'channels', ids: channel ? [channel] : [] },
  });

type All = Actions<{ verification: Promised }>['verification'];

/** Whether this phone number replaces a different number that was confirmed before. */
const replaces = ({ secrets }: Services, file: ProfileRow | null, phone: string) =>
  file !== null &&
  file.phone !== null &&
  secrets.decrypt('verification.profile.phone', file.memberId, file.phone) !== phone;

const identifyPhone = prepared<Promised['identifyPhone'], CodeTry>({
  async prepare(services, { phoneNumber, smsCode }, asking) {
    const member = await memberAsking(services, asking);
    if (!member) return { state: 'none' };
    const { id: memberId, sessionId } = member;
    const asked = { memberId, sessionId, purpose: 'phone', phone: phoneNumber } as const;
    return attemptCode(services, asked, smsCode);
  },
  async run(context, { phoneNumber }, tried) {
    const { member, now, services, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('phone', before);
    const reference = await acceptCode(context, tried);
    const held = { text: phoneNumber, memberId: member.id };
    if (await isHeldByOther(tx, services, 'phone', held)) throw new Refusal('PHONE_TAKEN');
    const isOther = replaces(services, before, phoneNumber);
    const by = isOther ? (await consumeStepUp(context, member, { act: 'phone' })).reference : null;
    await unlessInUse(
      setPhone(tx, member.id, phoneColumnsOf(services, member.id, phoneNumber)),
      'profile_phone_hash_key',
      'PHONE_TAKEN',
    );
    await moveOn(context, member, before, 'phone');
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'verification.phone_confirmed',
      snapshot: { phone: maskedPhone(phoneNumber), reference, ...(by !== null && { by }) },
    });
    return infoOf(context, member);
  },
});

async function giveBasic(
  context: Context<Promised['personalInfo']>,
  given: Input<Promised['personalInfo']>,
) {
  const { member, now, today, tx } = context;
  await assertChoices(context, given);
  const before = await lockProfile(tx, member.id, now);
  if (before.status === fileState.supplement) return supplementBasic(context, before, given);
  assertMayGive('basic', before);
  const input = personalInfoSchema.parse(given);
  assertAdult(input.birthday, today);
  assertOccupation(input.occupation);
  const { name } = await storePersonal(context, member.id, input);
  await moveOn(context, member, { ...before, name }, 'basic');
  return infoOf(context, member);
}

export const stepActions: Pick<
  All,
  'sendSmsCode' | 'identifyPhone' | 'personalInfo' | 'idInfo' | 'bankInfo' | 'verification'
> = {
  identifyPhone,

  sendSmsCode: prepared<Promised['sendSmsCode'], void>({
    prepare: (services, { captchaToken }, asking) =>
      assertWorked(services, 'sms', asking, captchaToken),
    async run(context, { phoneNumber: phone }) {
      const { address, member, realNow, services, tx } = context;
      // Whether a phone number is taken is revealed only after a code has proved that the member
      // receives messages sent to the number.
      const file = await readProfile(tx, member.id);
      assertMayGive('phone', file ?? blank);
      // The step-up is required before a message is sent; it is used up when the code is submitted.
      if (replaces(services, file, phone)) assertStepUp(member, 'phone', realNow);
      const { id: memberId, sessionId } = member;
      const asked = { memberId, sessionId, purpose: 'phone', phone, address } as const;
      const { expiresAt } = await sendCode(context, asked);
      return { data: { expiresAt } };
    },
  }),

  personalInfo: (context, given) =>
    withNumberTry(context, given.idNumber, () => giveBasic(context, given)),

  async idInfo(context, { idIssueDate, idIssueCity, idIssueType }) {
    const { files, member, now, services, today, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('id', before);
    assertNotAhead('idIssueDate', idIssueDate, today);
    assertEachOnce(idFileNames, files);
    const ids = await keepUploads(context, member.id, files);
    const uploads = Object.fromEntries(files.map(({ field }, k) => [field, ids[k] ?? 0]));
    const issue = JSON.stringify({ idIssueDate, idIssueCity, idIssueType });
    await setIdDocument(tx, member.id, {
      sealed: services.secrets.encrypt('verification.profile.id_document', member.id, issue),
      uploads,
    });
    await moveOn(context, member, before, 'id');
    return infoOf(context, member);
  },

  async bankInfo(context, { bankCode, branchCode, account }) {
    const { files, member, now, services, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('bank', before);
    assertOpenBank(bankCode);
    assertSomeFile(files);
    await proveReplacement(context, bankCode, account);
    await insertAccount(
      tx,
      member.id,
      {
        ...accountColumnsOf(services, member.id, { bankCode, branchCode, account }),
        uploads: await keepUploads(context, member.id, files),
      },
      now,
    );
    await moveOn(context, member, before, 'bank');
    return infoOf(context, member);
  },

  async verification(context) {
    return infoOf(context, context.member);
  },
};
