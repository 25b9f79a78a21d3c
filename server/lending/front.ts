// What the features after lending may use of it.
export { qualification } from './application.ts';
export { supersedeAnnex } from './contract/annexes.ts';
export { contractNoOf, sampleContract } from './contract/contracts.ts';
export {
  type Negotiated,
  draftNegotiated,
  keepNegotiated,
  negotiatedContract,
  negotiatedCopy,
  sealNegotiated,
  sealNegotiatedCopy,
} from './contract/negotiated.ts';
export { loanDraft } from './drafts.ts';
export { extendListing, pinListing } from './listing.ts';
export { calendarOf, loanById, loanFunded, moveLoan } from './loan.ts';
export { ensurePlans, plansOnOffer } from './plan/plans.ts';
export { publishedBook } from './published.ts';
export { loansOfMember } from './queries.ts';
export { forgetApplications } from './review/forgetting.ts';
export { loanViews, noticeInEffect } from './view.ts';
