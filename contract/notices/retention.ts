// How many days notices and the delivery log are stored.
/** Notices of a member. */
export const noticeRetentionDays = 180;
/** Mails and text messages: time, kind and recipient; the text is deleted once they are sent. */
export const deliveryRetentionDays = 30;
