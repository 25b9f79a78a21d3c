// 「使用 Google 登入」: Google's own button for Google, the app's button for any other issuer.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import sign from './google.svg?url';
import type { GoogleSetting } from './google-flow.ts';
import { inAppBrowser } from '../register/in-app.ts';
import '../ways.css';

// Which button is needed depends on the issuer and the browser; most pages need neither.
const GooglesButton = lazy(() => import('./GooglesButton.tsx'));
const OutOfApp = lazy(() => import('../register/OutOfApp.tsx'));

const words = { signin: '使用 Google 登入', signup: '使用 Google 註冊' } as const;

const waiting = <Skeleton shape="block" className="h-12" />;

type Props = {
  google: GoogleSetting;
  text: keyof typeof words;
  busy: boolean;
  /**
   * Whether the form is complete. When pressed, the app's button shows what is missing; Google's
   * button appears only once nothing is missing.
   */
  ready: boolean;
  /** Called when the app's own button is pressed. */
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
    google.kind === 'google' && ready && <GooglesButton google={google} text={text} {...rest} />
  );
  if (elsewhere) return <Suspense fallback={waiting}>{elsewhere}</Suspense>;
  return (
    <Button
      wide
      size="lg"
      busy={busy}
      busyLabel="前往 Google……"
      icon={<img src={sign} width={18} height={18} alt="" />}
      // Prevents the field from losing focus, because its error would appear or disappear and move
      // the button away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {words[text]}
    </Button>
  );
}
