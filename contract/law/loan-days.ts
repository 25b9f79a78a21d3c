// Durations of a loan's steps, which the contract or the platform fixes; they are not settings.

/** Maximum days that a case may stay open for funding after listing, extensions included. */
export const FUNDRAISING_DAYS_MAX = 14;
/** Business days that a borrower has to sign a fully funded case. */
export const SIGNING_BUSINESS_DAYS = 3;
/**
 * Days before the member may apply again: 180 after not signing a funded case, 90 after a
 * rejection.
 */
export const UNSIGNED_BAN_DAYS = 180;
export const REJECTED_BAN_DAYS = 90;
