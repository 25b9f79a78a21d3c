// Parts of the layout that nobody needs for the first view: offline banner, members' bar, consent.
import { lazy, type ReactNode, Suspense } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useSession } from '../../session.ts';
import type { SiteContext } from '../kit/head.ts';
import OfflineBanner from './OfflineBanner.tsx';

const Consent = lazy(() => import('./Consent.tsx'));
const MemberBar = lazy(() => import('./MemberBar.tsx'));

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
      <Tags />
    </>
  );
}
