// Table of a holding's instalments: expected, received and lost amounts.
import { add } from '#contract/core/money.ts';
import { useState } from 'react';
import { instalmentWords } from '#contract/lending/instalment-words.ts';
import type { Answer } from '../api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { Table } from '../ui/display/Table.tsx';
import { differenceOf, owesPenaltyOnly } from './holdings.ts';

type Row = Answer<SiteCalls['investing']['holding']>['data']['instalments'][number];

/** Number of completed instalments shown before the next one. */
const RECENT = 3;

function StatusTag({ row }: { row: Row }) {
  const { text, tone } = instalmentWords[owesPenaltyOnly(row) ? 'penalty' : row.status].investor;
  return <Tag tone={tone}>{text}</Tag>;
}

/** Shows the instalments that were received or are due, and the next one; the rest on demand. */
export function Received({ rows }: { rows: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const next = rows.findIndex(({ status }) => status === 'upcoming');
  const shown =
    all || next < 0
      ? rows
      : rows.filter((row, i) => i <= next && (i >= next - RECENT || row.status !== 'paid'));
  return (
    <div className="grid gap-3">
      <ReceivedTable rows={shown} />
      {(all || shown.length < rows.length) && (
        <div>
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `顯示全部 ${rows.length} 期`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A received amount; a dash if nothing was received. */
function Came({ row, amount }: { row: Row; amount: number }) {
  return row.receivedOn ? <Money amount={amount} /> : <span className="none">—</span>;
}

/** Received less expected amount; a dash if the instalment is not due yet. */
function Difference({ row }: { row: Row }) {
  const by = differenceOf(row);
  if (by === null) return <span className="none">—</span>;
  if (by === 0) return <Money amount={0} />;
  return (
    <span className={by < 0 ? 'text-danger' : undefined}>
      <Money amount={by} sign />
    </span>
  );
}

/** Columns that most loans do not need; shown only if they contain a value. */
const lateColumns: readonly { key: string; label: string; of: (row: Row) => number }[] = [
  { key: 'late', label: '遲延利息', of: (row) => row.receivedLateInterest },
  { key: 'penalty', label: '違約金', of: (row) => row.receivedPenalty },
  { key: 'prepayment', label: '提前清償分配', of: (row) => row.receivedPrepaymentFee },
  { key: 'lost', label: '損失本金', of: (row) => row.lostPrincipal },
];

function ReceivedTable({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      caption="每期應收與實收"
      opener={(row) => `第 ${row.no} 期的應收與實收`}
      rows={rows}
      rowKey={(row) => row.no}
      highlight={(row) => row.status === 'late' && !owesPenaltyOnly(row)}
      columns={[
        { key: 'no', label: '期別', head: true, whole: true, cell: (row) => `第 ${row.no} 期` },
        { key: 'due', label: '應還日', at: 'day', cell: (row) => <DateText at={row.dueOn} /> },
        {
          key: 'expected',
          label: '應收本息',
          numeric: true,
          at: 'figure',
          cell: (row) => <Money amount={add(row.expectedPrincipal, row.expectedInterest)} />,
        },
        {
          key: 'principal',
          label: '實收本金',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.receivedPrincipal} />,
        },
        {
          key: 'interest',
          label: '實收利息',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.receivedInterest} />,
        },
        ...lateColumns
          .filter(({ of }) => rows.some((row) => of(row) > 0))
          .map(({ of, ...column }) => ({
            ...column,
            numeric: true,
            cell: (row: Row) => <Money amount={of(row)} />,
          })),
        {
          key: 'difference',
          label: '差額',
          numeric: true,
          cell: (row) => <Difference row={row} />,
        },
        {
          key: 'fee',
          label: '手續費',
          numeric: true,
          cell: (row) => <Came row={row} amount={row.fee} />,
        },
        {
          key: 'on',
          label: '收回日',
          cell: (row) =>
            row.receivedOn ? <DateText at={row.receivedOn} /> : <span className="none">—</span>,
        },
        {
          key: 'status',
          label: '狀態',
          at: 'state',
          cell: (row) => <StatusTag row={row} />,
        },
      ]}
    />
  );
}
