// Ends the access of a member whose account is closed.
import type { Work } from '../../work.ts';
import { sendLetter } from '../../notices/front.ts';
import { revokeAccesses } from '../api/revoking.ts';
import { signOutSessions } from '../sign-out.ts';
import { letters } from '../words.ts';
import { closeMember, forgetDevices } from './closing-queries.ts';

/**
 * Writes to the member, marks the account as closed, and ends sessions, permissions of programs and
 * what browsers and devices were remembered for. The e-mail can be registered again.
 */
export async function closeAccess(
  work: Work,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await sendLetter(work, { email, memberId: id }, letters.accountClosed({}));
  await closeMember(work.tx, id, work.now);
  await signOutSessions(work, id);
  await revokeAccesses(work, id, { why: 'account_closed' });
  await forgetDevices(work.tx, id);
}
