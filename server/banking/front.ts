// What the features after banking may use of it.
export {
  payToText,
  registerVirtualAccounts,
  reserveVirtualAccounts,
  trustBankOf,
  virtualAccountView,
} from './accounts.ts';
export { bookRecord } from './actions.ts';
export { assertTrustWhole } from './booking/shortfall.ts';
export { waitingInBatch } from './payment/batch-queries.ts';
export { batchTotal, checkedBatch, draftBatch } from './payment/batches.ts';
export { payeesByPayment } from './payment/payees.ts';
export { orderPayment } from './payment/payments.ts';
export { keepForLockedRecourse } from './payment/recourse.ts';
export { askForSource, sourceOf, sourceOrAsk } from './payment/sources.ts';
export { bankClosedThrough, reopenBankDays } from './reconciliation/closing.ts';
export { differencesAt } from './reconciliation/comparison.ts';
export { daySignedAt } from './reconciliation/sign-off-queries.ts';
export { lodgeReturn, takeLodged } from './suspense.ts';
