// Entry point of verification: the steps of a member's verification, its review, and the member's
// identity.
import { banks } from '#contract/taiwan/banks.ts';
import type { Site } from '#contract/index.ts';
import type { Actions } from '../action.ts';
import { optionsOffered } from '../settings/actions.ts';
import { changeActions } from './change/changes.ts';
import { phoneChangeActions } from './change/phone-change.ts';
import { statementActions } from './documents/statements.ts';
import { stepActions } from './steps.ts';
import { supplementActions } from './documents/supplement.ts';
import { uploadActions } from './documents/uploads.ts';

export { memberClosed } from './erasure/closing.ts';
export { pastAccountsOf } from './erasure/traces.ts';
export { payoutAccountOf, personOf, submittedAtOf } from './person.ts';
export { financialStatusOf } from './documents/statements.ts';
export { type ImportedFile, recordFile } from './office/imported.ts';
export { memberPageActions, membersLike } from './office/member-page.ts';
export { verificationOfficeActions, verificationTasks } from './office/review.ts';
export {
  assertNoHold,
  holdsThatLast,
  payoutHoldActions,
  whyPayoutsWait,
} from './hold/payout-hold.ts';
export { keepUploads } from './file.ts';
export { takeUpload } from './documents/quota.ts';

export const verificationActions: Actions<Pick<Site, 'verification'>>['verification'] = {
  ...stepActions,
  ...statementActions,
  ...supplementActions,
  ...changeActions,
  ...phoneChangeActions,
  ...uploadActions,

  async bankList() {
    return { bankList: [...banks] };
  },

  async sourceOptions(context) {
    return {
      data: await optionsOffered(context, 'fundSources'),
      data_channel: await optionsOffered(context, 'channels'),
    };
  },
};
