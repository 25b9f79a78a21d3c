// Compares what an applicant stated with proofs, and with what other members gave; pure functions.
// A result that is not `ok` is a fact for the reviewer to look at, and never refuses anything.
import { daysBetween, type Day, formatDay } from '#contract/core/day.ts';
import { formatMoney, type Money, times } from '#contract/core/money.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { ServerCrossCheck } from '#contract/lending/review/cross-checks.ts';
import { type LinkKind, linkText } from '#contract/lending/review/links.ts';
import { incomeBands } from '../../verification/rules.ts';

/** A comparison, and the warning that it is if it does not hold. */
export type Comparison = ServerCrossCheck & { flag: FlagCode };

/** A proof of income as it was approved, or as it was sent if nobody has decided about it. */
export type Proof = {
  monthlyIncome: Money;
  from: Day;
  to: Day;
  isApproved: boolean;
  filenames: readonly string[];
};

const proofName = ({ isApproved }: Proof) =>
  isApproved ? '財力證明（已核對）' : '財力證明（尚未核對）';

/**
 * Whether a year of the proven income lies in the band that the member declared; null for a band
 * whose bounds are not known.
 */
export function bandCheck(
  declared: { band: number; text: string },
  proof: Proof,
): Comparison | null {
  const bounds = incomeBands[declared.band];
  if (!bounds) return null;
  const [least, most] = bounds;
  const annual = times(proof.monthlyIncome, 12);
  const ok = annual >= least && annual <= most;
  return {
    code: 'INCOME_BAND',
    flag: 'INCOME_BAND',
    text: ok ? '年收入級距與財力證明相符' : '年收入級距與財力證明不符',
    ok,
    source: `身分驗證申報 ${declared.text}；${proofName(proof)}月收入換算一年 ${formatMoney(annual)}`,
  };
}

/** Largest difference between stated and proven monthly income that needs no look, in percent. */
const INCOME_TOLERANCE = 10;

export function incomeCheck(stated: Money, proof: Proof): Comparison {
  const ok = stated * 100 <= proof.monthlyIncome * (100 + INCOME_TOLERANCE);
  return {
    code: 'INCOME_STATED',
    flag: 'INCOME_STATED',
    text: ok
      ? '申請填寫的月收入未高於財力證明'
      : `申請填寫的月收入比財力證明高出 ${INCOME_TOLERANCE}% 以上`,
    ok,
    source: `申請書 ${formatMoney(stated)}；${proofName(proof)} ${formatMoney(proof.monthlyIncome)}`,
  };
}

/**
 * Returns the months that the name of a file mentions as YYYY-MM: 2026-08, 202608, 2026年8月, and
 * the same with a year of the Republic of China such as 115年8月.
 */
export function monthsInName(filename: string): readonly string[] {
  const name = filename.normalize('NFKC');
  const pattern =
    /(?<!\d)(?<year>20\d\d|1[01]\d)(?:年|[-_./]?)(?<month>0[1-9]|1[0-2]|[1-9](?=月))(?!\d)/g;
  return [...name.matchAll(pattern)].map(({ groups }) => {
    const year = Number(groups?.['year']);
    const western = year < 1_000 ? year + 1_911 : year;
    return `${western}-${String(groups?.['month']).padStart(2, '0')}`;
  });
}

/** Whether the months in the names of the files lie in the period that the proof states. */
export function monthCheck({ from, to, filenames }: Proof): Comparison | null {
  const named = [...new Set(filenames.flatMap(monthsInName))].toSorted();
  if (named.length === 0) return null;
  const outside = named.filter((month) => month < from.slice(0, 7) || month > to.slice(0, 7));
  const period = `財力證明期間 ${formatDay(from)} 至 ${formatDay(to)}`;
  return {
    code: 'PAPER_MONTHS',
    flag: 'PAPER_MONTHS',
    text: outside.length === 0 ? '檔名的月份在證明期間內' : '檔名的月份不在證明期間內',
    ok: outside.length === 0,
    source: `檔名 ${named.map((month) => month.replace('-', '/')).join('、')}；${period}`,
  };
}

/** Largest age of a proof of income that needs no look, in days. */
const PROOF_DAYS = 120;

export function freshCheck({ to }: Proof, appliedOn: Day): Comparison {
  const ok = daysBetween(to, appliedOn) <= PROOF_DAYS;
  return {
    code: 'PROOF_AGE',
    flag: 'PROOF_AGE',
    text: ok ? '財力證明是近期的' : `財力證明已超過 ${PROOF_DAYS} 天`,
    ok,
    source: `財力證明期間到 ${formatDay(to)}；申請日 ${formatDay(appliedOn)}`,
  };
}

export function contactCheck(contact: string, own: string): Comparison {
  const ok = contact !== own;
  return {
    code: 'CONTACT_OTHER',
    flag: 'CONTACT_SELF',
    text: ok ? '聯絡人電話不是本人手機' : '聯絡人電話就是本人手機',
    ok,
    source: '申請書的聯絡人電話；身分驗證的手機',
  };
}

const bare = (company: string) =>
  company.normalize('NFKC').replace(/股份有限公司|有限公司|[\s,.、，。()]/g, '');

/** Whether the employer in the application is the one that the member declared before. */
export function companyCheck(applied: string, declared: string | null): Comparison | null {
  if (declared === null) return null;
  const ok = bare(applied) === bare(declared);
  return {
    code: 'COMPANY_SAME',
    flag: 'COMPANY_DIFFERS',
    text: ok ? '公司名稱與身分驗證相同' : '公司名稱與身分驗證不同',
    ok,
    source: `申請書「${applied}」；身分驗證「${declared}」`,
  };
}

type Member = { id: number; name: string | null };
type Linked = { kind: LinkKind; members: readonly Member[]; more: boolean };

const flagOfLink = {
  account: 'LINK_ACCOUNT',
  contactOfOther: 'LINK_CONTACT',
  memberAsContact: 'LINK_CONTACT',
  sharedContact: 'LINK_CONTACT',
  document: 'LINK_DOCUMENT',
  device: 'LINK_DEVICE',
  address: 'LINK_ADDRESS',
} as const satisfies Record<LinkKind, FlagCode>;

/** One result for each kind of link to other members; families at one address are only named. */
export const linkChecks = (links: readonly Linked[]) =>
  links.map(({ kind, members, more }) => ({
    code: `LINK_${kind}`,
    flag: flagOfLink[kind],
    text: `${linkText[kind].text}：${members.length} 位會員${more ? '以上' : ''}`,
    ok: false,
    source: linkText[kind].compared,
    members: members.map(({ id }) => id),
    who: members.map(({ id, name }) => ({ id, name })),
  }));
