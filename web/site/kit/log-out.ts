// Logging out, from whichever button: on the server, in this browser, and its push messages.
import { beforeLogout, sendBeforeLogout } from '../../drafts.ts';
import { endOwnPush } from '../../notices/own-push.ts';
import { currentSession } from '../../session.ts';
import { api, endImpersonation } from './api.ts';

/**
 * Sends what the page has not sent yet, ends push messages and session, and calls `leave`, which
 * ends the session in this browser and shows another page. Unless it `waits`, the server's session
 * ends in parallel. During an impersonation only this ends, and `leave` is not called.
 */
export async function logOut(leave: () => void, { waits = false } = {}): Promise<void> {
  if (currentSession().user?.look) return endImpersonation();
  // The push service may not answer, so it has the same time as what the page sends.
  beforeLogout(endOwnPush);
  await sendBeforeLogout();
  const ended = api.identity.logout().catch(() => {
    // An error is ignored, because the server's session has ended already or expires by itself.
  });
  if (waits) await ended;
  leave();
}
