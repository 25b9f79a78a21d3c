// Composition of the portfolio: a bar by status, one by plan, grade or term, and hints.
import { sum } from '#contract/core/money.ts';
import { useState } from 'react';
import type { Holding } from '#contract/investing/calls.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { Money } from '../ui/display/Amount.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Tabs } from '../ui/display/Tabs.tsx';
import { Fold } from './Fold.tsx';
import { byKey, byStatus, hintsOf, type Part, type PartKey, troubledGroups } from './holdings.ts';

const COLOURS = 6;
const keys: readonly { id: PartKey; label: string }[] = [
  { id: 'plan', label: '方案' },
  { id: 'grade', label: '等級' },
  { id: 'term', label: '期數' },
];

/** Combines the smallest parts into one part, which gets the last colour. */
function shortened(parts: readonly Part[]): Part[] {
  if (parts.length <= COLOURS) return [...parts];
  const kept = new Set(
    parts
      .toSorted((a, b) => b.amount - a.amount)
      .slice(0, COLOURS - 1)
      .map(({ id }) => id),
  );
  const rest = parts.filter(({ id }) => !kept.has(id));
  return [
    ...parts.filter(({ id }) => kept.has(id)),
    {
      id: 'rest',
      label: '其他',
      amount: sum(rest.map(({ amount }) => amount)),
      count: rest.reduce((all, { count }) => all + count, 0),
      share: rest.reduce((all, { share }) => all + share, 0),
    },
  ];
}

function WholeBar({ parts: all }: { parts: readonly Part[] }) {
  const parts = shortened(all);
  const total = sum(parts.map(({ amount }) => amount));
  const look = (part: Part, i: number) => ({
    'data-colour': i + 1,
    'data-trouble': troubledGroups.includes(part.id) ? '' : undefined,
  });
  return (
    <>
      <div
        className="whole-bar flex gap-0.5 h-5 mb-3 overflow-hidden rounded-[6px]"
        aria-hidden="true"
      >
        {parts.map((part, i) => (
          <i
            className="basis-0 min-w-0.75"
            key={part.id}
            {...look(part, i)}
            style={{ flexGrow: part.amount / total }}
          />
        ))}
      </div>
      <ul className="whole-list">
        {parts.map((part, i) => (
          <li key={part.id}>
            <i {...look(part, i)} aria-hidden="true" />
            <span>
              {part.label}
              <small>{part.count} 筆</small>
            </span>
            <Money amount={part.amount} />
            <span className="num" data-share={part.share}>
              {part.share}%
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Hints({ holdings }: { holdings: readonly Holding[] }) {
  const hints = hintsOf(holdings);
  return (
    <Card as="section">
      <CardHead title="集中度提醒" />
      {hints.length === 0 ? (
        <p className="text-ink-3">沒有特別集中的部分。分散出資仍無法避免損失。</p>
      ) : (
        <div className="grid gap-3">
          {hints.map(({ id, title, text }) => (
            <Alert key={id} tone="warn" title={title}>
              {text}
            </Alert>
          ))}
        </div>
      )}
    </Card>
  );
}

export function Composition({ holdings }: { holdings: readonly Holding[] }) {
  const [key, setKey] = useState<string>('plan');
  const parts = byStatus(holdings);
  if (parts.length === 0) return null;
  return (
    <Fold title="組成與集中度">
      <div
        className="composition md:grid-cols-2 md:*:last:col-span-full xl:grid-cols-3
        xl:*:last:col-auto"
      >
        <Card as="section">
          <CardHead title="依狀態">
            <span className="text-sm text-ink-3">占在貸本金</span>
          </CardHead>
          <WholeBar parts={parts} />
        </Card>
        <Card as="section" className="composition-keys">
          <CardHead title="依內容">
            <span className="text-sm text-ink-3">占在貸本金</span>
          </CardHead>
          <Tabs
            label="依內容"
            look="segments"
            value={key}
            onValueChange={setKey}
            tabs={keys.map(({ id, label }) => ({
              id,
              label,
              panel: id === key && <WholeBar parts={byKey(holdings, id)} />,
            }))}
          />
        </Card>
        <Hints holdings={holdings} />
      </div>
    </Fold>
  );
}
