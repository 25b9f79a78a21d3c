// What an operator's search may mean: an e-mail's beginning, an id, a case, an order, a person.
import { normalisedMobile, personalNumberKind } from '#contract/taiwan/personal-number.ts';
import type { Services } from '../../action.ts';
import { phoneHashOf } from '../../identity/actions.ts';
import type { Wanted } from './member-queries.ts';

/** So few letters begin every other e-mail. */
const EMAIL_LEAST = 3;

const emailStartOf = (q: string): string | null =>
  q.length >= EMAIL_LEAST && /^[^\s%]+$/.test(q)
    ? `${q.toLowerCase().replace(/[\\_%]/g, '\\$&')}%`
    : null;

/** Ids have few digits; a phone number is none. */
const idOf = (digits: string | undefined): number | null =>
  digits && /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;

/** The end of a telephone or an account, as people read it out; null where it is anything else. */
export function tailIn(text: string): string | null {
  const q = text.normalize('NFKC').trim();
  return /^\d{4}$/.test(q) ? q : null;
}

/**
 * Numbers are kept as keyed hashes, and found whole; of telephones and accounts the last four
 * digits stand beside them.
 */
export function wantedBy(services: Pick<Services, 'secrets'>, text: string): Wanted {
  const q = text.normalize('NFKC').trim();
  const upper = q.toUpperCase();
  const phone = normalisedMobile(q);
  const isPerson = personalNumberKind(upper) !== null;
  return {
    emailStart: phone || isPerson ? null : emailStartOf(q),
    id: phone ? null : idOf(q),
    caseNo: upper === '' ? null : upper,
    orderId: idOf(/^P0*(\d+)$/.exec(upper)?.[1]),
    phoneHash: phone && phoneHashOf(services, phone),
    tail: tailIn(q),
    idNumberHash: isPerson ? services.secrets.fingerprint('idNumber', upper) : null,
  };
}
