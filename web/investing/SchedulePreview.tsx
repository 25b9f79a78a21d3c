// Preview of what an amount would pay back per instalment, and of the loss if payments stopped.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { STRESS_FROM } from '#contract/investing/case.ts';
import { queryOf } from '../site/kit/api.ts';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Checkbox, Chips } from '../ui/fields/Choices.tsx';
import { FieldGroup } from '../ui/fields/Field.tsx';
import { Table, moneyColumn } from '../ui/display/Table.tsx';
import type { Returns } from './returns.ts';

const ROWS_MAX = 6;

/**
 * Returns the instalments from which the loss is calculated: the second, the sixth (the default)
 * and the one in the middle of the term.
 */
function stressPoints(count: number): number[] {
  const points = [2, STRESS_FROM, Math.floor(count / 2) + 1].filter((no) => no > 1 && no <= count);
  return [...new Set(points)].toSorted((a, b) => a - b);
}

type Preview = { id: string; amount: number };

/**
 * Shows the loss that the server calculates; the previous answer stays while the next is loading.
 */
function StressFigures({ id, amount, from }: Preview & { from: number }) {
  const query = useQuery({
    ...queryOf('investing', 'calculation', { id, amount, stressFrom: from }),
    placeholderData: keepPreviousData,
  });
  const stress = query.data?.data.stress;
  if (query.isLoadingError)
    return (
      <p className="text-ink" role="status">
        試算暫時無法載入，請稍後再試。
      </p>
    );
  if (!stress)
    return (
      <p className="text-ink" role="status">
        試算中……
      </p>
    );
  return (
    <p className="text-ink" role="status" data-stale={query.isPlaceholderData ? '' : undefined}>
      若第 {stress.from} 期起都未還款，您已收回 <Money amount={stress.received} />
      ，可能損失 <Money amount={stress.principalLost} /> 的本金，以及之後的利息。
    </p>
  );
}

function Stress({ id, amount, count }: Preview & { count: number }) {
  const points = stressPoints(count);
  const usual = points.find((no) => no === STRESS_FROM) ?? points.at(-1) ?? 1;
  const [on, setOn] = useState(false);
  const [chosen, setChosen] = useState(usual);
  const from = points.includes(chosen) ? chosen : usual;
  return (
    <div className="grid gap-3 p-5 md:p-6">
      <Checkbox checked={on} onChange={(event) => setOn(event.target.checked)}>
        如果借款人中途不再還款，可能損失多少
      </Checkbox>
      {on && (
        <>
          {points.length > 1 && (
            <FieldGroup label="從哪一期起未還款">
              <Chips
                name="stress"
                value={String(from)}
                onValueChange={(value) => setChosen(Number(value))}
                choices={points.map((no) => ({ value: String(no), title: `第 ${no} 期起` }))}
              />
            </FieldGroup>
          )}
          <StressFigures id={id} amount={amount} from={from} />
        </>
      )}
    </div>
  );
}

function ReturnsTable({ returns, rows }: { returns: Returns; rows: Returns['rows'] }) {
  const count = returns.rows.length;
  const foot = (key: 'principal' | 'interest' | 'fee' | 'net') => (
    <Money amount={returns.totals[key]} />
  );
  return (
    <Table
      caption="每期預估收回"
      hideCaption
      cards={false}
      rows={rows}
      rowKey={(row) => row.no}
      columns={[
        {
          key: 'no',
          label: '期別',
          head: true,
          cell: (row) => `第 ${row.no} 期`,
          foot: count > rows.length ? `全部 ${count} 期` : '合計',
        },
        { key: 'date', label: '應還日', cell: (row) => <DateText at={row.date} /> },
        moneyColumn('principal', '本金', { foot: foot('principal') }),
        moneyColumn('interest', '利息', { foot: foot('interest') }),
        moneyColumn('fee', '手續費', { foot: foot('fee') }),
        moneyColumn('net', '您可收回', { foot: foot('net') }),
      ]}
    />
  );
}

export function SchedulePreview({
  id,
  amount,
  returns,
  stale,
  failed,
}: {
  id: string;
  amount: number | null;
  returns: Returns | undefined;
  stale: boolean;
  failed: boolean;
}) {
  const [all, setAll] = useState(false);
  const count = returns?.rows.length ?? 0;
  const rows = all ? (returns?.rows ?? []) : (returns?.rows.slice(0, ROWS_MAX) ?? []);
  return (
    <Card as="section" flush className="preview">
      <div className="px-5 pt-5 pb-0 md:px-6 md:pt-6 md:pb-0">
        <CardHead title="還款試算">
          <span className="text-sm text-ink-3">
            {amount === null ? (
              '請輸入出資金額'
            ) : (
              <>
                出資 <Money amount={amount} />
                ，以今天撥款試算
              </>
            )}
          </span>
        </CardHead>
      </div>
      {returns ? (
        <div data-stale={stale ? '' : undefined} className="preview-body">
          <ReturnsTable returns={returns} rows={rows} />
          {count > ROWS_MAX && (
            <div className="grid place-items-center p-2 border-b border-line">
              <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? '收起' : `顯示全部 ${count} 期`}
              </Button>
            </div>
          )}
          {amount !== null && <Stress id={id} amount={amount} count={count} />}
        </div>
      ) : (
        <p className="px-6 pt-0 pb-6 text-ink-3">
          {failed
            ? '試算暫時無法載入，請稍後再試。'
            : '輸入出資金額後，這裡會列出每期預估收回的本金與利息。'}
        </p>
      )}
    </Card>
  );
}
