// A member's verification: how steps and supplements read, write and submit it.
import type { z } from 'zod';
import { memberStatusOf, type personalInfoSchema } from '#contract/verification/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Member, StoredUpload } from '../call.ts';
import type { Work } from '../work.ts';
import { nameHashesOf } from '../adapters/name-hashes.ts';
import { brokenConstraint } from '../database/db.ts';
import { maskedName } from '../identity/rules.ts';
import { tell } from '../notices/front.ts';
import { makersSince, openTask, recordMove } from '../tasks/front.ts';
import { keepAddressKeys } from './addresses/address-keys.ts';
import { isHeldByOther } from './holders.ts';
import { type ProfileRow, insertUpload, readProfile, setFile, setPersonal } from './queries.ts';
import { assertRoomFor } from './documents/quota.ts';
import { type Step, fileAfter, fileState } from './rules.ts';
import { financialStanding } from './documents/statement-queries.ts';
import { noticeKinds } from './words.ts';

export type PersonalInfo = z.output<typeof personalInfoSchema>;

/** A verification that has not been started. */
export const blank = { stage: 0, status: 0, supplement: [] };

/** Returns the progress of the verification, which is the answer of every step. */
export async function infoOf({ tx }: Pick<Work, 'tx'>, member: Member) {
  const { stage, status, supplement } = (await readProfile(tx, member.id)) ?? blank;
  const financial = await financialStanding(tx, member.id);
  const verificationStatus = memberStatusOf({
    emailVerifiedAt: member.emailVerifiedAt,
    isGoogleLogin: member.isGoogle,
    verification: { verifiedIDStage: stage, verifiedIDstatus: status },
  });
  const waits = (step: Step) => supplement.some((asked) => asked.item === step && !asked.given);
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
    supplement: supplement.map(({ item, fields, reason }) => ({ item, fields, reason })),
  };
  return { info };
}

/** Stores the uploads of a call; returns their ids in order of arrival. Refuses UPLOADS_FULL. */
export async function keepUploads(
  work: Work,
  memberId: number,
  files: readonly StoredUpload[],
): Promise<number[]> {
  const { now, tx } = work;
  await assertRoomFor(work, memberId, files);
  const ids: number[] = [];
  for (const file of files) ids.push((await insertUpload(tx, memberId, file, now)).id);
  return ids;
}

/** Whoever reset an approved verification may not alone decide what replaces it. */
export const resettersOf = (work: Work, memberId: number): Promise<number[]> =>
  makersSince(
    work,
    { type: 'member', id: memberId },
    { acts: ['verification.reset'], ends: ['verification.approve'] },
  );

/**
 * Submits the whole verification to a reviewer. `name` is the member's name as stored, encrypted.
 */
export async function handIn(work: Work, memberId: number, name: string | null): Promise<void> {
  await openTask(work, {
    kind: 'identity_review',
    otherMakers: await resettersOf(work, memberId),
    subject: {
      type: 'member',
      id: memberId,
      label: maskedName(
        name ? work.services.secrets.decrypt('verification.profile.name', memberId, name) : '',
      ),
    },
  });
  await tell(work, memberId, noticeKinds.submitted({}));
}

/** Advances the verification by a completed step; the last step opens the review. */
export async function moveOn(
  work: Work,
  member: Member,
  before: ProfileRow,
  step: Step,
): Promise<void> {
  const after = fileAfter(step, before);
  await setFile(work.tx, member.id, after, work.now);
  await recordMove(work, {
    subject: { type: 'member', id: member.id },
    action: `verification.${step}`,
    from: `${before.stage}/${before.status}`,
    to: `${after.stage}/${after.status}`,
  });
  if (after.status === fileState.reviewing) await handIn(work, member.id, before.name);
}

/**
 * Runs a write that two members may make with the same value; the second one gets a refusal that
 * says which value is taken.
 */
export async function unlessInUse(
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

export type EncryptedOfPerson =
  | 'name'
  | 'id_number'
  | 'birthday'
  | 'registered_address'
  | 'mailing_address';

/** Returns the personal columns as they are stored; identifying data is encrypted. */
function columnsOf({ secrets }: Work['services'], memberId: number, input: PersonalInfo) {
  const { mailingAddress, registeredAddress } = input;
  const seal = (column: EncryptedOfPerson, text: string) =>
    secrets.encrypt(`verification.profile.${column}`, memberId, text);
  return {
    name: seal('name', input.name),
    nameHashes: nameHashesOf(secrets, input.name),
    idNumber: seal('id_number', input.idNumber),
    idNumberHash: secrets.fingerprint('idNumber', input.idNumber),
    birthday: seal('birthday', input.birthday),
    birthYear: Number(input.birthday.slice(0, 4)),
    registeredAddress: seal('registered_address', JSON.stringify(registeredAddress)),
    mailingAddress: mailingAddress ? seal('mailing_address', JSON.stringify(mailingAddress)) : null,
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

/**
 * Writes the personal data. Refuses ID_NUMBER_TAKEN, because a person may have only one account.
 */
export async function storePersonal(work: Work, memberId: number, input: PersonalInfo) {
  const held = { text: input.idNumber, memberId };
  if (await isHeldByOther(work.tx, work.services, 'idNumber', held)) {
    throw new Refusal('ID_NUMBER_TAKEN');
  }
  const columns = columnsOf(work.services, memberId, input);
  await unlessInUse(
    setPersonal(work.tx, memberId, columns),
    'profile_id_number_hash_key',
    'ID_NUMBER_TAKEN',
  );
  const { registeredAddress: registered, mailingAddress: mailing = null } = input;
  await keepAddressKeys(work, memberId, { registered, mailing });
  return columns;
}
