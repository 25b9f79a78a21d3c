// Waiting page for users whose e-mail is not confirmed, or whose verification could not be read.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  confirmEmail,
  memberStatus,
  refreshVerification,
  useSession,
  type Verification,
} from '../../session.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Accordion } from '../../ui/display/Card.tsx';
import { Envelope } from '../../ui/drawings/Envelope.tsx';
import { maskedEmail } from './mail.ts';
import { MailBoxes } from './MailBoxes.tsx';
import { keepTarget, nextOfRegistration, readDraft } from './register-draft.ts';
import { Resend } from './SendAgain.tsx';
import { useLogout } from '../sign-in/use-logout.ts';
import '../identity.css';

/** This form is needed only if the e-mail address is not known. */
const ResendForm = lazy(() => import('./ResendForm.tsx'));

export const meta = () => [
  { title: titleOf('電子郵件驗證') },
  { name: 'robots', content: 'noindex' },
];

const confirmed = (info: Verification & { verificationStatus?: number }) =>
  info.verificationStatus !== undefined &&
  info.verificationStatus !== memberStatus.emailNotVerified;

/**
 * Checks whether the e-mail was confirmed elsewhere, when the page opens and whenever the user
 * returns to it, because users may open the mail on another device.
 */
function useConfirmedElsewhere(): void {
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { info } = await api.verification.verification();
        if (confirmed(info)) confirmEmail();
      } catch {
        // The error is ignored, because the next check tries again.
      }
    };
    void ask();
    window.addEventListener('focus', ask);
    return () => window.removeEventListener('focus', ask);
  }, []);
}

function Help({ children }: { children: string }) {
  return (
    <div className="mt-4 w-full border-t border-line text-start">
      <Accordion title="沒有收到信？">
        <ul className="list-disc ps-5">
          <li>查看垃圾郵件匣與「促銷內容」分類</li>
          <li>確認電子郵件沒有打錯</li>
          <li>連結 30 分鐘內有效，過期時請重寄一次</li>
        </ul>
      </Accordion>
      <Accordion title="電子郵件打錯了？">{children}</Accordion>
    </div>
  );
}

/** State A: signed in, but the e-mail is not confirmed yet. */
function Waiting({ email }: { email: string }) {
  const [busy, logout] = useLogout();
  useConfirmedElsewhere();
  return (
    <>
      <Envelope />
      <h1>請驗證您的電子郵件</h1>
      <p>
        驗證信已寄至 <strong>{maskedEmail(email)}</strong>，請點選信中的連結完成驗證。
      </p>
      <MailBoxes email={email} />
      <Resend email={email} />
      <Help>請先登出，再用正確的電子郵件重新註冊。未完成驗證的帳戶不會收到任何通知。</Help>
      <Button look="quiet" busy={busy} busyLabel="登出中……" onClick={logout}>
        登出
      </Button>
    </>
  );
}

/** State B: signed in, but the progress of the verification could not be read. */
function Unread() {
  const [busy, setBusy] = useState(true);
  const read = async () => {
    setBusy(true);
    await refreshVerification(() => api.verification.verification());
    setBusy(false);
  };
  useEffect(() => void read(), []);
  if (busy) return <Grey />;
  return (
    <>
      <h1 className="visually-hidden">驗證狀態</h1>
      <ErrorState title="暫時無法取得驗證狀態" onRetry={() => void read()}>
        您的資料不受影響，請稍後再試。
      </ErrorState>
    </>
  );
}

/** State without a session: the user has most likely just registered in this tab. */
function Guest() {
  const [email, setEmail] = useState('');
  useEffect(() => setEmail(readDraft()?.email ?? ''), []);
  const login = paths.login({ redirectTo: nextOfRegistration() });
  return (
    <>
      <Envelope />
      <h1>請驗證您的電子郵件</h1>
      {email ? (
        <>
          <p>
            驗證信已寄至 <strong>{email}</strong>，請在 30 分鐘內點選信中的連結。
          </p>
          <MailBoxes email={email} />
          <Resend email={email} />
          <Help>請用正確的電子郵件重新註冊即可，未完成驗證的帳戶不會生效。</Help>
        </>
      ) : (
        <>
          <p>沒有收到驗證信時，可以在這裡重新寄送。</p>
          <Suspense fallback={<Skeleton shape="block" className="h-28" />}>
            <ResendForm />
          </Suspense>
        </>
      )}
      <p>
        已經完成驗證了？
        <GoButton to={login} look="quiet">
          登入
        </GoButton>
      </p>
    </>
  );
}

function Grey() {
  return (
    <div className="w-full">
      <Loading>
        <Skeleton shape="block" className="mx-auto mb-6 h-32 max-w-52" />
        <Skeleton className="mx-auto h-9 w-2/3" />
        <Skeleton className="mx-auto w-4/5" />
      </Loading>
    </div>
  );
}

export default function VerifyStatusPage() {
  const { phase, isReading, user, verificationStatus } = useSession();
  const navigate = useNavigate();
  const known = user !== null && verificationStatus !== undefined;
  const through = known && verificationStatus !== memberStatus.emailNotVerified;
  useEffect(() => {
    if (!through) return;
    const next = nextOfRegistration();
    keepTarget(null);
    void navigate(next, { replace: true });
  }, [through, navigate]);
  return (
    <div className="container page">
      <div className="letter">
        {phase === 'unknown' || isReading || through ? (
          <Grey />
        ) : !user ? (
          <Guest />
        ) : verificationStatus === undefined ? (
          <Unread />
        ) : (
          <Waiting email={user.email} />
        )}
      </div>
    </div>
  );
}
