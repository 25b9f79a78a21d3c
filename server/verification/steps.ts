// The four steps a member gives: phone, personal data, ID documents, bank account.
import { isOpenBank } from '#contract/banks.ts';
import type { Input } from '#contract/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { memberStatusOf, type verification } from '#contract/verification.ts';
import type { Actions, Member, StoredUpload, Work } from '../action.ts';
import { prepared } from '../action.ts';
import { brokenConstraint } from '../db.ts';
import {
  type CodeTry,
  acceptCode,
  attemptCode,
  memberAsking,
  phoneHashOf,
  sendCode,
} from '../identity/actions.ts';
import { maskedName, maskedPhone } from '../identity/rules.ts';
import { notify } from '../notices/actions.ts';
import { openTask, recordMove } from '../tasks/actions.ts';
import {
  type ProfileRow,
  insertAccount,
  insertUpload,
  lockProfile,
  phoneIsTaken,
  readProfile,
  setFile,
  setIdDocument,
  setPersonal,
  setPhone,
} from './queries.ts';
import {
  type Step,
  assertAdult,
  assertEachOnce,
  assertMayGive,
  assertNotAhead,
  assertOccupation,
  assertSomeFile,
  fileAfter,
  fileState,
  idFiles,
} from './rules.ts';
import { financialStanding } from './statement-queries.ts';

type Promised = typeof verification;
type All = Actions<{ verification: Promised }>['verification'];

/** A file nobody has begun yet. */
export const blank = { stage: 0, status: 0, supplement: [] };

/** How far the verification has come, as every step answers it. */
export async function infoOf({ tx }: Pick<Work, 'tx'>, member: Member) {
  const { stage, status, supplement } = (await readProfile(tx, member.id)) ?? blank;
  const financial = await financialStanding(tx, member.id);
  const verificationStatus = memberStatusOf({
    emailVerifiedAt: member.emailVerifiedAt?.toISOString() ?? null,
    isGoogleLogin: member.isGoogle,
    verification: { verifiedIDStage: stage, verifiedIDstatus: status },
  });
  const waits = (step: Step) => supplement.some(({ item }) => item === step);
  const info = {
    verifiedIDStage: stage,
    verifiedIDstatus: status,
    verificationStatus,
    isFinancialStatus: financial.status === 3,
    items: {
      phone: stage >= 1,
      basic: stage >= 2 && !waits('basic'),
      id: stage >= 3 && !waits('id'),
      bank: stage >= 4 && !waits('bank'),
    },
    supplement,
  };
  return { info };
}

/** Stores the uploads of a call; answers their ids in the order they came. */
export async function keepUploads(
  { now, tx }: Work,
  memberId: number,
  files: readonly StoredUpload[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const file of files) ids.push((await insertUpload(tx, memberId, file, now)).id);
  return ids;
}

/** Moves the file on by a step given; the step that completes it opens the review. */
async function moveOn(work: Work, member: Member, before: ProfileRow, step: Step): Promise<void> {
  const after = fileAfter(step, before);
  await setFile(work.tx, member.id, after, work.now);
  await recordMove(work, {
    subject: { type: 'member', id: member.id },
    action: `verification.${step}`,
    from: `${before.stage}/${before.status}`,
    to: `${after.stage}/${after.status}`,
  });
  if (after.status !== fileState.reviewing) return;
  const name = before.name ? work.services.secrets.open(before.name) : '';
  await openTask(work, {
    kind: 'identity_review',
    subject: { type: 'member', id: member.id, label: maskedName(name) },
  });
  await notify(work, {
    memberId: member.id,
    category: 'account',
    title: '身分驗證資料已送出',
    body: '我們已收到您的資料，審核約需 1 個工作天，完成後會通知您。',
    link: '/member/profile',
  });
}

/** Runs a write that two members may race for; the second one is told what is taken. */
async function unlessTaken(
  write: Promise<unknown>,
  constraint: string,
  code: 'PHONE_TAKEN' | 'ID_NUMBER_TAKEN',
): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (brokenConstraint(error) === constraint) throw new Refusal(code);
    throw error;
  }
}

