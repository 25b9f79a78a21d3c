// The logout of a page's own button: ends the session there and here, then reloads.
import { useState } from 'react';
import { currentSession, signOut } from '../../session.ts';
import { api, endLook } from '../../site/kit/api.ts';

/** `[busy, logout]`. Without an answer of the server the session still ends here. */
export function useLogout(): readonly [busy: boolean, logout: () => void] {
  const [busy, setBusy] = useState(false);
  const logout = async () => {
    setBusy(true);
    if (currentSession().user?.look) return endLook();
    await api.identity.logout().catch(() => {
      // It runs out by itself there.
    });
    signOut({ reloads: true });
    window.location.reload();
  };
  return [busy, () => void logout()];
}
