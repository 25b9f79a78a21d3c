// Seed of the random tests. It is the same in every run, so that only changes of the code can cause
// failures.

/** `npm run simulate` passes other seeds, to find cases that nobody has thought of. */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/** Number of random loans that a test creates. */
export const LIVES = Number(process.env['SIMULATE_LIVES'] ?? 6);

/** Number of random loans that live by the rules alone, which takes milliseconds each. */
export const RULES_LIVES = Number(process.env['SIMULATE_RULES'] ?? 200);
