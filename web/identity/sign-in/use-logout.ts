// Logout button of a page: ends the session on the server and in this browser, then reloads.
import { useState } from 'react';
import { signOut } from '../../session.ts';
import { logOut } from '../../site/kit/log-out.ts';

/**
 * Returns `[busy, logout]`. The session in this browser ends even if the server does not answer.
 */
export function useLogout(): readonly [busy: boolean, logout: () => void] {
  const [busy, setBusy] = useState(false);
  const leave = () => {
    signOut({ reloads: true });
    window.location.reload();
  };
  const logout = () => {
    setBusy(true);
    void logOut(leave, { waits: true });
  };
  return [busy, logout];
}
