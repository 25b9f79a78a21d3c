// Formatting of order numbers for screens, mails and the contract.

const DIGITS = 8;

/** Returns the number as shown everywhere: P00001234. */
export function orderNoOf(id: number | string): string {
  return `P${String(id).padStart(DIGITS, '0')}`;
}

/** Returns the id in an order number as pages show it; null if the text is none. */
export function orderIdIn(text: string): number | null {
  const [, digits] = /^P(\d{8,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
