// Placeholders that may be used in a plan's texts, with their current values.
import { useWatch } from 'react-hook-form';
import type { PlanFigureKey } from '#contract/lending/plans.ts';
import { FigureKeys } from '../../../office/editing/FigureKeys.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';

export type PlanKey = { key: PlanFigureKey; value: string | null; about: string };

/** Returns the plan's own values from the form. */
function useOwn(): Partial<Record<PlanFigureKey, string>> {
  const names = ['amountMin', 'amountMax', 'rateMax'] as const;
  const [min, max, rate] = useWatch({ name: [...names] }) as (number | undefined)[];
  return {
    ...(min && { amountMin: formatMoney(min) }),
    ...(max && { amountMax: formatMoney(max) }),
    ...(rate && { rateMax: formatPercent(rate) }),
  };
}

export function PlanKeys({ figures }: { figures: readonly PlanKey[] }) {
  const own = useOwn();
  return (
    <Card as="section">
      <CardHead title="自動更新的數字" />
      <p className="mb-4 text-sm text-ink-2">
        金額、利率與天數請寫代號，公開頁面會自動換成這一版與平台規則的數字。
      </p>
      <FigureKeys
        figures={figures.map(({ key, value, about }) => ({
          key,
          about,
          value: value ?? own[key] ?? '—',
        }))}
        spelt={(key) => `{${key}}`}
      />
    </Card>
  );
}
