// List of all plans with the version in force and the coming one.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { officePlanList, type PlanRow } from '#contract/lending/lists.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../office/api.ts';
import { ListPage, NewLink } from '../../../office/kit/ListPage.tsx';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { formatDay, formatPercent } from '../../../ui/format.ts';
import { percentRange, termRange, wanRange } from '../../plans/figures.ts';
import { comingText, offeredWord } from './plan-labels.ts';
import { useMayDraft } from './plan.ts';

/** Renders two facts of the version in force, one below the other. */
const facts =
  (of: (current: NonNullable<PlanRow['current']>) => [string, string]) =>
  ({ current }: PlanRow) => {
    if (!current) return '—';
    const [first, second] = of(current);
    return <TwoLines first={first} second={second} />;
  };

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="inline-grid">
      <span className="whitespace-nowrap">{first}</span>
      <span className="text-sm whitespace-nowrap text-ink-3">{second}</span>
    </span>
  );
}

const columns = columnsOf(officePlanList, {
  listName: {
    head: true,
    cell: (row) => {
      const { text, tone } = offeredWord(row.current);
      return (
        <span className="inline-grid justify-items-start gap-1">
          <Link className="office-row-link" to={paths.plan(row.id)} data-stretch="" data-row="">
            {row.listName}
          </Link>
          <Tag tone={tone}>{text}</Tag>
        </span>
      );
    },
  },
  amounts: {
    cell: facts(({ amountMin, amountMax, installments }) => [
      wanRange(amountMin, amountMax),
      termRange(installments),
    ]),
  },
  rates: {
    cell: facts(({ rateMin, rateMax, platformFeePercent }) => [
      percentRange(rateMin, rateMax),
      formatPercent(platformFeePercent),
    ]),
  },
  version: {
    cell: facts(({ number, effectiveOn }) => [`第 ${number} 版`, formatDay(effectiveOn)]),
  },
  coming: {
    cell: ({ coming }) => {
      if (!coming) return '—';
      const day = `${formatDay(coming.effectiveOn)} 生效`;
      return <TwoLines first={comingText(coming)} second={day} />;
    },
  },
});

export function PlansPage() {
  const mayDraft = useMayDraft();
  const list = useQuery(queryOf('lending', 'listPlans', {}));
  return (
    <ListPage
      title="方案"
      acts={
        <>
          <TableButtons table={officePlanList.tables.data} input={{}} />
          {mayDraft && <NewLink to={paths.newPlan()} text="新增方案" />}
        </>
      }
      query={list}
      none={{ title: '還沒有方案', hint: '新增後由另一位同仁覆核，才會開放申請。' }}
      caption={({ total }) => `共 ${total} 個`}
      columns={columns}
      rowKey={(row) => row.id}
    />
  );
}
