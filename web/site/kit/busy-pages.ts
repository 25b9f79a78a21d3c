// Pages on which the member is busy, and from which nothing of the layout should draw attention.

/** Pages to fill in, sign or pay something. */
const busyPages = new RegExp(
  [
    '^/(?:member/|impersonation',
    'account/(?:loan/protect|profile/.)',
    'investment/(?:bank-transfer|[^/]+/confirm)',
    'loan/(?:[^/]+/)?apply',
    'loan/(?:additional_document|financial_proof))',
  ].join('|'),
  'i',
);
/** Pages of one case and one plan, with the box to invest and the calculator. */
const offerPages = /^\/(?:investment\/|loan\/(?!alllist|success))./i;

export const isBusyPage = (pathname: string): boolean => busyPages.test(pathname);

/** Returns whether cards of notices would cover what the member is about to fill in. */
export const hasNoCards = (pathname: string): boolean =>
  isBusyPage(pathname) || offerPages.test(pathname);
