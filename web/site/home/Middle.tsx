// Middle part of the home page: figures, cases and process.
import type { Highlight } from '../../investing/HighlightCard.tsx';
import { useSession } from '../../session.ts';
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
  const { user } = useSession();
  // Members know the platform: of all this they need the open cases, which keep their place in the
  // tree, so that React does not render them anew when the member becomes known.
  const isVisitor = user === null;
  return (
    <>
      {isVisitor && <Figures of={counted} />}
      <Cases highlights={highlights} />
      {isVisitor && <HowItWorks borrowSteps={borrowSteps} />}
    </>
  );
}
