// Lets a page show itself only to those it is for; sends others where the order says.
import { useEffect, type ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { detour, hasExpired, useSession, type Need } from '../session.ts';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { loadsDocument } from './kit/paths.ts';
import './members.css';

/** The grey shape of a page while it is not known who looks at it. */
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

/** Around pages that need a session; nothing inside renders, or fetches, before it is known. */
export function Guarded({ need, children }: { need: Need; children?: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const known = session.phase === 'known' && !session.isReading;
  const target = known ? detour(session, need, pathname + search + hash) : null;
  useEffect(() => {
    // A session that ran out is led away already, with word of it.
    if (!target || hasExpired()) return;
    // The way has been left already, by a logout that leads home: only the page is still there.
    if (window.location.pathname !== pathname) return;
    if (loadsDocument(target)) window.location.replace(target);
    else void navigate(target, { replace: true });
  }, [target, navigate, pathname]);
  if (!known || target) return <PageSkeleton />;
  return children ?? <Outlet />;
}
