// Time limits and states of an operator's impersonation of a member.

/** How long an impersonation link stays valid, and how long an impersonation lasts, in minutes. */
export const impersonationLinkMinutes = 2;
export const impersonationMinutes = 15;

/**
 * States of an impersonation. waiting: its link has not been followed yet. lapsed: the link expired
 * without being followed. over: the impersonation was ended or timed out.
 */
export const impersonationStates = ['waiting', 'open', 'over', 'lapsed'] as const;
export type ImpersonationState = (typeof impersonationStates)[number];
