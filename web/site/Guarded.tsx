// Shows a page only to visitors who may see it, and redirects all others.
import { useEffect, type ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { detour, hasExpired, useSession, type Need } from '../session.ts';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { loadsDocument } from './kit/paths.ts';
import './members.css';

/** Grey placeholder of a page while the session is unknown. */
export function PageSkeleton() {
  return (
    <div className="container page">
      <Loading>
        <Skeleton className="mb-6 h-9 w-1/3" />
        <Skeleton shape="block" className="mb-4 h-40" />
        <Skeleton shape="block" className="h-64" />
      </Loading>
    </div>
  );
}

/**
 * Wraps pages that need a session; nothing inside is rendered or loaded before the session is
 * known. The mark tells the footer to be short.
 */
export function Guarded({ need, children }: { need: Need; children?: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const known = session.phase === 'known' && !session.isReading;
  const target = known ? detour(session, need, pathname + search + hash) : null;
  useEffect(() => {
    // After the session has expired, the redirect to the login page, with an explanation, is
    // already under way.
    if (!target || hasExpired()) return;
    // A logout has already navigated to another page, and only this component is still mounted.
    if (window.location.pathname !== pathname) return;
    if (loadsDocument(target)) window.location.replace(target);
    else void navigate(target, { replace: true });
  }, [target, navigate, pathname]);
  return (
    <>
      <span hidden data-guarded="" />
      {!known || target ? <PageSkeleton /> : (children ?? <Outlet />)}
    </>
  );
}
