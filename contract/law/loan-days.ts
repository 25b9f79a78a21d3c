// How many days a loan's steps have where no setting says so: fixed by its contract or the house.

/** From the listing on a case may be open for so many days, its extensions included. */
export const FUNDRAISING_DAYS_MAX = 14;
/** Business days a borrower has to sign a case that is full. */
export const SIGNING_BUSINESS_DAYS = 3;
/** 180 days after leaving a funded case unsigned, 90 after a rejection, nobody may apply. */
export const UNSIGNED_BAN_DAYS = 180;
export const REJECTED_BAN_DAYS = 90;
