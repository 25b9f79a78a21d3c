// Error that ends a start: printed as one sentence in the terminal, without a stack.

/**
 * A start-up problem that the person running the server can fix. main.ts prints the sentence and
 * exits with code 1.
 */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Returns the message for a port that is used by another program. */
export function portInUse(port: number, setting: string): string {
  const other = `${setting}=${port + 100} npm start`;
  return `Port ${port} is taken by another program. Choose another: ${other}`;
}
