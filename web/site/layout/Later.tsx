// Parts of the layout that nobody needs for the first view: offline banner, members' bar,
// cards of notices, consent.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { useSession } from '../../session.ts';
import type { SiteContext } from '../kit/head.ts';
import { loadsDocument } from '../kit/paths.ts';
import OfflineBanner from './OfflineBanner.tsx';

const Consent = lazy(() => import('./Consent.tsx'));
const MemberBar = lazy(() => import('./MemberBar.tsx'));
const NoticeCards = lazy(() => import('./NoticeCards.tsx'));

/**
 * Notification cards, shown once per session after login. They stay until they are closed, but not
 * across a page load, and are not shown on the login page, which the user is about to leave.
 */
function Cards() {
  const { user, hasShowNotification } = useSession();
  const { pathname } = useLocation();
  const [token, setToken] = useState<string | null>(null);
  const due = Boolean(user?.notification?.length) && !hasShowNotification;
  if (due && token !== user?.accessToken && !loadsDocument(pathname)) {
    setToken(user?.accessToken ?? null);
  }
  // The component is loaded only for members with notifications.
  if (token === null || token !== user?.accessToken) return null;
  return (
    <Suspense>
      <NoticeCards />
    </Suspense>
  );
}

/** Asks for cookie consent, but only if a tag manager is configured. */
function Tags() {
  const { tagManager } = useRouteLoaderData<SiteContext>('root') ?? {};
  const { phase, user } = useSession();
  if (!tagManager || phase === 'unknown' || user?.look) return null;
  return (
    <Suspense>
      <Consent container={tagManager} visitor={user === null} />
    </Suspense>
  );
}

/** Bar of the member's main pages; seen on phones only. */
function Bar() {
  const { user } = useSession();
  return <Suspense>{user && <MemberBar />}</Suspense>;
}

export default function Later(): ReactNode {
  return (
    <>
      <Bar />
      <OfflineBanner />
      <Cards />
      <Tags />
    </>
  );
}
