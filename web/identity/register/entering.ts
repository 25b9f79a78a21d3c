// How the registration in this browser goes on once its address is confirmed.
import { useNavigate } from 'react-router';
import type { User } from '#contract/identity/calls.ts';
import { safeReturn, signIn } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import * as paths from '../../site/kit/paths.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { keepTarget, readTarget } from './register-draft.ts';

/** The page to which the registration in this browser leads, or else the next step. */
export function nextOfRegistration(): string {
  const target = readTarget();
  return target ? safeReturn(target) : paths.verification();
}

/** Signs the member in, as a login does, and goes on to where the registration leads. */
export function useEnter(): (user: User) => Promise<void> {
  const navigate = useNavigate();
  return async (user) => {
    const next = nextOfRegistration();
    keepTarget(null);
    await signIn(user, () => api.verification.verification());
    announce('電子郵件驗證完成');
    await navigate(next, { replace: true });
  };
}
