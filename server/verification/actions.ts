// Verification's front door: the steps of a member's file, its review, and who a member is.
import { banks } from '#contract/banks.ts';
import type { Site } from '#contract/index.ts';
import type { Actions } from '../action.ts';
import { optionsOffered } from '../settings/actions.ts';
import { changeActions } from './changes.ts';
import { phoneChangeActions } from './phone-change.ts';
import { statementActions } from './statements.ts';
import { stepActions } from './steps.ts';
import { supplementActions } from './supplement.ts';
import { uploadActions } from './uploads.ts';

export { memberClosed } from './closing.ts';
export { pastAccountsOf } from './traces.ts';
export { payoutAccountOf, personOf } from './person.ts';
export { financialStatusOf } from './statements.ts';
export { type ImportedFile, recordFile } from './imported.ts';
export { memberPageActions, membersBeyond, membersLike } from './member-page.ts';
export { verificationOfficeActions, verificationTasks } from './review.ts';
export { keepUploads } from './file.ts';
export { takeUpload } from './quota.ts';

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
