// Random id for an Idempotency-Key; also works if the page is not a secure context.

/** Returns a version 4 UUID. */
export function uuid(): string {
  // Not `crypto.randomUUID`, which exists only in a secure context. Each 0 and 1 becomes a random
  // digit, each 8 one of 8, 9, a and b; the 4 is the version.
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
