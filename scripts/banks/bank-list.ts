// Takes over a list of banks from a table, as the Financial Information Service publishes it.
import { parse } from 'csv-parse/sync';
import { decodeBig5 } from '#contract/core/big5.ts';

export type ListedBank = {
  code: string;
  name: string;
  category: string;
  status: 'active' | 'inactive_consumer';
  branches?: number;
  note?: string;
};
export type BankList = { asOf: string; banks: ListedBank[] } & Record<string, unknown>;

const CODE = /^(?:銀行|金融機構|機構|總機構)?(?:代號|代碼)/;
const NAME = /^(?:銀行|金融機構|機構|總機構)?名稱|^機構名$/;
/** A list with fewer of the banks known today is no list of all banks. */
const LEAST_SHARE = 0.8;

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeBig5(bytes);
  }
}

/** Returns the names of a table by three digits; a branch's row names the bank only if none did. */
function namesIn(bytes: Uint8Array): Map<string, string> {
  const rows = parse(textOf(bytes), { bom: true, relax_column_count: true, relax_quotes: true });
  const head = rows.findIndex((row) => row.some((cell) => NAME.test(cell.trim())));
  const [code, name] = [CODE, NAME].map((pattern) =>
    (rows[head] ?? []).findIndex((cell) => pattern.test(cell.trim())),
  );
  if (code === undefined || name === undefined || code < 0 || name < 0) {
    throw new Error('The file has no columns 代號 and 名稱.');
  }
  const names = new Map<string, string>();
  for (const row of rows.slice(head + 1)) {
    const digits = (row[code] ?? '').replace(/^="|"$|'/g, '').trim();
    const known = (row[name] ?? '').trim();
    if (!/^\d{3}(?:\d{4})?$/.test(digits) || known === '') continue;
    if (!names.has(digits.slice(0, 3))) names.set(digits.slice(0, 3), known);
  }
  return names;
}

/**
 * Returns the list of today with the names of a table. Banks that the table lacks stay, because
 * accounts outlive them, but no new account can be registered there. Throws if most are missing.
 */
export function withNames(list: BankList, bytes: Uint8Array, asOf: string): BankList {
  const names = namesIn(bytes);
  const open = list.banks.filter(({ status }) => status === 'active');
  const found = open.filter(({ code }) => names.has(code));
  if (found.length < open.length * LEAST_SHARE) {
    throw new Error(`The file names ${found.length} of ${open.length} banks only.`);
  }
  const kept = list.banks.map((bank): ListedBank => {
    const name = names.get(bank.code);
    if (name !== undefined) return bank.status === 'active' ? { ...bank, name } : bank;
    return { ...bank, status: 'inactive_consumer' };
  });
  const known = new Set(list.banks.map(({ code }) => code));
  const added = [...names].flatMap(([code, name]): ListedBank[] =>
    known.has(code) ? [] : [{ code, name, category: '新增', status: 'active' }],
  );
  const banks = [...kept, ...added].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return { ...list, asOf, banks };
}
