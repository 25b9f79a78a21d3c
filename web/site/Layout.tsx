// Layout of every page of the member site, and components that exist as long as the layout.
import { type ReactNode, lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { startSession, useSession } from '../session.ts';
import { loadAllCharacters } from '../ui/all-characters.ts';
import { Toasts } from '../ui/overlay/toasts.tsx';
import { api } from './kit/api.ts';
import { Footer } from './layout/Footer.tsx';
import { Header } from './layout/Header.tsx';
import { Scroll } from './layout/Scroll.tsx';

const LookBanner = lazy(() => import('./layout/ImpersonationBanner.tsx'));

/** Banner shown on every page while an operator is impersonating a member. */
function Look() {
  const { user } = useSession();
  if (!user?.look) return null;
  return (
    <Suspense>
      <LookBanner look={user.look} />
    </Suspense>
  );
}

/** Loaded after the first view, as long as there is a connection. */
const Later = lazy(() =>
  import('./layout/Later.tsx').catch(() => ({ default: (): ReactNode => null })),
);

function AfterFirstView() {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return <Suspense>{isAlive && <Later />}</Suspense>;
}

export default function Layout() {
  useEffect(() => startSession(() => api.verification.verification()), []);
  useEffect(loadAllCharacters, []);
  return (
    <>
      <a className="skip-link" href="#main">
        跳到主要內容
      </a>
      <Look />
      <Header />
      <main id="main" tabIndex={-1} className="site-main">
        <Outlet />
      </main>
      <Footer />
      <AfterFirstView />
      <Toasts />
      <Scroll />
    </>
  );
}
