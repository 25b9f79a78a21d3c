// What follows when the bank returns a payment from a member's own account.

/** Days after which a member who has named no other account is reminded. */
export const ACCOUNT_REMINDER_DAYS = [3, 10, 30] as const;
