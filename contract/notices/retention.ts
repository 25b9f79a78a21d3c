// How many days notices and the delivery log are stored.
/** Notices of a member. */
export const noticeRetentionDays = 180;
/**
 * Mails and text messages: time, kind and recipient. The text is deleted once the message is sent.
 */
export const deliveryRetentionDays = 30;
