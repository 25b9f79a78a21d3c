// How many days notices and the delivery log are stored.
/** Days for which a member's notices are stored. */
export const noticeRetentionDays = 180;
/**
 * Days for which the delivery log of mails and text messages (time, kind and recipient) is stored.
 * The text is deleted once the message is sent.
 */
export const deliveryRetentionDays = 30;
