// Time limits and states of an operator's impersonation of a member.

/** How long the link stays valid, and how long the impersonation lasts, in minutes. */
export const impersonationLinkMinutes = 2;
export const impersonationMinutes = 15;

/**
 * waiting: the link has not been followed yet. lapsed: it expired without being followed. over: the
 * impersonation was ended or timed out.
 */
export const impersonationStates = ['waiting', 'open', 'over', 'lapsed'] as const;
export type ImpersonationState = (typeof impersonationStates)[number];
