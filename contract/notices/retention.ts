// For how many days notices and the record of what was sent are kept.
/** A member's notices. */
export const noticesKeptDays = 180;
/** Mails and text messages: when, of which kind and to whom; their words go once they are sent. */
export const deliveriesKeptDays = 30;
