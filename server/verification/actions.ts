// Verification's front door: the steps of a member's file, its review, and who a member is.
import { banks } from '#contract/banks.ts';
import { channels, fundSources } from '#contract/options.ts';
import type { verification } from '#contract/verification.ts';
import type { Actions } from '../action.ts';
import { statementActions } from './statements.ts';
import { stepActions } from './steps.ts';

export { memberClosed } from './closing.ts';
export { payoutAccountOf, personOf } from './person.ts';
export { financialStatusOf } from './statements.ts';
export { type ImportedFile, recordFile } from './imported.ts';
export { memberPageActions } from './member-page.ts';
export { verificationOfficeActions, verificationTasks } from './review.ts';
export { keepUploads } from './steps.ts';

export const verificationActions: Actions<{ verification: typeof verification }>['verification'] = {
  ...stepActions,
  ...statementActions,

  async bankList() {
    return { bankList: [...banks] };
  },

  async sourceOptions() {
    return { data: [...fundSources], data_channel: [...channels] };
  },
};
