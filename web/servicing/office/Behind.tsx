// Shows the ledger entries behind the figures of a page, by the account of each figure.
import { useState, type ReactNode } from 'react';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { accounts } from '#contract/ledger/chart.ts';
import { EntriesCard } from '../../office/deciding/EntriesCard.tsx';
import { seesBooks, useOperator } from '../../office/operator.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';

export type Figure = { name: string; amount: number; kind: AccountKind };

/**
 * Returns a function that renders figures as facts; operators who may see the ledger can click a
 * figure to see its entries.
 */
export function useBehind(of: { loan: string } | { order: string }) {
  const [shown, setShown] = useState<AccountKind | 'all' | null>(null);
  const kind = shown === 'all' || shown === null ? undefined : shown;
  const sees = seesBooks(useOperator().data?.data.roles ?? []);
  const factOf = ({ name, amount, kind: own }: Figure): { name: string; value: ReactNode } => ({
    name,
    value: sees ? (
      <button
        type="button"
        className="link"
        title={`查看「${accounts[own].text}」的帳務紀錄`}
        aria-pressed={kind === own}
        onClick={() => {
          setShown(own);
          document.getElementById('entries')?.scrollIntoView({ block: 'start' });
        }}
      >
        <Money amount={amount} />
      </button>
    ) : (
      <Money amount={amount} />
    ),
  });
  const entries = sees && (
    <section id="entries" aria-label="帳務紀錄" className="grid gap-3">
      {shown !== 'all' && (
        <div>
          <Button onClick={() => setShown('all')}>{kind ? '顯示全部科目' : '查看帳務紀錄'}</Button>
        </div>
      )}
      {shown !== null && <EntriesCard {...of} kind={kind} />}
    </section>
  );
  return { factOf, entries };
}
