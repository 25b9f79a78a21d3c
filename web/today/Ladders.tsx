// The steps to the first loan or order, and cases to choose from when that is the next one.
import { useQuery } from '@tanstack/react-query';
import { type Side, ladders } from '#contract/today/ladder.ts';
import { shortDay } from '#contract/today/coming.ts';
import { queryOf } from '../site/kit/api.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Percent } from '../ui/display/Amount.tsx';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { Steps } from '../ui/display/Steps.tsx';
import { dayOfInstant, formatShare } from '../ui/format.ts';

/** Step of the investors' ladder at which cases are shown. */
const CHOOSING = 2;
const CASES_MAX = 3;

function Cases() {
  const cases = useQuery(queryOf('investing', 'selectedCases', {}));
  if (cases.isPending) {
    return (
      <Loading label="案件載入中">
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  const rows = cases.data?.data.slice(0, CASES_MAX) ?? [];
  if (rows.length === 0)
    return <p className="text-ink-3">目前沒有募集中的案件，有新案件會通知您。</p>;
  return (
    <ul className="border-t border-line" aria-label="精選案件">
      {rows.map((one) => (
        <li key={one.id} className="card-link relative grid gap-1 py-3 border-b border-line">
          <p className="flex justify-between gap-3">
            <Go to={paths.investCase(one.id)} className="font-bold" data-stretch="">
              {one.purpose} <span className="num font-normal">{one.caseNo}</span>
            </Go>
            <span className="shrink-0">
              <span className="text-sm text-ink-3">年化 </span>
              <b>
                <Percent value={one.annualRate} />
              </b>
            </span>
          </p>
          <p className="flex justify-between gap-3 text-sm text-ink-3">
            <span>
              等級 {one.grade}・{one.installments} 期・已募 {formatShare(one.progress / 100)}
            </span>
            <span className="shrink-0">
              <time dateTime={one.endsAt}>{shortDay(dayOfInstant(one.endsAt))}</time> 截止
            </span>
          </p>
          <ProgressBar
            share={one.progress / 100}
            label={`已募 ${formatShare(one.progress / 100)}`}
          />
        </li>
      ))}
    </ul>
  );
}

export function Ladders({ of }: { of: readonly { side: Side; at: number }[] }) {
  return of.map(({ side, at }) => (
    <section key={side} className="grid gap-3" aria-label={ladders[side].title}>
      <h2 className="text-h3">{ladders[side].title}</h2>
      <Steps named steps={ladders[side].steps} current={at} label={ladders[side].title} />
      {side === 'invest' && at === CHOOSING && <Cases />}
    </section>
  ));
}
