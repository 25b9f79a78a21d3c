// The home page: what the platform is, for whom, and at what cost and risk.
import { lazy, memo, Suspense, use, useRef } from 'react';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { brand } from '../kit/brand.ts';
import { headOf } from '../kit/head.ts';
import { Hero, StickyActs } from './Hero.tsx';
import { loadHome } from './home-loader.ts';
import { deferred } from '../../first-paint/deferred.tsx';
import { useSession } from '../../session.ts';
import { organizationOf, websiteOf } from '../kit/linked-data.ts';
import * as paths from '../kit/paths.ts';
import '../../content/reading/cover.css';
import '../../content/reading/news-lines.css';
import '../../content/rich.css';
import '../../investing/cases/case-list.css';
import '../../lending/plans/calculator.css';
import '../kit/flow.css';
import './home.css';
import './parts.css';

export async function loader(args: LoaderFunctionArgs) {
  const { origin, ...blocks } = await loadHome(args);
  return { ...blocks, data: [organizationOf(origin), websiteOf(origin)] };
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: `${brand.name}｜${brand.tagline}`,
    whole: true,
    description: brand.description,
    path: paths.home(),
    data: args.loaderData?.data ?? [],
  });

const Calculators = deferred('home-calculators', () => import('./Calculators.tsx'));
const Ads = deferred('home-ads', () => import('./Ads.tsx'));
const Middle = deferred('home-middle', () => import('./Middle.tsx'));
const Answers = deferred('home-answers', () => import('./Answers.tsx'));
const Stories = deferred('home-stories', () => import('./Stories.tsx'));

/**
 * A part far below the first screen is laid out, and its fonts are loaded, a second later, or
 * before if the visible area comes near. The height is an estimate for a phone until then.
 */
const high = 'home-later [contain-intrinsic-block-size:auto_1500px]';
const low = 'home-later [contain-intrinsic-block-size:auto_700px]';

const Today = lazy(() => import('../../today/Today.tsx'));

type Blocks = ReturnType<typeof useLoaderData<typeof loader>>;
const never = new Promise<never>(() => {});

/**
 * What visitors see. For a member it stays as the server rendered it, hidden and without code,
 * until the page has learned of the member and removes it.
 */
const Visitors = memo(function Visitors({ home }: { home: Blocks }) {
  if (!import.meta.env.SSR && document.documentElement.dataset['session'] === 'in') use(never);
  const { calculators, ads, stories } = home;
  const hero = useRef<HTMLElement>(null);
  return (
    <>
      <Hero ref={hero} span={home.span} />
      {calculators && (
        <section
          id="home-calculators"
          className="container home-calculators"
          aria-labelledby="calculators-title"
        >
          <div className="card">
            <h2 id="calculators-title">先算清楚，再決定</h2>
            <Calculators {...calculators} />
          </div>
        </section>
      )}
      {ads !== null && ads.length > 0 && (
        <section
          id="home-ads"
          className="container home-section"
          aria-roledescription="輪播"
          aria-label="公告與活動"
        >
          <Ads ads={ads} />
        </section>
      )}
      <div id="home-middle" className={high}>
        <Middle
          counted={home.counted}
          highlights={home.highlights}
          borrowSteps={home.borrowSteps}
        />
      </div>
      {stories !== null && stories.length > 0 && (
        <section
          id="home-stories"
          className={`home-stories ${low}`}
          aria-labelledby="stories-title"
        >
          <h2 id="stories-title" className="container">
            他們怎麼說
          </h2>
          <Stories stories={stories} />
        </section>
      )}
      <div id="home-answers" className={low}>
        <Answers news={home.news} questions={home.questions} />
      </div>
      <StickyActs hero={hero} />
    </>
  );
});

export default function HomePage() {
  const home = useLoaderData<typeof loader>();
  const { phase, user } = useSession();
  const isUnknown = phase === 'unknown';
  return (
    <div className="home">
      {(isUnknown || user) && (
        <div className={`container page min-h-dvh ${isUnknown ? 'for-members' : ''}`}>
          {user && (
            <Suspense>
              <Today />
            </Suspense>
          )}
        </div>
      )}
      {!user && (
        <div className={isUnknown ? 'for-visitors' : undefined}>
          <Suspense>
            <Visitors home={home} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
