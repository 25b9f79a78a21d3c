// Every way the server may say no, with the HTTP status it is said with; the words are the web's.

/** Refusal code → HTTP status. 400 malformed, 409 conflict, 422 a rule of the trade is broken. */
export const refusals = {
  // the door
  INVALID_INPUT: 400,
  MALFORMED: 400,
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  BUSY: 503,
  TOO_MANY_ROWS: 422,
  IDEMPOTENCY_MISMATCH: 422,
  IN_PROGRESS: 409,
  // identity
  VIEW_ONLY: 403,
  VIEWING_LINK: 422,
  LOGIN_FAILED: 422,
  CAPTCHA_REQUIRED: 403,
  EMAIL_NOT_VERIFIED: 403,
  NOT_VERIFIED: 403,
  SUSPENDED: 403,
  PASSWORD_COMMON: 422,
  PASSWORD_SAME: 422,
  PASSWORD_IS_EMAIL: 422,
  OLD_PASSWORD_WRONG: 422,
  PASSWORD_MISMATCH: 422,
  PASSWORD_WRONG: 422,
  TOKEN_INVALID: 422,
  GOOGLE_TOKEN_INVALID: 422,
  GOOGLE_ACCOUNT_UNKNOWN: 422,
  GOOGLE_EMAIL_UNVERIFIED: 422,
  GOOGLE_OTHER_ACCOUNT: 409,
  PASSKEY_INVALID: 422,
  PASSKEY_LIMIT: 409,
  SMS_CODE_INVALID: 422,
  SMS_CODE_EXPIRED: 422,
  STEP_UP_REQUIRED: 403,
  ORIGIN_REFUSED: 403,
  CLOSING_BLOCKED: 409,
  EMAIL_DIFFERS: 422,
  OPERATOR_EXISTS: 409,
  OPERATOR_DISABLED: 409,
  OWN_ACCOUNT: 403,
  LAST_ADMIN: 409,
  TOTP_WRONG: 422,
  // verification
  PHONE_TAKEN: 409,
  ID_NUMBER_TAKEN: 409,
  STAGE_ORDER: 409,
  UNDERAGE: 422,
  BANK_UNKNOWN: 422,
  FILES_MISSING: 422,
  FILE_TYPE: 422,
  FILE_SIZE: 413,
  FILE_BROKEN: 422,
  FILE_ENCRYPTED: 422,
  FILE_PIXELS: 422,
  FILE_ACTIVE: 422,
  NOTHING_TO_SUPPLEMENT: 409,
  SUPPLEMENT_INCOMPLETE: 409,
  ACCOUNT_SAME: 422,
  CHANGE_WAITING: 409,
  // lending
  PLAN_NOT_FOUND: 404,
  PLAN_WAITING: 409,
  PLAN_LAST: 422,
  PLAN_STARTED: 409,
  PLAN_FOLLOWED: 409,
  PLAN_RECALLING: 409,
  NOT_QUALIFIED: 422,
  ACTIVE_LOAN: 409,
  AMOUNT_OUT_OF_PLAN: 422,
  INSTALMENT_NOT_OFFERED: 422,
  OCCUPATION_NOT_IN_PLAN: 422,
  PERSONAL_DATA_IN_TEXT: 422,
  DOCUMENTS_MISSING: 422,
  DRAFT_CHANGED: 409,
  LOAN_NOT_FOUND: 404,
  LOAN_STATUS: 409,
  OFFER_EXPIRED: 409,
  SIGNATURE_TYPE: 422,
  SIGNATURE_SIZE: 422,
  SIGNATURE_BLANK: 422,
  SIGNATURE_MISSING: 409,
  CONTRACT_NOT_FOUND: 404,
  RATE_OUT_OF_PLAN: 422,
  // investing
  RISK_PROFILE_REQUIRED: 403,
  CASE_NOT_FOUND: 404,
  CASE_CLOSED: 409,
  CASE_FULL: 409,
  AMOUNT_INVALID: 422,
  AMOUNT_MIN: 422,
  AMOUNT_EXCEEDS: 409,
  LIMIT_PER_CASE: 422,
  LIMIT_TOTAL: 422,
  OWN_CASE: 403,
  DUPLICATE_UNPAID: 409,
  PAYMENT_MODE_INVALID: 422,
  NO_VIRTUAL_ACCOUNT: 503,
  ORDER_NOT_FOUND: 404,
  ORDER_STATUS: 409,
  REAPPLY_LIMIT: 409,
  PERIOD_AHEAD: 422,
  FUNDRAISING_DAY: 422,
  // servicing
  PREPAYMENT_AMOUNT: 422,
  PREPAYMENT_NOT_NOW: 409,
  NOTHING_PREPAID: 409,
  QUOTE_EXPIRED: 409,
  MEASURE_AMOUNT: 422,
  MEASURE_OPEN: 409,
  PROMISE_DAY: 422,
  HOLIDAY_DAY: 422,
  HOLIDAY_NOT_FOUND: 404,
  POLL_CLOSED: 409,
  NEGOTIATION_STATUS: 409,
  // settings
  SETTING_CHANGED: 409,
  SETTING_WAITING: 409,
  SETTING_IN_FORCE: 409,
  SETTING_SAME: 422,
  SETTING_VALUE: 422,
  SETTING_DAY: 422,
  OPTION_CLOSED: 422,
  // content
  ARTICLE_NOT_FOUND: 404,
  QUESTION_NOT_FOUND: 404,
  POLICY_NOT_FOUND: 404,
  AD_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 422,
  IMAGE_SMALL: 422,
  CONTENT_CHANGED: 409,
  CONTENT_INCOMPLETE: 422,
  CONTENT_FIXED: 409,
  CONTENT_PUBLISHED: 409,
  FIGURE_UNKNOWN: 422,
  SLUG_TAKEN: 409,
  SLUG_FIXED: 409,
  AD_PERIOD: 422,
  POLICY_WAITING: 409,
  EFFECTIVE_DAY: 422,
  // messages
  WORDING_INVALID: 422,
  BROADCAST_STATE: 409,
  AUDIENCE_EMPTY: 422,
  // banking
  SIGNATURE_REFUSED: 403,
  ACCOUNT_UNKNOWN: 422,
  BATCH_NOT_FOUND: 404,
  BATCH_STATE: 409,
  BATCH_EMPTY: 409,
  LAYOUT_NOT_FOUND: 404,
  LAYOUT_NAME: 409,
  STATEMENT_NOT_FOUND: 404,
  STATEMENT_COLUMNS: 422,
  STATEMENT_STATE: 409,
  RECEIPT_NOT_FOUND: 404,
  DAY_NOT_CLOSED: 422,
  DAY_SIGNED: 409,
  DAY_UNEXPLAINED: 409,
  // tasks
  TASK_NOT_FOUND: 404,
  TASK_DONE: 409,
  TASK_TAKEN: 409,
  MAKER_IS_CHECKER: 403,
  DECISION_INVALID: 422,
  ROLE_REQUIRED: 403,
} as const;

export type RefusalCode = keyof typeof refusals;

/** What every failed call answers with; `message` is Traditional Chinese, for people. */
export type Failure = {
  status: number;
  code: RefusalCode | 'UNAUTHORIZED' | 'SERVER_ERROR';
  message: string;
  data?: Record<string, unknown>;
  fields?: Record<string, string>;
  requestId: string;
};

/** A refusal is expected: the transaction rolls back and the caller is told why. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Shown to the caller as `data`, such as what remains of a case. */
  readonly data: Record<string, unknown> | undefined;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    more: {
      data?: Record<string, unknown>;
      fields?: Record<string, string>;
      retryAfter?: number;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.data = more.data;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}
