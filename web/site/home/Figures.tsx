// The platform's figures as the loan book published them; the block is missing if none exists.
import type { PlatformFigure } from '#contract/content/calls.ts';
import { DateText, Money, Tenths } from '../../ui/display/Amount.tsx';
import { dayOfInstant } from '../../ui/format.ts';
import { KeyFigures } from '../../ui/display/KeyFigures.tsx';
import { Go } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';

export type Counted = { asOf: string; figures: PlatformFigure[] } | null;

export function Figures({ of }: { of: Counted }) {
  if (!of || of.figures.length === 0) return null;
  return (
    <section className="container home-section" aria-labelledby="figures-title">
      <div className="home-head">
        <h2 id="figures-title">平台數據</h2>
        <p className="text-sm text-ink-3">
          統計至 <DateText at={dayOfInstant(of.asOf)} />　
          <Go to={paths.statistics()}>看完整統計</Go>
        </p>
      </div>
      <KeyFigures
        figures={of.figures.map(({ label, value, unit, basis, definition }) => ({
          name: label,
          about: definition,
          note: basis,
          value: unit === 'money' ? <Money amount={value} /> : <Tenths value={value} />,
        }))}
      />
    </section>
  );
}
