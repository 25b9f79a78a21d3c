// Asks visitors whether visits may be counted, and loads the tag manager if they agree.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { type Consent as Choice, consentCookie, consentIn, ofMembers } from '#contract/page.ts';
import { Button } from '../../ui/Button.tsx';
import { now } from '../../ui/clock.ts';
import { Go } from '../kit/Go.tsx';
import { policy } from '../kit/paths.ts';
import './consent.css';

const COOKIE_SECONDS = 180 * 86_400;

/**
 * Stores the choice in a cookie, because the server's content security policy for the next document
 * depends on it.
 */
function keep(choice: Choice): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const kept = `Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
  document.cookie = `${consentCookie}=${choice}; ${kept}`;
}

/**
 * Returns the path that loaded this document, whose content security policy stays in force during
 * navigation within the app.
 */
function documentPath(): string {
  const [first] = performance.getEntriesByType('navigation');
  return first ? new URL(first.name).pathname : window.location.pathname;
}

let running = false;

/**
 * Loads the container's script; the content security policy trusts it because a script of ours
 * inserts it.
 */
function run(container: string): void {
  running = true;
  const page = window as Window & { dataLayer?: unknown[] };
  page.dataLayer ??= [];
  page.dataLayer.push({ 'gtm.start': now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container)}`;
  document.head.append(script);
}

function Question({ onChoice }: { onChoice: (choice: Choice) => void }) {
  return (
    <section className="consent no-print" aria-labelledby="consent-title">
      <h2 id="consent-title" className="text-base">
        可以統計這個網站的瀏覽情形嗎？
      </h2>
      <p className="mt-1 text-sm">
        您同意後，公開頁面會載入流量分析工具（Google Tag Manager）。登入後的頁面一律不載入，
        審核也不會用到。不同意仍可使用所有功能，頁尾的「Cookie 設定」可隨時更改。
        <Go to={policy('privacy')}>隱私權政策</Go>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={() => onChoice('denied')}>不同意</Button>
        <Button onClick={() => onChoice('granted')}>同意</Button>
      </div>
    </section>
  );
}

export default function Consent({ container, visitor }: { container: string; visitor: boolean }) {
  const { pathname } = useLocation();
  const [choice, setChoice] = useState(() => consentIn(document.cookie));
  const [asking, setAsking] = useState(choice === null);
  const open = visitor && !ofMembers.test(pathname);
  useEffect(() => {
    // The tag manager never runs for signed-in users or on members' pages; reloading the page gives
    // a document without the tag manager.
    if (running && !open) window.location.reload();
    if (running || !open || choice !== 'granted' || ofMembers.test(documentPath())) return;
    run(container);
  }, [open, choice, container]);
  const decide = (made: Choice) => {
    keep(made);
    setAsking(false);
    // The content security policy of this document was written before the visitor answered.
    if (made !== choice && (made === 'granted' || running)) window.location.reload();
    else setChoice(made);
  };
  const place = document.querySelector('.footer-last');
  if (!open) return null;
  return (
    <>
      {asking && <Question onChoice={decide} />}
      {place &&
        createPortal(
          <button type="button" className="footer-link" onClick={() => setAsking(true)}>
            Cookie 設定
          </button>,
          place,
        )}
    </>
  );
}
