// How long an operator may look at the site as a member sees it, and how such a look stands.

/** How long the link may be followed, and how long the look lasts. */
export const viewingLinkMinutes = 2;
export const viewingMinutes = 15;

/** waiting: the link was not followed yet. lapsed: it never was. over: ended, or run out. */
export const viewingStates = ['waiting', 'open', 'over', 'lapsed'] as const;
export type ViewingState = (typeof viewingStates)[number];
