// Imports an approved verification for members of the seed, without steps and review.
import type { Day } from '#contract/core/day.ts';
import type { Work } from '../../work.ts';
import { nameHashesOf } from '../../adapters/name-hashes.ts';
import { recordMove } from '../../tasks/front.ts';
import { enforcePending, insertAccount } from '../change/account-queries.ts';
import { keepAddressKeys } from '../addresses/address-keys.ts';
import { type Address, accountColumnsOf, phoneColumnsOf } from '../person.ts';
import { lockProfile, setFile, setPersonal, setPhone } from '../queries.ts';
import { fileState, steps } from '../rules.ts';

export type ImportedFile = {
  phone: string;
  name: string;
  idNumber: string;
  birthday: Day;
  address: Address;
  occupation: number;
  company?: string;
  jobTitle?: string;
  annualIncome: number;
  maritalStatus?: number;
  education?: number;
  bankCode: string;
  account: string;
};

/**
 * Records a member's verification as approved, with the bank account in force. Sends no mail and
 * opens no task; the audit log says that the verification was imported.
 */
export async function recordFile(work: Work, memberId: number, file: ImportedFile): Promise<void> {
  const { now, services, tx } = work;
  const { secrets } = services;
  await lockProfile(tx, memberId, now);
  await setPhone(tx, memberId, phoneColumnsOf(services, memberId, file.phone));
  await setPersonal(tx, memberId, {
    name: secrets.encrypt('verification.profile.name', memberId, file.name),
    nameHashes: nameHashesOf(secrets, file.name),
    idNumber: secrets.encrypt('verification.profile.id_number', memberId, file.idNumber),
    idNumberHash: secrets.fingerprint('idNumber', file.idNumber),
    birthday: secrets.encrypt('verification.profile.birthday', memberId, file.birthday),
    birthYear: Number(file.birthday.slice(0, 4)),
    registeredAddress: secrets.encrypt(
      'verification.profile.registered_address',
      memberId,
      JSON.stringify(file.address),
    ),
    mailingAddress: null,
    city: file.address.city,
    maritalStatus: file.maritalStatus ?? null,
    education: file.education ?? null,
    occupation: file.occupation,
    company: file.company ?? null,
    jobTitle: file.jobTitle ?? null,
    annualIncome: file.annualIncome,
    fundSource: [1],
    isPep: false,
    channel: null,
  });
  await keepAddressKeys(work, memberId, { registered: file.address, mailing: null });
  await insertAccount(
    tx,
    memberId,
    { ...accountColumnsOf(services, memberId, file), uploads: [] },
    now,
  );
  await enforcePending(tx, memberId, now);
  const approved = { stage: steps.bank, status: fileState.approved, supplement: [] };
  await setFile(tx, memberId, approved, now);
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'verification.taken_over',
    to: `${approved.stage}/${approved.status}`,
  });
}
