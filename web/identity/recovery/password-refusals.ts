// Maps refusals of a new password to the fields of the form.

/** Mapping for `atField`, from refusal code to field name. */
export const passwordRefusals = {
  PASSWORD_COMMON: 'password',
  PASSWORD_IS_EMAIL: 'password',
  PASSWORD_SAME: 'password',
  PASSWORD_MISMATCH: 'passwordCheck',
} as const;
