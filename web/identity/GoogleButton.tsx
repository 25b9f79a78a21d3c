// 「使用 Google 登入」: Google's own button where it is Google, ours for any other issuer.
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, buttonShape } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { type GoogleSetting, newNonce } from './google-flow.ts';
import { renderGoogle } from './google-script.ts';
import { inAppBrowser, outOfLine } from './in-app.ts';
import './ways.css';

const words = { signin: '使用 Google 登入', signup: '使用 Google 註冊' } as const;

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

/** A way out of LINE by a link, out of the others by hand. */
function OutOfApp({ app }: { app: 'line' | 'other' }) {
  const title = 'Google 登入請使用外部瀏覽器開啟';
  if (app === 'line') {
    return (
      <a {...buttonShape({ wide: true, size: 'lg' })} href={outOfLine(window.location.href)}>
        <ExternalLink size={18} aria-hidden="true" />
        {title}
      </a>
    );
  }
  return (
    <Alert title={title}>
      <p className="mb-3">請點選畫面上的「⋯」選單，以外部瀏覽器開啟；或複製網址，貼到瀏覽器中。</p>
      <CopyButton text={window.location.href} what="網址" />
    </Alert>
  );
}

/** Renders Google's own button into its place, with a nonce that is renewed before it ends. */
function GooglesButton({
  google,
  text,
  onToken,
  onProblem,
}: Pick<Props, 'google' | 'text' | 'onToken' | 'onProblem'>) {
  const place = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onToken, onProblem });
  handlers.current = { onToken, onProblem };
  useEffect(() => {
    let gone = false;
    const draw = async () => {
      try {
        const nonce = await newNonce();
        if (gone || !place.current) return;
        await renderGoogle(place.current, {
          clientId: google.clientId,
          nonce,
          text: text === 'signin' ? 'signin_with' : 'signup_with',
          onToken: (token) => handlers.current.onToken(token),
        });
      } catch (error) {
        if (!gone) handlers.current.onProblem(error);
      }
    };
    void draw();
    const renewing = setInterval(() => void draw(), 8 * 60_000);
    return () => {
      gone = true;
      clearInterval(renewing);
    };
  }, [google.clientId, text]);
  return <div ref={place} className="google-place" />;
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
  if (app) return <OutOfApp app={app} />;
  if (google.kind === 'google' && ready) return <GooglesButton {...{ google, text, ...rest }} />;
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
