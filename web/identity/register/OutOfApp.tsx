// Replaces the Google button inside another app's browser, because Google refuses to sign in there.
import { ExternalLink } from 'lucide-react';
import { Alert } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { outOfLine } from './in-app.ts';

/**
 * A link opens the phone's own browser from LINE; the browsers of other apps can only be left by
 * hand.
 */
export default function OutOfApp({ app }: { app: 'line' | 'other' }) {
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
