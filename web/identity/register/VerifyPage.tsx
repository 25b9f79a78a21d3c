// Target of the verification mail's link: confirms the e-mail and says what comes next.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/identity/calls.ts';
import { ApiFailure } from '../../api.ts';
import { confirmEmail, currentSession, signIn, useSession } from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Envelope } from '../../ui/drawings/Envelope.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { useMailedLink } from './mailed-link.ts';
import { keepDraft, keepTarget, nextOfRegistration, noDraft } from './register-draft.ts';
import { Resend } from './SendAgain.tsx';
import '../identity.css';

/** What a confirmed address leads to is needed only once it is. */
const Confirmed = lazy(() => import('./Confirmed.tsx'));
/** This form is needed only if the e-mail address is not known. */
const ResendForm = lazy(() => import('./ResendForm.tsx'));
/** This form is needed only if somebody else has registered the same address. */
const OwnPasswordForm = lazy(() => import('../account/OwnPasswordForm.tsx'));

export const meta = () => [
  { title: titleOf('確認電子郵件') },
  { name: 'robots', content: 'noindex' },
];

/** Refusals that mean the link itself is invalid; any other failure may be temporary. */
const refusals = new Set(['TOKEN_INVALID', 'INVALID_INPUT']);

const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Uses the token once; the answer is cached, so that rendering again sends no request. */
function useConfirmation(token: string, email: string, wanted: boolean) {
  return useQuery({
    queryKey: ['identity', 'verifiedEmail', { token, email }],
    queryFn: () => api.identity.verifiedEmail({ token, email, careful: true }),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Signs the member in, as a login does, and goes on to where the registration leads. */
function useEnter(): (user: User) => Promise<void> {
  const navigate = useNavigate();
  return async (user) => {
    const next = nextOfRegistration();
    keepTarget(null);
    await signIn(user, () => api.verification.verification());
    announce('電子郵件驗證完成');
    await navigate(next, { replace: true });
  };
}

/**
 * In the browser that registered, the confirmation signs in, as a login does, and the page goes on
 * without another click. Elsewhere the login page finds the address filled in.
 */
function useEntrance(
  asked: ReturnType<typeof useConfirmation>,
  email: string,
  enter: (user: User) => Promise<void>,
): void {
  const answer = asked.data?.data;
  const isUsed =
    asked.error instanceof ApiFailure && asked.error.code === 'EMAIL_ALREADY_CONFIRMED';
  useEffect(() => {
    if (answer?.user) {
      void enter(answer.user);
    } else if (answer || isUsed) {
      keepDraft({ ...noDraft, email });
    }
    // The answer arrives once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, isUsed]);
}

/** Shown if the link was used, is too old, or is incomplete. */
function Expired({ email }: { email: string }) {
  return (
    <>
      <Envelope />
      <h1>連結已失效，請重新寄送</h1>
      <p>驗證連結 30 分鐘內有效，而且只能使用一次。如果您已經點過，直接登入即可。</p>
      {email ? (
        <Resend email={email} look="primary" />
      ) : (
        <Suspense fallback={<Skeleton shape="block" className="h-28" />}>
          <ResendForm />
        </Suspense>
      )}
      <GoButton to={paths.login({ redirectTo: paths.verification() })} look="quiet">
        登入
      </GoButton>
    </>
  );
}

function Confirming() {
  return (
    <Loading label="驗證中">
      <Envelope />
      <h1>驗證中……</h1>
      <Skeleton className="mx-auto w-4/5" />
    </Loading>
  );
}

export default function VerifyPage() {
  const link = useMailedLink(paths.verifyEmail);
  const { token, email } = link ?? { token: '', email: '' };
  const { phase, user } = useSession();
  const whole = link === null || (token !== '' && email !== '');
  const asked = useConfirmation(token, email, phase === 'known' && link !== null && whole);
  const enter = useEnter();
  useEntrance(asked, email, enter);
  const [proven, setProven] = useState<'done' | 'dead' | null>(null);
  const isEntering = asked.data?.data.user !== undefined;
  const done = (asked.isSuccess && !isEntering) || proven === 'done';
  useEffect(() => {
    const mine = currentSession().user;
    if (done && mine && sameEmail(mine.email, email)) confirmEmail();
  }, [done, email]);
  const code = asked.error instanceof ApiFailure ? asked.error.code : '';
  const refused = refusals.has(code) || proven === 'dead';
  const isSame = (other: string) => sameEmail(other, email);
  const wasConfirmed =
    user?.emailVerifiedAt && isSame(user.email)
      ? 'mine'
      : code === 'EMAIL_ALREADY_CONFIRMED'
        ? 'before'
        : null;
  const wantsPassword = code === 'PASSWORD_REQUIRED' && !refused;
  const isBefore = asked.isLoadingError && !wantsPassword;
  const confirmed = done ? 'now' : isBefore ? wasConfirmed : null;
  return (
    <div className="container page">
      <div className="letter" aria-live="polite">
        {!whole ? (
          <Expired email={email} />
        ) : confirmed ? (
          <Suspense fallback={<Confirming />}>
            <Confirmed when={confirmed} isSame={isSame} />
          </Suspense>
        ) : !asked.isLoadingError ? (
          <Confirming />
        ) : wantsPassword ? (
          <Suspense fallback={<Skeleton shape="block" className="h-48" />}>
            <OwnPasswordForm
              token={token}
              email={email}
              onUser={enter}
              onDone={() => setProven('done')}
              onDead={() => setProven('dead')}
            />
          </Suspense>
        ) : refused ? (
          <Expired email={email} />
        ) : (
          <>
            <h1 className="visually-hidden">電子郵件驗證</h1>
            <ErrorState title="暫時無法完成驗證" onRetry={() => void asked.refetch()}>
              連線不穩定，連結仍然有效，請再試一次。
            </ErrorState>
          </>
        )}
      </div>
    </div>
  );
}
