// Seed of the random tests: the same in every run, so that failures come from changes alone.

/** `npm run simulate` passes other seeds, to find cases that nobody has thought of. */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/** Number of random lives of a loan that a test draws. */
export const LIVES = Number(process.env['SIMULATE_LIVES'] ?? 6);
