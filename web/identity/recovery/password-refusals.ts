// Where a form that sets a password shows what the server refuses.

/** For `atField`. */
export const passwordRefusals = {
  PASSWORD_COMMON: 'password',
  PASSWORD_IS_EMAIL: 'password',
  PASSWORD_SAME: 'password',
  PASSWORD_MISMATCH: 'passwordCheck',
} as const;
