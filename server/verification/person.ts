// Who a member is: the personal columns opened, for the features that need to know.
import { bankName } from '#contract/taiwan/banks.ts';
import type { Day } from '#contract/core/day.ts';
import type { Services } from '../action.ts';
import type { Tx } from '../database/db.ts';
import { phoneHashOf } from '../identity/actions.ts';
import { maskedIdNumber, maskedPhone } from '../identity/rules.ts';
import { type AccountRow, accountInForce } from './change/account-queries.ts';
import { type PhoneColumns, type ProfileRow, readProfile } from './queries.ts';

type Opening = Pick<Services, 'secrets'>;

/** When, where and how a card was issued, as it is sealed. */
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
  /** As an envelope has it: 臺北市信義區市府路1號 */
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

/** The person of a file; null before step 2. */
export function personIn({ secrets }: Opening, row: ProfileRow | null): Person | null {
  if (!row?.name || !row.idNumber || !row.birthday || !row.phone) return null;
  const { city, registeredAddress, occupation, annualIncome } = row;
  if (!city || !registeredAddress || occupation === null || annualIncome === null) return null;
  const { memberId } = row;
  const idNumber = secrets.open('verification.profile.id_number', memberId, row.idNumber);
  const phone = secrets.open('verification.profile.phone', memberId, row.phone);
  const line = (column: 'registered_address' | 'mailing_address', sealed: string) =>
    addressLine(JSON.parse(secrets.open(`verification.profile.${column}`, memberId, sealed)));
  const address = line('registered_address', registeredAddress);
  return {
    name: secrets.open('verification.profile.name', memberId, row.name),
    idNumber,
    idNumberMasked: maskedIdNumber(idNumber),
    birthday: secrets.open('verification.profile.birthday', memberId, row.birthday) as Day,
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

/** The proven number; null before step 1. */
export const phoneIn = ({ secrets }: Opening, row: ProfileRow | null) =>
  row?.phone ? secrets.open('verification.profile.phone', row.memberId, row.phone) : null;

/** The person behind an account, with numbers opened; null before step 2 is done. */
export async function personOf(
  tx: Tx,
  services: Opening,
  memberId: number,
): Promise<Person | null> {
  return personIn(services, await readProfile(tx, memberId));
}

export type PayoutAccount = {
  bankCode: string;
  bankName: string;
  branchCode: string | null;
  account: string;
  holder: string;
  accountTail: string;
};

/**
 * The member's own bank account that is in force: the only one his money goes to. Null until a
 * reviewer approved it. After a change the old one is paid until 24 h after the approval.
 */
export async function payoutAccountOf(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  memberId: number,
): Promise<PayoutAccount | null> {
  const account = await accountInForce(tx, memberId, services.clock.now());
  const profile = account && (await readProfile(tx, memberId));
  if (!account || !profile?.name) return null;
  const holder = services.secrets.open('verification.profile.name', memberId, profile.name);
  return { ...accountIn(services, account), holder };
}

export function accountIn({ secrets }: Opening, row: AccountRow) {
  const { bankCode, branchCode, accountTail, memberId } = row;
  const account = secrets.open('verification.bank_account.account', memberId, row.account);
  return { bankCode, bankName: bankName(bankCode), branchCode, account, accountTail };
}

/** The last four digits: what is kept of a number to be looked for by. */
export const phoneTailOf = (phone: string) => phone.slice(-4);

/** The columns of a number: sealed, hashed to be unique, and its end to be found by. */
export const phoneColumnsOf = (
  services: Opening,
  memberId: number,
  phone: string,
): PhoneColumns => ({
  sealed: services.secrets.seal('verification.profile.phone', memberId, phone),
  hash: phoneHashOf(services, phone),
  tail: phoneTailOf(phone),
});

/** The columns of a new account: its number sealed, and hashed to be found again. */
export function accountColumnsOf(
  { secrets }: Opening,
  memberId: number,
  given: { bankCode: string; branchCode?: string | null | undefined; account: string },
) {
  const { account, bankCode, branchCode = null } = given;
  return {
    bankCode,
    branchCode,
    account: secrets.seal('verification.bank_account.account', memberId, account),
    accountHash: secrets.fingerprint('bankAccount', `${bankCode}:${account}`),
    accountTail: account.slice(-4),
  };
}
