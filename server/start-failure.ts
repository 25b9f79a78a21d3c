// Holds the one error that ends a start: a sentence for the person at the terminal, no stack.

/** Something the operator can put right. main.ts prints the sentence and leaves with code 1. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
