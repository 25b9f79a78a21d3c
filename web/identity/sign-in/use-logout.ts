// Logout button of a page: ends the session on the server and in this browser, then reloads.
import { useState } from 'react';
import { sendBeforeLogout } from '../../drafts.ts';
import { currentSession, signOut } from '../../session.ts';
import { api, endImpersonation } from '../../site/kit/api.ts';

/**
 * Returns `[busy, logout]`. The session in this browser ends even if the server does not answer.
 */
export function useLogout(): readonly [busy: boolean, logout: () => void] {
  const [busy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    if (currentSession().user?.look) return endImpersonation();
    await sendBeforeLogout();
    await api.identity.logout().catch(() => {
      // An error is ignored, because the server's session expires by itself.
    });
    signOut({ reloads: true });
    window.location.reload();
  };
  return [busy, () => void logout()];
}
