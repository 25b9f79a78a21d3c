// 「使用 Google 登入」: Google's own button where it is Google, ours for any other issuer.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Skeleton } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import type { GoogleSetting } from './google-flow.ts';
import { inAppBrowser } from './in-app.ts';
import './ways.css';

// Which of them it is depends on the issuer and the browser; most pages need neither.
const GooglesButton = lazy(() => import('./GooglesButton.tsx'));
const OutOfApp = lazy(() => import('./OutOfApp.tsx'));

const words = { signin: '使用 Google 登入', signup: '使用 Google 註冊' } as const;

const waiting = <Skeleton shape="block" className="h-12" />;

function GoogleSign() {
  return (
    <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M45.1 24.5c0-1.6-.1-2.7-.4-3.9H24v7.1h12.1c-.2 1.8-1.6 4.5-4.5 6.3l6.9 5.3
        c4.1-3.8 6.6-9.4 6.6-14.8z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.3l-6.9-5.4
        c-1.9 1.3-4.3 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 41.1 15.4 46 24 46z"
      />
      <path
        fill="#fbbc05"
        d="M11.5 28.4c-.5-1.4-.7-2.9-.7-4.4s.3-3 .7-4.4l-7.1-5.5C2.9 17.1 2 20.4 2 24
        s.9 6.9 2.4 9.9l7.1-5.5z"
      />
      <path
        fill="#ea4335"
        d="M24 10.5c4.1 0 6.9 1.8 8.5 3.3
        l6.2-6C34.9 4.2 29.9 2 24 2 15.4 2 8 6.9 4.4 14.1l7.1 5.5c1.8-5.3 6.7-9.1 12.5-9.1z"
      />
    </svg>
  );
}

type Props = {
  google: GoogleSetting;
  text: keyof typeof words;
  busy: boolean;
  /** Anything still missing is shown when pressed; Google's own button waits until nothing is. */
  ready: boolean;
  /** Our own button was pressed. */
  onPress: () => void;
  onToken: (token: string) => void;
  onProblem: (error: unknown) => void;
};

export function GoogleButton({ google, text, busy, ready, onPress, ...rest }: Props) {
  const [app, setApp] = useState<'line' | 'other' | null>(null);
  useEffect(() => setApp(inAppBrowser(navigator.userAgent)), []);
  const elsewhere = app ? (
    <OutOfApp app={app} />
  ) : (
    google.kind === 'google' && ready && <GooglesButton {...{ google, text, ...rest }} />
  );
  if (elsewhere) return <Suspense fallback={waiting}>{elsewhere}</Suspense>;
  return (
    <Button
      wide
      size="lg"
      busy={busy}
      busyLabel="前往 Google……"
      icon={<GoogleSign />}
      // Else the field left would show or drop its error, and the button would move away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {words[text]}
    </Button>
  );
}
