// Formatting of order numbers for screens, mails and the contract.

const DIGITS = 8;

/** Returns the number as shown everywhere: P00001234. */
export function orderNoOf(id: number | string): string {
  return `P${String(id).padStart(DIGITS, '0')}`;
}
