// Payer accounts of receipts. Each is encrypted and bound to its line of the bank's record.
import type { BankRecord } from '#contract/banking/calls.ts';
import type { Services } from '../../action.ts';

/** A line of a bank's record is identified by bank, the bank's date and sequence number. */
type Line = { bank: string; day: string; seq: string };

const COLUMN = 'banking.receipt.from_account';
const ownerOf = ({ bank, day, seq }: Line) => `${bank} ${day} ${seq}`;

export const encryptedPayer = (
  { secrets }: Pick<Services, 'secrets'>,
  { bank, date, seq, fromAccount }: BankRecord,
): string | null =>
  fromAccount ? secrets.encrypt(COLUMN, ownerOf({ bank, day: date, seq }), fromAccount) : null;

/** Decrypts the payer's account; null for cash, which comes from no account. */
export const payerAccountOf = (
  { secrets }: Pick<Services, 'secrets'>,
  { fromAccount, ...line }: Line & { fromAccount: string | null },
): string | null => fromAccount && secrets.decrypt(COLUMN, ownerOf(line), fromAccount);
