// Inserts the people of a large installation ten thousand at a time, encrypted and hashed as at
// registration. All data of a person is derived from their number.
import { addDays, day } from '#contract/core/day.ts';
import { familyNames, givenNameCharacters, withCheckDigit } from '../../actors/random.ts';
import type { Secrets } from '../../server/adapters/secrets.ts';

export type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

const AT_ONCE = 10_000;
const ADDRESS = { zip: '110', city: '臺北市', district: '信義區', road: '市府路 1 號' };

const pick = (of: readonly string[], n: number) => of[n % of.length] ?? '';
const nameOf = (n: number) =>
  pick(familyNames, n) +
  pick(givenNameCharacters, Math.floor(n / 30)) +
  pick(givenNameCharacters, Math.floor(n / 7));
/** Email and phone number by which the office finds a member; the benchmark searches for some. */
export const emailOf = (n: number) => `m${n}@scale.example`;
export const phoneOf = (n: number) => `09${String(n).padStart(8, '0')}`;
const accountOf = (n: number) => `0040${String(n).padStart(8, '0')}`;

const idNumberOf = (n: number) => withCheckDigit(`A1${String(n).padStart(7, '0')}`);

function columnsOf({ encrypt: seal, fingerprint }: Secrets, n: number) {
  const idNumber = idNumberOf(n);
  return [
    n,
    emailOf(n),
    seal('verification.profile.name', n, nameOf(n)),
    seal('verification.profile.phone', n, phoneOf(n)),
    fingerprint('phone', phoneOf(n)),
    seal('verification.profile.id_number', n, idNumber),
    fingerprint('idNumber', idNumber),
    seal('verification.profile.birthday', n, addDays(day('1970-01-01'), n % 10_000)),
    1970 + Math.floor((n % 10_000) / 365.25),
    seal('verification.profile.registered_address', n, JSON.stringify(ADDRESS)),
    seal('verification.bank_account.account', n, accountOf(n)),
    fingerprint('bankAccount', `004:${accountOf(n)}`),
    // In this data set a member's phone number ends with the same digits as their bank account.
    accountOf(n).slice(-4),
  ];
}

const statement = `
with given as (
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::text[], $8::text[], $9::integer[], $10::text[], $11::text[], $12::text[], $13::text[])
    as g (n, email, name, phone, phone_hash, id_number, id_hash, birthday, birth_year, address,
      account, account_hash, tail)
), stood as (
  -- One in fifty has only begun, one in fifty waits for review; borrowers are all approved.
  select g.*, now.at - make_interval(days => 400 - (n % 380)::integer) as joined,
    case when n <= now.loans or n % 50 > 1 then 3 when n % 50 = 1 then 1 else 0 end as file
  from given g, pg_temp.given now
), m as (
  insert into identity.member (id, email, email_verified_at, purpose, channel, suspended_at,
    created_at)
  overriding system value
  select n, email, joined, case when n <= now.loans then 'borrow' else 'invest' end, 1 + n % 5,
    case when n % 997 = 0 then now.at end, joined
  from stood, pg_temp.given now
), p as (
  insert into verification.profile (member_id, stage, status, phone, phone_hash, phone_tail, name,
    id_number, id_number_hash, birthday, registered_address, city, birth_year, occupation,
    annual_income, fund_source, is_pep, submitted_at, approved_at, updated_at)
  select n, case when file = 0 then 2 else 4 end, file, phone, phone_hash, tail, name, id_number,
    id_hash, birthday, address, '臺北市', birth_year, 301, 1 + n % 6, '{1}', false,
    case when file > 0 then joined end, case when file = 3 then joined end, joined
  from stood
)
insert into verification.bank_account (member_id, bank_code, account, account_hash, account_tail,
  status, in_force_from, created_at)
select n, '004', account, account_hash, tail, case when file = 3 then 'in_force' else 'pending' end,
  case when file = 3 then joined end, joined
from stood where file > 0`;

/** Creates members 1 to `count`; borrowers come first. */
export async function insertPeople(ask: Ask, secrets: Secrets, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from + 1);
    const rows = Array.from({ length: size }, (_, k) => columnsOf(secrets, from + k));
    const columns = (rows[0] ?? []).map((_, c) => rows.map((row) => row[c]));
    await ask(statement, columns);
  }
}
