// Masks a member's personal data in answers that an operator reads through impersonation.
import type { Services } from '../../services.ts';
import type { Tx } from '../../database/db.ts';
import { LongList } from '../../tables/long-list.ts';
import {
  maskedAccount,
  maskedEmail,
  maskedIdNumber,
  maskedName,
  maskedPhone,
} from '../../identity/rules.ts';
import { personalColumnsOf } from './personal-queries.ts';

type Replacement = { pattern: RegExp; by: string };
type Address = { city: string; district: string; road: string };

const NAME_MIN = 2;
const ROAD_MIN = 2;
const DIGITS_MIN = 6;
const TAIL = 4;
const HIDDEN = '○○○';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const exactly = (text: string, by: string): Replacement => ({
  pattern: new RegExp(escaped(text), 'gi'),
  by,
});

/** Matches digits however they are grouped by spaces or hyphens. */
const digits = (text: string, by: string): Replacement[] => {
  const all = text.replace(/\D/g, '');
  return all.length < DIGITS_MIN
    ? []
    : [{ pattern: new RegExp(Array.from(all).join('[-\\s]?'), 'g'), by }];
};

function ofAddress(line: string): Replacement[] {
  const { city, district, road } = JSON.parse(line) as Address;
  if (road.length < ROAD_MIN) return [];
  return [exactly(city + district + road, city + HIDDEN), exactly(road, HIDDEN)];
}

const ofBirthday = (birthday: string): Replacement => {
  const [year = '', month, date] = birthday.split('-');
  return { pattern: new RegExp(`${year}[-/.]${month}[-/.]${date}`, 'g'), by: `${year}-**-**` };
};

/**
 * Returns a function that masks the member's personal data in any answer in the same way as the
 * office's pages do. It searches for the values themselves, so that calls added later are covered
 * too.
 */
export async function impersonationMask(
  { secrets }: Pick<Services, 'secrets'>,
  tx: Tx,
  memberId: number,
): Promise<(answer: unknown) => unknown> {
  const row = await personalColumnsOf(tx, memberId);
  const opened = (
    column: Parameters<typeof secrets.decrypt>[0],
    sealed: readonly (string | null)[],
  ): string[] =>
    sealed.flatMap((text) => (text === null ? [] : [secrets.decrypt(column, memberId, text)]));
  const names = [
    ...opened('verification.profile.name', [row.name]),
    ...opened('verification.account_change.name', row.changedNames),
  ].filter(({ length }) => length >= NAME_MIN);
  const replacements: readonly Replacement[] = [
    exactly(row.email, maskedEmail(row.email)),
    ...names.map((name) => exactly(name, maskedName(name))),
    ...opened('verification.profile.id_number', [row.idNumber]).map((number) =>
      exactly(number, maskedIdNumber(number)),
    ),
    ...[
      ...opened('verification.profile.phone', [row.phone]),
      ...opened('verification.account_change.phone', row.changedPhones),
    ].flatMap((phone) => digits(phone, maskedPhone(phone))),
    ...opened('verification.bank_account.account', row.accounts).flatMap((account) =>
      digits(account, maskedAccount(account.replace(/\D/g, '').slice(-TAIL))),
    ),
    ...opened('verification.profile.registered_address', [row.registeredAddress]).flatMap(
      ofAddress,
    ),
    ...opened('verification.profile.mailing_address', [row.mailingAddress]).flatMap(ofAddress),
    ...opened('verification.profile.birthday', [row.birthday]).map(ofBirthday),
  ];
  const inText = (text: string) =>
    replacements.reduce((so, { pattern, by }) => so.replace(pattern, () => by), text);
  return (answer) => masked(answer, inText);
}

function masked(value: unknown, inText: (text: string) => string): unknown {
  if (typeof value === 'string') return inText(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, inText));
  if (value instanceof LongList) {
    const { beside, pages } = value;
    return new LongList(masked(beside, inText) as typeof beside, maskedPages(pages, inText));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, masked(inner, inText)]),
  );
}

async function* maskedPages(
  pages: AsyncIterable<readonly unknown[]>,
  inText: (text: string) => string,
) {
  for await (const page of pages) yield page.map((row) => masked(row, inText));
}
