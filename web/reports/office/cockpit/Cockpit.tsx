// Figures of the operator's roles with a small line of the last 30 days, and where the applications
// are.
import { useQuery } from '@tanstack/react-query';
import {
  COCKPIT_DAYS,
  type CockpitRow,
  cockpitWords,
  type PipelineStage,
} from '#contract/reports/cockpit.ts';
import { loanWordsForOffice } from '#contract/lending/loan-status.ts';
import { Link } from '../../../office/links/Link.tsx';
import { wordsOf } from '../../../api.ts';
import { queryOf } from '../../../office/api.ts';
import { Waited } from '../../../office/kit/Due.tsx';
import * as paths from '../../../office/paths.ts';
import { ErrorState, Loading, Skeleton } from '../../../ui/display/Alert.tsx';
import { Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';

const [WIDTH, HEIGHT] = [120, 32];

/** A line without axes; its figures are in the text beside it. */
function Line({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const step = WIDTH / (days.length - 1);
  const points = days
    .map((value, at) => `${at * step},${HEIGHT - 2 - (value / most) * (HEIGHT - 4)}`)
    .join(' ');
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-8 w-full max-w-40 text-accent"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The change in whole percent; in words if there was nothing before. */
function changeText({ now, before }: CockpitRow): string {
  if (before === 0) return now === 0 ? '前 30 天也沒有' : '前 30 天沒有';
  const percent = Number(
    (((now - before) / before) * 100).toLocaleString('en', {
      maximumFractionDigits: 0,
      useGrouping: false,
    }),
  );
  if (percent === 0) return '與前 30 天相同';
  return `比前 30 天${percent > 0 ? '多' : '少'} ${Math.abs(percent)}%`;
}

function Figure({ row }: { row: CockpitRow }) {
  const { text, about, unit } = cockpitWords[row.name];
  return (
    <Card as="li" className="grid gap-1 px-5 py-4">
      <h3 className="text-base">{text}</h3>
      <p className="figure-number">
        {unit === 'money' ? <Money amount={row.now} /> : row.now.toLocaleString('en')}
      </p>
      <Line days={row.days} />
      <p className="text-sm">{changeText(row)}</p>
      <p className="text-xs text-ink-3">{about}</p>
    </Card>
  );
}

function Stage({ stage: { status, count, oldestAt } }: { stage: PipelineStage }) {
  return (
    <li className="row-span-3 grid grid-rows-subgrid gap-0.5 rounded-ctl bg-sunken px-4 py-3">
      <Link className="link break-keep" to={`${paths.loans()}?status=${status}`}>
        {loanWordsForOffice(status).text}
      </Link>
      <strong>{count} 件</strong>
      <span className="text-sm text-ink-3">
        {oldestAt ? (
          <>
            最久 <Waited since={oldestAt} />
          </>
        ) : (
          '沒有案件'
        )}
      </span>
    </li>
  );
}

export function Cockpit() {
  const query = useQuery({ ...queryOf('reports', 'cockpit', {}), staleTime: 60_000 });
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-40" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return (
      <ErrorState title="近況載入失敗" onRetry={() => void query.refetch()}>
        {wordsOf(query.error)}
      </ErrorState>
    );
  }
  const { figures, pipeline } = query.data;
  return (
    <>
      {figures.length > 0 && (
        <section aria-labelledby="cockpit-title" className="grid gap-3">
          <h2 id="cockpit-title" className="text-h3">
            近 {COCKPIT_DAYS} 天
          </h2>
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-4">
            {figures.map((row) => (
              <Figure key={row.name} row={row} />
            ))}
          </ul>
        </section>
      )}
      {pipeline.length > 0 && (
        <Card as="section">
          <CardHead title="申貸案進度" />
          <ul
            className="grid grid-cols-2 gap-3 max-[18em]:grid-cols-1 md:grid-cols-4
              xl:grid-cols-7"
          >
            {pipeline.map((stage) => (
              <Stage key={stage.status} stage={stage} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
