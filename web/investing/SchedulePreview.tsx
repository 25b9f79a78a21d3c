// What the typed amount would bring instalment by instalment, and what would be lost if it stopped.
import { useState } from 'react';
import { DateText, Money } from '../ui/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/Card.tsx';
import { Chips } from '../ui/Choices.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { Table } from '../ui/Table.tsx';
import { stressOf } from './gate.ts';
import type { Returns } from './returns.ts';

const SHOWN = 6;

/** From the second instalment, a quarter and a half of the term. */
function stressPoints(count: number): number[] {
  const points = [2, Math.floor(count / 4) + 1, Math.floor(count / 2) + 1];
  return [...new Set(points.filter((no) => no > 1 && no <= count))];
}

function Stress({ returns }: { returns: Returns }) {
  const points = stressPoints(returns.rows.length);
  const [chosen, setChosen] = useState(points.at(-1) ?? 1);
  const from = points.includes(chosen) ? chosen : (points.at(-1) ?? 1);
  const { received, missing } = stressOf(returns.rows, from);
  return (
    <div className="stress">
      <FieldGroup label="如果借款人中途不再還款">
        <Chips
          name="stress"
          value={String(from)}
          onValueChange={(value) => setChosen(Number(value))}
          choices={points.map((no) => ({ value: String(no), title: `第 ${no} 期起` }))}
        />
      </FieldGroup>
      <p role="status">
        若第 {from} 期起都未還款，您已收回 <Money amount={received} />
        ，可能損失 <Money amount={missing} /> 的本金，以及之後的利息。
      </p>
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
        {
          key: 'principal',
          label: '本金',
          numeric: true,
          cell: (row) => <Money amount={row.principal} />,
          foot: foot('principal'),
        },
        {
          key: 'interest',
          label: '利息',
          numeric: true,
          cell: (row) => <Money amount={row.interest} />,
          foot: foot('interest'),
        },
        {
          key: 'fee',
          label: '手續費',
          numeric: true,
          cell: (row) => <Money amount={row.fee} />,
          foot: foot('fee'),
        },
        {
          key: 'net',
          label: '您可收回',
          numeric: true,
          cell: (row) => <Money amount={row.net} />,
          foot: foot('net'),
        },
      ]}
    />
  );
}

export function SchedulePreview({
  amount,
  returns,
  stale,
  failed,
}: {
  amount: number | null;
  returns: Returns | undefined;
  stale: boolean;
  failed: boolean;
}) {
  const [all, setAll] = useState(false);
  const count = returns?.rows.length ?? 0;
  const rows = all ? (returns?.rows ?? []) : (returns?.rows.slice(0, SHOWN) ?? []);
  return (
    <Card as="section" flush className="preview">
      <div className="preview-head">
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
          {count > SHOWN && (
            <div className="preview-more">
              <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? '收起' : `顯示全部 ${count} 期`}
              </Button>
            </div>
          )}
          <Stress returns={returns} />
        </div>
      ) : (
        <p className="preview-none">
          {failed
            ? '試算暫時無法載入，請稍後再試。'
            : '輸入出資金額後，這裡會列出每期預估收回的本金與利息。'}
        </p>
      )}
    </Card>
  );
}
