// The cash flow and, beside it, the next five payments with a calendar file.
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { addDays, type Day } from '#contract/core/day.ts';
import type { Upcoming } from '#contract/investing/portfolio.ts';
import { ApiFailure } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import { brand } from '../site/kit/brand.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { dayIn, now } from '../ui/clock.ts';
import { TABLE_FROM, useWide } from '../ui/use-wide.ts';
import { formatMoney } from '../ui/format.ts';
import { saveCalendar } from '../lending/loan/calendar-file.ts';
import { ComingSentence } from '../today/Coming.tsx';
import { amountOf } from './cash-flow.ts';
import { Fold } from './Fold.tsx';
import { CashFlow } from './CashFlow.tsx';
import { ValueCard } from './ValueCard.tsx';

function addToCalendar(coming: readonly Upcoming[]): Promise<void> {
  const events = coming.map((row) => ({
    uid: `invest-${row.investId}-${row.no}@${window.location.hostname}`,
    title: `${brand.name}第 ${row.no} 期應收 ${formatMoney(amountOf(row))}`,
    text: `案件 ${row.caseNo}\n本金 ${formatMoney(row.principal)}\n利息 ${formatMoney(row.interest)}`,
    on: row.dueOn,
  }));
  return saveCalendar('即將到來的還款.ics', events, now());
}

function Coming({ coming }: { coming: readonly Upcoming[] }) {
  // The sentence of the next 30 days comes by another call, and has its place before.
  const isSoon = coming.some(({ dueOn }) => dueOn <= addDays(dayIn() as Day, 30));
  return (
    <Card as="section" className="coming-card max-lg:pb-0 max-lg:[&>.accordion]:border-0">
      <CardHead title="即將到來" />
      {coming.length === 0 ? (
        <p className="text-ink-3 max-lg:pb-5">目前沒有可以確定日期的還款。</p>
      ) : (
        <>
          <p className={isSoon ? 'min-h-14 sm:min-h-7 lg:mb-3' : ''}>
            <ComingSentence side="income" />
          </p>
          <Fold title="接下來五期">
            <NextPayments coming={coming} />
          </Fold>
        </>
      )}
    </Card>
  );
}

function NextPayments({ coming }: { coming: readonly Upcoming[] }) {
  return (
    <>
      <ul className="coming-list mb-4">
        {coming.map((row) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0 py-2.5
              not-last:border-b not-last:border-line"
            key={`${row.investId}-${row.no}`}
          >
            <DateText at={row.dueOn} weekday />
            <Money amount={amountOf(row)} />
            <span>
              <Go to={paths.myHolding(row.investId)}>
                <span className="num">{row.caseNo}</span>
              </Go>
              {'　'}第 {row.no} 期
            </span>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        icon={<CalendarPlus size={16} aria-hidden="true" />}
        onClick={() => void addToCalendar(coming)}
      >
        加入行事曆
      </Button>
      <p className="mt-3 text-sm text-ink-3">以借款人按期還款計，未扣手續費。</p>
    </>
  );
}

export function Outlook() {
  const query = useQuery(queryOf('investing', 'cashFlow', {}));
  const isWide = useWide(TABLE_FROM);
  const failure = query.error instanceof ApiFailure ? query.error : null;
  if (query.isPending) {
    return (
      <Loading>
        <div className="outlook xl:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
          <Skeleton shape="block" className="h-28 lg:h-96" />
          <Skeleton shape="block" className="h-18.5 lg:h-96" />
        </div>
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return (
      <Card>
        <ErrorState
          compact
          title="現金流載入失敗"
          onRetry={() => void query.refetch()}
          requestId={failure?.requestId}
        />
      </Card>
    );
  }
  const { months, upcoming, uncertain } = query.data.data;
  const flow = <CashFlow months={months} uncertain={uncertain} />;
  return (
    <>
      {isWide ? (
        <div className="outlook xl:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
          {flow}
          <Coming coming={upcoming} />
        </div>
      ) : (
        <>
          <Coming coming={upcoming} />
          <Fold title="現金流">{flow}</Fold>
        </>
      )}
      <Fold title="在貸本金走勢">
        <ValueCard months={months} />
      </Fold>
    </>
  );
}
