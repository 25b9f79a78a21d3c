// Totals of a report's period beside those of the period before, which has as many months.
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../../../api.ts';
import { ErrorState, Loading, Skeleton } from '../../../ui/display/Alert.tsx';
import { Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { formatMonth } from '../../../ui/format.ts';
import { periodBefore, type Span } from './presets.ts';

/** One total of a report. */
export type Total = { name: string; value: number; unit: 'money' | 'count' };

export type Comparison<A> = {
  /** Name of the report's call. */
  name: string;
  /** Reads the same report for another period. */
  earlier: (span: Span) => Promise<A>;
  totals: (answer: A) => readonly Total[];
};

const shownAs = ({ unit }: Total, value: number) =>
  unit === 'money' ? <Money amount={value} /> : value.toLocaleString('en');

function Change({ total, before }: { total: Total; before: number }) {
  const by = total.value - before;
  const words = by === 0 ? '相同' : by > 0 ? '增加' : '減少';
  return (
    <>
      前期 {shownAs(total, before)}，{words}
      {by !== 0 && <> {shownAs(total, Math.abs(by))}</>}
    </>
  );
}

export function Compared<A>({
  answer,
  span,
  name,
  earlier,
  totals,
}: Comparison<A> & { answer: A; span: Span }) {
  const before = periodBefore(span);
  const query = useQuery({
    queryKey: ['reports', name, before],
    queryFn: () => earlier(before),
  });
  const title = `與前期比較（${formatMonth(before.from)} 至 ${formatMonth(before.to)}）`;
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-24" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return (
      <ErrorState title="前期載入失敗" onRetry={() => void query.refetch()}>
        {wordsOf(query.error)}
      </ErrorState>
    );
  }
  const past = totals(query.data);
  return (
    <Card as="section" aria-label={title}>
      <CardHead title={title} />
      <Facts
        look="strip"
        facts={totals(answer).map((total, at) => ({
          name: total.name,
          value: shownAs(total, total.value),
          note: <Change total={total} before={past[at]?.value ?? 0} />,
        }))}
      />
    </Card>
  );
}
