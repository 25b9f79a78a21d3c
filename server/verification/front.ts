// What the features after verification may use of it.
export { takeUpload } from './documents/quota.ts';
export { financialStatusOf } from './documents/statements.ts';
export { erasePerson } from './erasure/closing-queries.ts';
export { releasePerson } from './erasure/closing.ts';
export { forgetTraces, pastAccountsOf } from './erasure/traces.ts';
export { keepUploads } from './file.ts';
export { impersonationMask } from './masking/impersonation-mask.ts';
export { holdOn } from './hold/payout-hold-queries.ts';
export { assertNoHold, holdsThatLast, whyPayoutsWait } from './hold/payout-hold.ts';
export { type ImportedFile, recordFile } from './office/imported.ts';
export { membersLike } from './office/member-page.ts';
export { nameOfMember, payoutAccountOf, personOf, submittedAtOf } from './person.ts';
export { flagsOfPayments, payeeFlags, payeeLines, payeeOf } from './payee/payee.ts';
export { lockProfile } from './queries.ts';
export { awaitedAccount, keepForAccount } from './returned/returned-account.ts';
