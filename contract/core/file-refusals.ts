// Refusals of files that a member or an operator sends.

/** What may be wrong with a file. */
export const badFileRefusals = [
  'FILE_TYPE',
  'FILE_SIZE',
  'FILE_BROKEN',
  'FILE_ENCRYPTED',
  'FILE_PIXELS',
  'FILE_ACTIVE',
  'FILE_INFECTED',
  'FILE_SCAN_DOWN',
] as const;

/** Refusals of a call that needs at least one file. */
export const fileRefusals = ['FILES_MISSING', ...badFileRefusals] as const;
