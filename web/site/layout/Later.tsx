// Parts of the layout that nobody needs for the first view: loading bar, offline banner, members'
// bar, cards of notices, the button to the top, consent.
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import { currentActivity, watchActivity } from '../../api.ts';
import { markNotificationsSeen, useSession } from '../../session.ts';
import type { SiteContext } from '../kit/head.ts';
import { GoToTop } from '../../ui/overlay/GoToTop.tsx';
import { LoadingBar } from '../../ui/overlay/LoadingBar.tsx';
import { hasNoCards } from '../kit/busy-pages.ts';
import {
  type CardRound,
  isRoundOver,
  keepCardRound,
  noCards,
  readCardRound,
  roundAt,
} from '../kit/card-round.ts';
import OfflineBanner from './OfflineBanner.tsx';

/** A part without which the page is whole: if its code cannot be loaded, nothing is shown. */
const optional = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: () => null })));

const Consent = optional(() => import('./Consent.tsx'));
const MemberBar = optional(() => import('./MemberBar.tsx'));
const NoticeCards = optional(() => import('./NoticeCards.tsx'));

/**
 * Notification cards after a login: on the page to which it led, and what was not closed there once
 * more on the next page on which cards cover no form. They are over when the last was closed, when
 * all were shown twice, or with the third navigation.
 */
function Cards() {
  const { user, hasShowNotification } = useSession();
  const { key, pathname } = useLocation();
  // Each document begins with the same key, so that the key alone would not tell pages apart.
  const here = `${pathname} ${key}`;
  const [round, setRound] = useState<CardRound>(readCardRound);
  const due = Boolean(user?.notification?.length) && !hasShowNotification;
  const next = due ? roundAt(round, here, !hasNoCards(pathname)) : round;
  const isOver = due && isRoundOver(next, user?.notification ?? []);
  useEffect(() => {
    // The next login begins another round.
    if (!user) setRound(noCards);
    if (!due) return;
    if (isOver) markNotificationsSeen();
    else if (next !== round) setRound(keepCardRound(next));
  }, [user, due, isOver, next, round]);
  // The component is loaded only for members with notifications.
  if (!due || isOver || hasNoCards(pathname)) return null;
  return (
    <Suspense>
      <NoticeCards
        closed={next.closed}
        onClose={(ids) => setRound(keepCardRound({ ...next, closed: [...next.closed, ...ids] }))}
      />
    </Suspense>
  );
}

const idle = { active: 0, failures: 0 };

/** The bar of calls and navigations; it waits 200 ms, so that it is there in time. */
function Activity() {
  const calls = useSyncExternalStore(watchActivity, currentActivity, () => idle);
  const navigation = useNavigation();
  const active = calls.active > 0 || navigation.state !== 'idle';
  return <LoadingBar active={active} failures={calls.failures} />;
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
      <Activity />
      <Bar />
      <OfflineBanner />
      <Cards />
      <GoToTop />
      <Tags />
    </>
  );
}
