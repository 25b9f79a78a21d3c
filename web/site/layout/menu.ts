// What header and mobile menu share: the name, the way out.
import { useNavigate } from 'react-router';
import { currentSession, signOut } from '../../session.ts';
import { api, endLook } from '../kit/api.ts';
import * as paths from '../kit/paths.ts';

/**
 * Ends the session here and shows the home page: first the way, then the end, or the guard of the
 * page that is left would send to the login page instead.
 */
export function useLeaveHome(): () => void {
  const navigate = useNavigate();
  return () => void Promise.resolve(navigate(paths.home())).finally(signOut);
}

/** Header logout: local, then home. The server's session is ended beside it. */
export function useHeaderLogout(): () => void {
  const leave = useLeaveHome();
  return () => {
    if (currentSession().user?.look) return void endLook();
    api.identity.logout().catch(() => {
      // Already ended there; it ends here in any case.
    });
    leave();
  };
}

/** The part of the e-mail before the @. */
export function nameOf(email: string): string {
  return email.split('@')[0] ?? email;
}
