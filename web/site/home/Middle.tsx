// Middle part of the home page: figures, cases and process.
import type { Highlight } from '../../investing/HighlightCard.tsx';
import { Cases } from './Cases.tsx';
import { type Counted, Figures } from './Figures.tsx';
import { HowItWorks, type Step } from './HowItWorks.tsx';

export default function Middle({
  counted,
  highlights,
  borrowSteps,
}: {
  counted: Counted;
  highlights: readonly Highlight[] | null;
  borrowSteps: readonly Step[];
}) {
  return (
    <>
      <Figures of={counted} />
      <Cases highlights={highlights} />
      <HowItWorks borrowSteps={borrowSteps} />
    </>
  );
}
