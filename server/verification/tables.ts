// Export of the list of members.
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { memberList } from '#contract/verification/lists.ts';
import { exportOf } from '../tables/table.ts';
import { members } from './office/member-page.ts';

export const verificationTables = {
  // The search text may be somebody's personal number, so only the fact of a search is recorded.
  membersTable: exportOf(
    verificationMembersOffice.findMembers.output.shape.data,
    memberList,
    members,
    ({ q, ...filter }) => ({
      ...filter,
      searched: q !== '',
    }),
  ),
};
