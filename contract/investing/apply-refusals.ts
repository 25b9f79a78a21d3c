// Why an order may be refused, whether it is the first one or ordered again.
export const applyRefusals = [
  'NOT_VERIFIED',
  'RISK_PROFILE_REQUIRED',
  'CASE_NOT_FOUND',
  'CASE_CLOSED',
  'CASE_FULL',
  'AMOUNT_INVALID',
  'AMOUNT_MIN',
  'AMOUNT_EXCEEDS',
  'LIMIT_PER_CASE',
  'LIMIT_TOTAL',
  'OWN_CASE',
  'DUPLICATE_UNPAID',
  'PAYMENT_MODE_INVALID',
  'SUSPENDED',
  'NO_VIRTUAL_ACCOUNT',
  'API_TOKEN_CAP',
] as const;
