// Decrypted personal data of a member, for the features that need it.
import { bankName } from '#contract/taiwan/banks.ts';
import type { Day } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../database/db.ts';
import { phoneHashOf } from '../identity/front.ts';
import { maskedIdNumber, maskedPhone } from '../identity/rules.ts';
import { type AccountRow, accountInForce } from './change/account-queries.ts';
import { type PhoneColumns, type ProfileRow, readProfile } from './queries.ts';

type Opening = Pick<Services, 'secrets'>;

/** Date, place and kind of issue of an ID card, as stored encrypted. */
export type Issue = { idIssueDate: Day; idIssueCity: string; idIssueType: number };

export type Address = { zip: string; city: string; district: string; road: string };

export type Person = {
  name: string;
  idNumber: string;
  idNumberMasked: string;
  birthday: Day;
  phone: string;
  phoneMasked: string;
  city: string;
  /** Address as on an envelope: 臺北市信義區市府路1號 */
  address: string;
  mailingAddress: string;
  occupation: number;
  company: string | null;
  jobTitle: string | null;
  annualIncome: number;
  maritalStatus: number | null;
  education: number | null;
};

export const addressLine = ({ zip, city, district, road }: Address) =>
  `${zip} ${city}${district}${road}`;

/** Returns the person of a verification file; null before step 2. */
export function personIn({ secrets }: Opening, row: ProfileRow | null): Person | null {
  if (!row?.name || !row.idNumber || !row.birthday || !row.phone) return null;
  const { city, registeredAddress, occupation, annualIncome } = row;
  if (!city || !registeredAddress || occupation === null || annualIncome === null) return null;
  const { memberId } = row;
  const idNumber = secrets.decrypt('verification.profile.id_number', memberId, row.idNumber);
  const phone = secrets.decrypt('verification.profile.phone', memberId, row.phone);
  const line = (column: 'registered_address' | 'mailing_address', sealed: string) =>
    addressLine(JSON.parse(secrets.decrypt(`verification.profile.${column}`, memberId, sealed)));
  const address = line('registered_address', registeredAddress);
  return {
    name: secrets.decrypt('verification.profile.name', memberId, row.name),
    idNumber,
    idNumberMasked: maskedIdNumber(idNumber),
    birthday: secrets.decrypt('verification.profile.birthday', memberId, row.birthday) as Day,
    phone,
    phoneMasked: maskedPhone(phone),
    city,
    address,
    mailingAddress: row.mailingAddress ? line('mailing_address', row.mailingAddress) : address,
    occupation,
    company: row.company,
    jobTitle: row.jobTitle,
    annualIncome,
    maritalStatus: row.maritalStatus,
    education: row.education,
  };
}

/** Returns the confirmed phone number, decrypted; null before step 1. */
export const phoneIn = ({ secrets }: Opening, row: ProfileRow | null) =>
  row?.phone ? secrets.decrypt('verification.profile.phone', row.memberId, row.phone) : null;

/** Returns the person behind an account with decrypted numbers; null before step 2 is done. */
export async function personOf(
  tx: Tx,
  services: Opening,
  memberId: number,
): Promise<Person | null> {
  return personIn(services, await readProfile(tx, memberId));
}

/** Returns the member's name as it was verified, decrypted; null before it was entered. */
export async function nameOfMember(
  tx: Tx,
  { secrets }: Opening,
  memberId: number,
): Promise<string | null> {
  const row = await readProfile(tx, memberId);
  return row?.name ? secrets.decrypt('verification.profile.name', memberId, row.name) : null;
}

/** Returns when the member handed in the verification that is under review; null before. */
export const submittedAtOf = async (tx: Tx, memberId: number): Promise<Date | null> =>
  (await readProfile(tx, memberId))?.submittedAt ?? null;

export type PayoutAccount = {
  bankCode: string;
  bankName: string;
  branchCode: string | null;
  account: string;
  holder: string;
  accountTail: string;
};

/**
 * Returns the member's bank account in force and its holder's name, decrypted; null if there is
 * none.
 */
export async function payoutAccountOf(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  memberId: number,
): Promise<PayoutAccount | null> {
  const account = await accountInForce(tx, memberId, services.clock.now());
  const profile = account && (await readProfile(tx, memberId));
  if (!account || !profile?.name) return null;
  const holder = services.secrets.decrypt('verification.profile.name', memberId, profile.name);
  return { ...accountIn(services, account), holder };
}

export function accountIn({ secrets }: Opening, row: AccountRow) {
  const { bankCode, branchCode, accountTail, memberId } = row;
  const account = secrets.decrypt('verification.bank_account.account', memberId, row.account);
  return { bankCode, bankName: bankName(bankCode), branchCode, account, accountTail };
}

/**
 * Returns the last four digits of a phone number, which are stored so that the number can be found
 * by them.
 */
export const phoneTailOf = (phone: string) => phone.slice(-4);

/**
 * Returns the columns of a phone number: encrypted, hashed for uniqueness, and its last digits for
 * the search.
 */
export const phoneColumnsOf = (
  services: Opening,
  memberId: number,
  phone: string,
): PhoneColumns => ({
  sealed: services.secrets.encrypt('verification.profile.phone', memberId, phone),
  hash: phoneHashOf(services, phone),
  tail: phoneTailOf(phone),
});

/** Returns the keyed hashes by which a bank account is looked up. */
export const accountHashesOf = ({ secrets }: Opening, bankCode: string, account: string) =>
  secrets.fingerprints('bankAccount', `${bankCode}:${account}`);

/**
 * Returns the columns of a new bank account, with its number encrypted and hashed for the search.
 */
export function accountColumnsOf(
  { secrets }: Opening,
  memberId: number,
  given: { bankCode: string; branchCode?: string | null | undefined; account: string },
) {
  const { account, bankCode, branchCode = null } = given;
  return {
    bankCode,
    branchCode,
    account: secrets.encrypt('verification.bank_account.account', memberId, account),
    accountHash: secrets.fingerprint('bankAccount', `${bankCode}:${account}`),
    accountTail: account.slice(-4),
  };
}
