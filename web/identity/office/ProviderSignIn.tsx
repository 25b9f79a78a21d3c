// Button for the sign-in at the company's identity provider, and what happens when it sends the
// browser back.
import { useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiFailure, wordsOf } from '../../api.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatInstant } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import {
  isReturn,
  keptTarget,
  leaveForProvider,
  needFreshProof,
  signInWith,
} from './provider-flow.ts';

function messageOf(error: unknown): string {
  if (error instanceof Error && error.name === 'ProviderProblem') return error.message;
  return wordsOf(error);
}

/** Welcomes an operator who has signed in, with the time of the last sign-in. */
export function welcome({ lastLoginAt, name }: { lastLoginAt: string | null; name: string }) {
  const last = lastLoginAt && `，上次登入 ${formatInstant(lastLoginAt)}`;
  toast(`${name}，您好${last ?? ''}`);
}

export function ProviderSignIn({ label, main }: { label: string; main: boolean }) {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(isReturn(query));
  const [problem, setProblem] = useState('');
  const begun = useRef(false);
  // Kept for another try, because the provider's answer has no such parameter.
  const target = useRef(paths.targetOfLogin(location) ?? keptTarget());
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'OIDC_STALE') needFreshProof();
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (!isReturn(query) || begun.current) return;
    begun.current = true;
    // The code is valid once and must not stay in the browser history.
    window.history.replaceState(window.history.state, '', paths.login());
    void run(async () => {
      const operator = await signInWith(query);
      client.clear();
      welcome(operator);
      await navigate(paths.safePath(target.current), { replace: true });
    });
    // Once, when the page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="grid gap-4">
      {problem && <Alert tone="danger" live title={problem} />}
      <Button
        wide
        size="lg"
        look={main ? 'primary' : 'secondary'}
        busy={busy}
        busyLabel="登入中……"
        icon={<LogIn size={20} aria-hidden="true" />}
        onClick={() => void run(() => leaveForProvider(target.current))}
      >
        {`以${label}登入`}
      </Button>
    </div>
  );
}
