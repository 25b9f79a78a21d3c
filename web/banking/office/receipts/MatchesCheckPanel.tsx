// Panel in which the second person decides many matches as one task, and may hold single ones.
import { useState } from 'react';
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { type Money as Dollars, sum } from '#contract/core/money.ts';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { type Column, Table } from '../../../ui/display/Table.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { lineColumns } from './line-columns.tsx';

type Line = {
  receipt: string;
  seq: string;
  day: string;
  amount: Dollars;
  number: string;
  target: MatchTarget;
  owner: TargetOwner;
  chosen: boolean;
  note: string | undefined;
  now: string | null;
};

function linesOf({ detail }: PanelProps<'matches_check'>['task']): Line[] {
  return (detail.lines ?? []).flatMap(
    ({ receipt, target, seq, day, amount, number, owner, chosen, note, now }) =>
      seq === undefined || !day || amount === undefined || number === undefined || !owner
        ? []
        : [
            {
              receipt: `${receipt}`,
              target,
              seq,
              day,
              amount,
              number,
              owner,
              chosen: chosen ?? false,
              note,
              now: now ?? null,
            },
          ],
  );
}

const common: Column<Line>[] = [
  { key: 'day', label: '入帳日', cell: ({ day }) => <DateText at={day} /> },
  { key: 'seq', label: '序號', cell: ({ seq }) => <span className="office-mono">{seq}</span> },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
  ...lineColumns,
];

export function MatchesCheckPanel({ task }: PanelProps<'matches_check'>) {
  const [held, setHeld] = useState<readonly string[]>([]);
  const lines = linesOf(task);
  const taken = lines.filter(({ receipt }) => !held.includes(receipt));
  const total = sum(taken.map(({ amount }) => amount));
  const hold: Column<Line> = {
    key: 'hold',
    label: '保留',
    cell: ({ receipt, number, amount }) => (
      <input
        type="checkbox"
        className="w-5.5 h-5.5 accent-primary align-middle"
        aria-label={`保留 ${number} 的 ${formatMoney(amount)}`}
        checked={held.includes(receipt)}
        onChange={(event) => {
          const others = held.filter((id) => id !== receipt);
          setHeld(event.target.checked ? [...others, receipt] : others);
        }}
      />
    ),
  };
  const outcome: Column<Line> = {
    key: 'now',
    label: '結果',
    cell: ({ now }) => (now === null ? '未入帳' : '已入帳'),
  };
  return (
    <div className="office-case">
      <Table
        caption={`提議的比對，${lines.length} 筆`}
        rows={lines}
        rowKey={({ receipt }) => receipt}
        columns={task.status === 'open' ? [hold, ...common] : [...common, outcome]}
      />
      <DecisionForm
        task={task}
        needsReason={held.length > 0 ? ['approve'] : []}
        reasonHint="給提議的同仁看"
        draftOf={({ decision, reason }) => {
          const why = typeof reason === 'string' ? { reason } : {};
          return decision === 'return'
            ? { decision: 'return', ...why }
            : { decision: 'approve', ...why, ...(held.length > 0 && { held: [...held] }) };
        }}
        summary={{
          facts: [
            { name: '記入', value: `${taken.length} 筆` },
            { name: '總額', value: <Money amount={total} /> },
          ],
          note: held.length > 0 && `保留 ${held.length} 筆，退回經辦人員；請寫明原因。`,
        }}
        confirm={{
          approve: `我已核對 ${taken.length} 筆、共 ${formatMoney(total)} 的付款人與對象`,
        }}
      />
    </div>
  );
}
