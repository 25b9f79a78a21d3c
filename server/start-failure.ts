// Error that ends a start: printed as one sentence in the terminal, without a stack.

/**
 * A start-up problem that the person running the server can fix. main.ts prints the sentence and
 * exits with code 1.
 */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
