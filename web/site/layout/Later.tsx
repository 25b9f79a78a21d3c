// Parts of the layout that nobody needs for the first view: offline banner, members' bar,
// cards of notices, consent.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { useSession } from '../../session.ts';
import type { SiteContext } from '../kit/head.ts';
import { hasNoCards } from '../kit/busy-pages.ts';
import OfflineBanner from './OfflineBanner.tsx';

/** A part without which the page is whole: if its code cannot be loaded, nothing is shown. */
const optional = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => null })));

const Consent = optional(() => import('./Consent.tsx'));
const MemberBar = optional(() => import('./MemberBar.tsx'));
const NoticeCards = optional(() => import('./NoticeCards.tsx'));

/**
 * Notification cards, shown once per session after login: on the page to which the login led, or on
 * the next one on which they cover no form. They are gone with the first navigation.
 */
function Cards() {
  const { user, hasShowNotification } = useSession();
  const { pathname } = useLocation();
  const [landing, setLanding] = useState<{ token: string; pathname: string } | null>(null);
  const due = Boolean(user?.notification?.length) && !hasShowNotification;
  if (user && due && landing?.token !== user.accessToken && !hasNoCards(pathname)) {
    setLanding({ token: user.accessToken, pathname });
  }
  // The component is loaded only for members with notifications.
  if (landing?.token !== user?.accessToken || landing?.pathname !== pathname) return null;
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
