// Checks that a text shown to investors does not identify the borrower. Page and server use the
// same check.

const E_MAIL = /[\p{L}\p{N}._%+-]+\s*@\s*[\p{L}\p{N}-]+/u;
/** Mobile and land line numbers, with or without the country code, after separators are removed. */
const PHONE = /(?<!\d)(?:0\d{8,9}|8860?\d{8,9})(?!\d)/;
const ID_NUMBER = /(?<![A-Z\d])[A-Z][1289A-D]\d{8}(?!\d)/i;
const ACCOUNT = /(?<!\d)\d{10,16}(?!\d)/;
const MESSENGER = /(?:line|賴|微信|wechat|telegram)\s*(?:id)?\s*[:：=是]\s*\S+/iu;
/**
 * Endings of a company's name; the text before the ending is the name by which people know the
 * company.
 */
const FIRM_ENDINGS = /(股份)?有限公司|企業社|商行|工作室|事務所|診所|醫院$/gu;
/** Placeholder for a hidden letter in a masked name. */
const MASKED = '○';

/** Kinds of identifying information found in a text. */
export type IdentityHint = 'contact' | 'name' | 'company';

/**
 * Returns what a text shown to investors reveals: an e-mail address, phone, account or ID number or
 * a messenger's name (`contact`), the borrower's own name, or the company's; null if nothing was
 * found. A masked name (林○溪) matches every name that fits it, provided that at least two of its
 * letters are known.
 */
export function identityHintIn(
  text: string,
  own: { name: string | null; company: string | null },
): IdentityHint | null {
  const plain = text.normalize('NFKC');
  const joined = plain.replace(/(?<=[\d+])[\s\-().．・~]+(?=\d)/gu, '');
  const isContact =
    E_MAIL.test(plain) ||
    PHONE.test(joined) ||
    ID_NUMBER.test(joined) ||
    ACCOUNT.test(joined) ||
    MESSENGER.test(plain);
  if (isContact) return 'contact';
  const tight = tightened(plain);
  if (own.name && names(tight, own.name)) return 'name';
  const firm = own.company ?? '';
  return names(tight, firm) || names(tight, firm.replace(FIRM_ENDINGS, '')) ? 'company' : null;
}

function names(tight: string, name: string): boolean {
  const sought = tightened(name.normalize('NFKC'));
  const known = sought.replaceAll(MASKED, '');
  // Two Latin letters occur in any sentence, so a Latin name needs four known letters; for a
  // Chinese name two characters suffice.
  if (known.length < (/^[\x20-\x7e]*$/.test(known) ? 4 : 2)) return false;
  if (known === sought) return tight.includes(sought);
  const pattern = Array.from(sought, (letter) => (letter === MASKED ? '.' : quoted(letter)));
  return new RegExp(pattern.join(''), 'u').test(tight);
}

const tightened = (text: string) => text.replace(/\s+/gu, '').toLowerCase();
const quoted = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/-]/u, String.raw`\$&`);
