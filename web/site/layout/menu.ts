// Shared by header and mobile menu: display name, and logging out.
import { useNavigate } from 'react-router';
import { sendBeforeLogout } from '../../drafts.ts';
import { currentSession, signOut } from '../../session.ts';
import { api, endImpersonation } from '../kit/api.ts';
import * as paths from '../kit/paths.ts';

/**
 * Ends the session in this browser and shows the home page. It navigates first, because otherwise
 * the guard of the current page would redirect to the login page.
 */
export function useLeaveHome(): () => void {
  const navigate = useNavigate();
  return () => void Promise.resolve(navigate(paths.home())).finally(signOut);
}

/**
 * Logs out from the header: sends what the page has not sent yet, ends the session in this browser,
 * and shows the home page; the server's session ends in parallel.
 */
export function useHeaderLogout(): () => void {
  const leave = useLeaveHome();
  const logout = async () => {
    if (currentSession().user?.look) return endImpersonation();
    await sendBeforeLogout();
    api.identity.logout().catch(() => {
      // If the session has already ended on the server, it still ends in this browser.
    });
    leave();
  };
  return () => void logout();
}

/** Returns the part of an e-mail address before the @, which is shown as the name. */
export function nameOf(email: string): string {
  return email.split('@')[0] ?? email;
}
