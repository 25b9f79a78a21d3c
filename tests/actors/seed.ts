// What chance starts from: the same in every run, so that a change is blamed only for what it does.

/** `npm run simulate` gives others, and looks for what nobody has thought of. */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/** How many random lives of a loan a test draws. */
export const LIVES = Number(process.env['SIMULATE_LIVES'] ?? 6);
