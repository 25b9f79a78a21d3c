// Layout of every page of the member site, and components that exist as long as the layout.
import { type ReactNode, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { currentActivity, watchActivity } from '../api.ts';
import { startSession, useSession } from '../session.ts';
import { loadAllCharacters } from '../ui/all-characters.ts';
import { LoadingBar } from '../ui/overlay/LoadingBar.tsx';
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

const idle = { active: 0, failures: 0 };

function Activity() {
  const calls = useSyncExternalStore(watchActivity, currentActivity, () => idle);
  const navigation = useNavigation();
  const active = calls.active > 0 || navigation.state !== 'idle';
  return <LoadingBar active={active} failures={calls.failures} />;
}

export default function Layout() {
  useEffect(() => startSession(() => api.verification.verification()), []);
  useEffect(loadAllCharacters, []);
  return (
    <>
      <a className="skip-link" href="#main">
        跳到主要內容
      </a>
      <Activity />
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
