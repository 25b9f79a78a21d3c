// Period of the orders page: preset chips, custom days, and the sums of orders in it.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/fields/Choices.tsx';
import { FieldGroup } from '../../ui/fields/Field.tsx';
import { formatDay } from '../../ui/format.ts';
import { ComingFigure } from './ComingFigure.tsx';
import { AWAITING_BANK } from './order-action.ts';
import { periodOf, type Range, ranges } from './order-list.ts';

type Change = (change: Record<string, string | null>) => void;

function OwnDays({ range, onChange }: { range: Range; onChange: Change }) {
  const [from, setFrom] = useState<string>(range.from);
  const [to, setTo] = useState<string>(range.to);
  const wrong = from !== '' && to !== '' && from > to;
  return (
    <form
      className="own-days no-print flex flex-wrap gap-x-4 gap-y-3 items-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && from && to) onChange({ range: 'own', from, to });
      }}
    >
      <label className="grid gap-1 text-sm">
        <span>開始日期</span>
        <input
          type="date"
          className="input"
          value={from}
          required
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label className="grid gap-1 text-sm">
        <span>結束日期</span>
        <input
          type="date"
          className="input"
          value={to}
          required
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? 'own-days-wrong' : undefined}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <Button type="submit">套用</Button>
      {wrong && (
        <p id="own-days-wrong" className="field-error" role="alert">
          結束日期不可早於開始日期
        </p>
      )}
    </form>
  );
}

type Count = { orders: number; amount: number };

/** The sums of the period; each has its place, with its name, before the figures come. */
function Sums({ range, awaiting }: { range: Range; awaiting: number }) {
  const query = useQuery(queryOf('investing', 'orderSummary', periodOf(range)));
  const failure = query.error instanceof ApiFailure ? query.error : null;
  if (query.isLoadingError) {
    return (
      <Card>
        <ErrorState
          compact
          title="統計載入失敗"
          onRetry={() => void query.refetch()}
          requestId={failure?.requestId}
        />
      </Card>
    );
  }
  const of = query.data?.data;
  const shown = (count: Count | undefined, show: (count: Count) => ReactNode) =>
    count ? show(count) : <ComingFigure />;
  const amountOf = (count: Count | undefined) =>
    shown(count, ({ amount }) => <Money amount={amount} />);
  return (
    <Card
      as="section"
      aria-label="期間統計"
      className="order-sums"
      aria-busy={query.isPending || undefined}
    >
      <Facts
        look="strip"
        facts={[
          {
            name: '出資總額',
            value: amountOf(of?.total),
            note: shown(of?.total, ({ orders }) => `${orders} 筆訂單`),
          },
          {
            name: '成案金額',
            value: amountOf(of?.funded),
            note: shown(of?.funded, ({ orders }) => `${orders} 筆`),
          },
          {
            name: '待匯款',
            value: shown(of?.unpaid, ({ orders }) => `${orders} 筆`),
            note:
              of?.unpaid.orders === 0 ? (
                '沒有待匯款'
              ) : (
                <>
                  {amountOf(of?.unpaid)}
                  {awaiting > 0 && `，其中 ${awaiting} 筆${AWAITING_BANK.text}`}
                </>
              ),
          },
          {
            name: '已退款',
            value: amountOf(of?.refunded),
            note: shown(of?.refunded, ({ orders }) => `${orders} 筆，含退款中`),
          },
        ]}
      />
    </Card>
  );
}

export function OrderPeriod({
  range,
  awaiting,
  onChange,
}: {
  range: Range;
  /** Number of orders after their deadline for which the bank's report is still awaited. */
  awaiting: number;
  onChange: Change;
}) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-x-5 gap-y-2 items-center">
        <div className="no-print">
          <FieldGroup label={<span className="visually-hidden">期間</span>}>
            <Chips
              name="range"
              value={range.id}
              onValueChange={(id) =>
                onChange(
                  id === 'own'
                    ? { range: id, from: range.from, to: range.to }
                    : { range: id === '90' ? null : id, from: null, to: null },
                )
              }
              choices={ranges}
            />
          </FieldGroup>
        </div>
        <p className="text-sm text-ink-3">
          訂單成立於 <span className="num">{formatDay(range.from)}</span> 至{' '}
          <span className="num">{formatDay(range.to)}</span>
        </p>
      </div>
      {range.id === 'own' && (
        <OwnDays key={`${range.from}${range.to}`} range={range} onChange={onChange} />
      )}
      <Sums range={range} awaiting={awaiting} />
    </div>
  );
}
