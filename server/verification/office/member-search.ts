// Possible meanings of an operator's search: start of an e-mail, id, case, order or person.
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { isName, writtenName } from '#contract/taiwan/names.ts';
import { normalisedMobile, personalNumberKind } from '#contract/taiwan/personal-number.ts';
import type { Services } from '../../services.ts';
import { searchedNameHashes } from '../../adapters/name-hashes.ts';
import { phoneHashesOf } from '../../identity/front.ts';
import type { MemberSearch } from './member-list-queries.ts';

/** Minimum length of the beginning of an e-mail, because shorter ones match too many. */
const EMAIL_LEAST = 3;

const emailStartOf = (q: string): string | null =>
  q.length >= EMAIL_LEAST && /^[^\s%]+$/.test(q)
    ? `${q.toLowerCase().replace(/[\\_%]/g, '\\$&')}%`
    : null;

/** Ids have few digits, so that a phone number is not mistaken for an id. */
const idOf = (digits: string | undefined): number | null =>
  digits && /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;

/**
 * Returns the last four digits of a phone or bank account, as people quote them; null for any other
 * text.
 */
export function tailIn(text: string): string | null {
  const q = text.normalize('NFKC').trim();
  return /^\d{4}$/.test(q) ? q : null;
}

/**
 * Numbers are stored as keyed hashes and can therefore only be found complete; of phones and bank
 * accounts the last four digits are stored as well. A name is found by any part of at least two
 * characters.
 */
export function memberSearchOf(services: Pick<Services, 'secrets'>, text: string): MemberSearch {
  const q = text.normalize('NFKC').trim();
  const upper = q.toUpperCase();
  const phone = normalisedMobile(q);
  const isPerson = personalNumberKind(upper) !== null;
  return {
    emailStart: phone || isPerson ? null : emailStartOf(q),
    id: phone ? null : idOf(q),
    caseNo: upper === '' ? null : caseNoIn(upper),
    orderId: idOf(/^P0*(\d+)$/.exec(upper)?.[1]),
    phoneHashes: phone ? phoneHashesOf(services, phone) : [],
    tail: tailIn(q),
    nameHashes: isName(writtenName(q)) ? searchedNameHashes(services.secrets, q) : [],
    idNumberHashes: isPerson ? services.secrets.fingerprints('idNumber', upper) : [],
  };
}
