// How long an operator may look at the site as a member sees it, and how such a look stands.

/** How long the link may be followed, and how long the look lasts. */
export const impersonationLinkMinutes = 2;
export const impersonationMinutes = 15;

/** waiting: the link was not followed yet. lapsed: it never was. over: ended, or run out. */
export const impersonationStates = ['waiting', 'open', 'over', 'lapsed'] as const;
export type ImpersonationState = (typeof impersonationStates)[number];