const identifyPhone = prepared<Promised['identifyPhone'], CodeTry>({
  async prepare(services, { phoneNumber, smsCode }, asking) {
    const member = await memberAsking(services, asking);
    if (!member) return { state: 'none' };
    const asked = { memberId: member.id, purpose: 'phone', phone: phoneNumber } as const;
    return attemptCode(services, asked, smsCode);
  },
  async run(context, { phoneNumber }, tried) {
    const { member, now, services, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('phone', before);
    const reference = await acceptCode(context, tried);
    const sealed = services.secrets.seal(phoneNumber);
    const hash = phoneHashOf(services, phoneNumber);
    await unlessTaken(
      setPhone(tx, member.id, sealed, hash),
      'profile_phone_hash_key',
      'PHONE_TAKEN',
    );
    await moveOn(context, member, before, 'phone');
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'verification.phone_confirmed',
      snapshot: { phone: maskedPhone(phoneNumber), reference },
    });
    return infoOf(context, member);
  },
});

/** The personal columns as they are stored: what identifies a person is sealed. */
function columnsOf({ secrets }: Work['services'], input: Input<Promised['personalInfo']>) {
  const { mailingAddress, registeredAddress } = input;
  const sealed = (value: unknown) => secrets.seal(JSON.stringify(value));
  return {
    name: secrets.seal(input.name),
    idNumber: secrets.seal(input.idNumber),
    idNumberHash: secrets.fingerprint('idNumber', input.idNumber),
    birthday: secrets.seal(input.birthday),
    birthYear: Number(input.birthday.slice(0, 4)),
    registeredAddress: sealed(registeredAddress),
    mailingAddress: mailingAddress ? sealed(mailingAddress) : null,
    city: (mailingAddress ?? registeredAddress).city,
    maritalStatus: input.maritalStatus ?? null,
    education: input.education ?? null,
    occupation: input.occupation,
    company: input.company || null,
    jobTitle: input.jobTitle || null,
    annualIncome: input.annualIncome,
    fundSource: [...new Set(input.fundSource)],
    isPep: input.isPep,
    channel: input.channel ?? null,
  };
}

export const stepActions: Pick<
  All,
  'sendSmsCode' | 'identifyPhone' | 'personalInfo' | 'idInfo' | 'bankInfo' | 'verification'
> = {
  identifyPhone,

  async sendSmsCode(context, { phoneNumber: phone }) {
    const { member, services, tx } = context;
    assertMayGive('phone', (await readProfile(tx, member.id)) ?? blank);
    const { taken } = await phoneIsTaken(tx, member.id, phoneHashOf(services, phone));
    if (taken) throw new Refusal('PHONE_TAKEN');
    const asked = { memberId: member.id, purpose: 'phone', phone } as const;
    const { address } = context;
    const { expiresAt } = await sendCode(context, { ...asked, address });
    return { data: { expiresAt: expiresAt.toISOString() } };
  },

  async personalInfo(context, input) {
    const { member, now, services, today, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('basic', before);
    assertAdult(input.birthday, today);
    assertOccupation(input.occupation);
    const columns = columnsOf(services, input);
    await unlessTaken(
      setPersonal(tx, member.id, columns),
      'profile_id_number_hash_key',
      'ID_NUMBER_TAKEN',
    );
    await moveOn(context, member, { ...before, name: columns.name }, 'basic');
    return infoOf(context, member);
  },

  async idInfo(context, { idIssueDate, idIssueCity, idIssueType }) {
    const { files, member, now, services, today, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('id', before);
    assertNotAhead('idIssueDate', idIssueDate, today);
    assertEachOnce(idFiles, files);
    const ids = await keepUploads(context, member.id, files);
    const uploads = Object.fromEntries(files.map(({ field }, k) => [field, ids[k] ?? 0]));
    const issue = JSON.stringify({ idIssueDate, idIssueCity, idIssueType });
    await setIdDocument(tx, member.id, { sealed: services.secrets.seal(issue), uploads });
    await moveOn(context, member, before, 'id');
    return infoOf(context, member);
  },

  async bankInfo(context, { bankCode, branchCode, account }) {
    const { files, member, now, services, tx } = context;
    const before = await lockProfile(tx, member.id, now);
    assertMayGive('bank', before);
    if (!isOpenBank(bankCode)) {
      throw new Refusal('BANK_UNKNOWN', { fields: { bankCode: '請重新選擇銀行' } });
    }
    assertSomeFile(files);
    await insertAccount(
      tx,
      member.id,
      {
        bankCode,
        branchCode: branchCode ?? null,
        account: services.secrets.seal(account),
        accountHash: services.secrets.fingerprint('bankAccount', `${bankCode}:${account}`),
        accountTail: account.slice(-4),
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
