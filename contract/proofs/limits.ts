// Limits of proof files; apart from the schemas, so that a page need not load these.

/** A proof has a few dozen lines; anything larger is another file. */
export const PROOF_BYTES_MAX = 1_000_000;
