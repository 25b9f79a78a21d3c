// Shared by header and mobile menu: display name, and logging out.
import { useNavigate } from 'react-router';
import { signOut } from '../../session.ts';
import { logOut } from '../kit/log-out.ts';
import * as paths from '../kit/paths.ts';

/**
 * Ends the session in this browser and shows the home page. It navigates first, because otherwise
 * the guard of the current page would redirect to the login page.
 */
export function useLeaveHome(): () => void {
  const navigate = useNavigate();
  return () => void Promise.resolve(navigate(paths.home())).finally(signOut);
}

/** Logs out from the header and shows the home page. */
export function useHeaderLogout(): () => void {
  const leave = useLeaveHome();
  return () => void logOut(leave);
}

/** Returns the part of an e-mail address before the @, which is shown as the name. */
export function nameOf(email: string): string {
  return email.split('@')[0] ?? email;
}
