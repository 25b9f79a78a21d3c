// /investment: for visitors how investing works, for members the cases with filter and pages.
import { lazy, Suspense } from 'react';
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { renderContext } from '../../page-context.ts';
import { useSession } from '../../session.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { CardsSkeleton } from './CardsSkeleton.tsx';
import { HowInvesting } from './HowInvesting.tsx';
import '../investing.css';
import './case-list.css';
import '../../ui/display/lines.css';

/**
 * This code is only for members: filters, cards and their texts are loaded once somebody is signed
 * in.
 */
const Cases = lazy(() => import('./Cases.tsx'));

/**
 * Loads only public figures, which are the same for everyone; if one part fails, the others still
 * load.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const orNull = <T,>(answer: Promise<{ data: T }>) =>
    answer.then(
      ({ data }) => data,
      (error: unknown) => {
        report(error);
        return null;
      },
    );
  const [info, refundFee] = await Promise.all([
    orNull(api.lending.investorPagePlanInfo({})),
    orNull(api.lending.refundFee({})),
  ]);
  return { info, refundFee };
}

/** A filter changes only the list, never the public figures. */
export const shouldRevalidate = () => false;

export const meta = (args: MetaArgs) =>
  headOf(args, {
    title: '出資案件',
    description: '小額分散出資給通過審核的借款人：方案利率、費用、風險與資金流向一次看清。',
    path: paths.investment(),
    image: 'investment',
    trail: [{ name: '出資案件', path: paths.investment() }],
  });

export default function CasesPage() {
  const { info, refundFee } = useLoaderData<typeof loader>();
  const { phase, user } = useSession();
  return (
    <div className="container page">
      <div className="mb-8">
        <h1>出資案件</h1>
        <p className="mt-2 max-w-[38em]">
          每個案件都經過身分與收入核對，由多位出資人共同出資。任何借貸皆有風險，平台不保證本金與收益。
          <Go to={paths.statistics()} className="link">
            查看至今的還款與違約統計
          </Go>
        </p>
      </div>
      {/* Until the session is known, the stylesheet decides which of the two versions is shown. */}
      {phase === 'unknown' && (
        <div className="for-members">
          <CardsSkeleton />
        </div>
      )}
      {!user && (
        <div className={phase === 'unknown' ? 'for-visitors' : undefined}>
          <HowInvesting info={info} refundFee={refundFee} />
        </div>
      )}
      {user && (
        <Suspense fallback={<CardsSkeleton />}>
          <Cases plans={info?.plans ?? []} />
        </Suspense>
      )}
    </div>
  );
}
