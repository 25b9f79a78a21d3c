// For how many days a member's notices are kept.
export const noticesKeptDays = 180;
