// Open cases on the home page: anonymous highlights for visitors, selected cases for members.
import { lazy, Suspense } from 'react';
import { type Highlight, HighlightCard } from '../../investing/HighlightCard.tsx';
import { useSession } from '../../session.ts';
import { Go } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import { NoCases } from './NoCases.tsx';

const Selected = lazy(() => import('./SelectedCases.tsx'));

/** Shown if no case is open. */
function Highlights({ cases }: { cases: readonly Highlight[] }) {
  if (cases.length === 0) return <NoCases />;
  return (
    <>
      <ul className="home-cases">
        {cases.map((one) => (
          <HighlightCard key={one.id} of={one} />
        ))}
      </ul>
      <p className="home-more">
        登入後可查看借款人概況與還款試算。
        <Go to={paths.login({ redirectTo: paths.investment() })}>登入查看案件</Go>
      </p>
    </>
  );
}

/**
 * Block with open cases; `highlights` is null if they could not be loaded, and visitors then do not
 * see the block at all.
 */
export function Cases({ highlights }: { highlights: readonly Highlight[] | null }) {
  const { phase, user } = useSession();
  if (!user && !highlights) return null;
  return (
    <section id="home-cases" className="container home-section" aria-labelledby="cases-title">
      <div className="home-head">
        <h2 id="cases-title">{user ? '精選案件' : '募集中的案件'}</h2>
        <Go to={paths.investment()}>{user ? '看所有案件' : '認識出資'}</Go>
      </div>
      {user ? (
        <Suspense fallback={<div className="late-room" />}>
          <Selected />
        </Suspense>
      ) : (
        <div className={phase === 'unknown' ? 'for-visitors' : undefined}>
          <Highlights cases={highlights ?? []} />
        </div>
      )}
    </section>
  );
}
