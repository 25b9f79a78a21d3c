// Durations of a loan's steps, which the contract or the platform fixes; they are not settings.

/** Maximum days that a case may stay open for funding after listing, extensions included. */
export const FUNDRAISING_DAYS_MAX = 14;
/** Days in which all papers must arrive; then an application lapses, without a ban. */
export const PAPERS_DAYS = 30;
/** Days after an application on which its borrower is reminded of what is missing. */
export const PAPERS_REMINDER_DAYS = [7, 14] as const;
/** Days that are left at least after a document was sent back. */
export const PAPERS_AGAIN_DAYS = 14;
/** Business days that a borrower has to sign a fully funded case. */
export const SIGNING_BUSINESS_DAYS = 3;
/**
 * Days before the member may apply again: 180 after not signing a funded case, 90 after a
 * rejection.
 */
export const UNSIGNED_BAN_DAYS = 180;
export const REJECTED_BAN_DAYS = 90;
