// Numbers of cases as people type them.

/**
 * Returns the number of a case, or its beginning, as it is stored: A20261121-001. People also type
 * it without letter or hyphen, and the number of its contract, C20261121-001. Any other text is
 * returned in capitals.
 */
export function caseNoIn(text: string): string {
  const upper = text.normalize('NFKC').trim().toUpperCase();
  const [, day, serial = ''] = /^[AC]?(20\d{6})-?(\d*)$/.exec(upper) ?? [];
  return day === undefined ? upper : `A${day}-${serial}`;
}
