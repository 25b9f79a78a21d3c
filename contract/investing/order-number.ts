// The number of an order as people read it: on screens, in mails, in the contract.

const DIGITS = 8;

/** P00001234: the same wherever an order is named. */
export function orderNoOf(id: number | string): string {
  return `P${String(id).padStart(DIGITS, '0')}`;
}
