// Payers of receipts: their account and name. Both are encrypted and bound to the line of the
// bank's record.
import type { BankRecord } from '#contract/banking/calls.ts';
import { bankSeqOf } from '#contract/banking/receipt-seq.ts';
import type { Services } from '../../services.ts';

/** A line of a bank's record is identified by bank, the bank's date and sequence number. */
type Line = { bank: string; day: string; seq: string };
type Holder = Pick<Services, 'secrets'>;

const COLUMNS = {
  account: 'banking.receipt.from_account',
  name: 'banking.receipt.from_name',
} as const;
const lineOf = ({ bank, day, seq }: Line) => `${bank} ${day} ${bankSeqOf(seq)}`;

/** Account and name of a payer, encrypted; null where the bank does not report them. */
export type EncryptedPayer = { account: string | null; name: string | null };

export function encryptedPayer(
  { secrets }: Holder,
  { bank, date, seq, fromAccount, fromName }: BankRecord,
): EncryptedPayer {
  const line = lineOf({ bank, day: date, seq });
  return {
    account: fromAccount ? secrets.encrypt(COLUMNS.account, line, fromAccount) : null,
    name: fromName ? secrets.encrypt(COLUMNS.name, line, fromName) : null,
  };
}

/** Decrypts the payer's account; null for cash, which comes from no account. */
export const payerAccountOf = (
  { secrets }: Holder,
  { fromAccount, ...line }: Line & { fromAccount: string | null },
): string | null => fromAccount && secrets.decrypt(COLUMNS.account, lineOf(line), fromAccount);

/** Decrypts the payer's name; null if the bank reported none. */
export const payerNameOf = (
  { secrets }: Holder,
  { fromName, ...line }: Line & { fromName: string | null },
): string | null => fromName && secrets.decrypt(COLUMNS.name, lineOf(line), fromName);
