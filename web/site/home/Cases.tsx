// Open cases on the home page, as anonymous highlights.
import { type Highlight, HighlightCard } from '../../investing/HighlightCard.tsx';
import { EmptyState } from '../../ui/display/Alert.tsx';
import { Go, GoButton } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';

function Highlights({ cases }: { cases: readonly Highlight[] }) {
  if (cases.length === 0) {
    return (
      <EmptyState
        title="目前沒有募集中的案件"
        actions={<GoButton to={paths.article(45)}>先看出資流程</GoButton>}
      >
        新案件通過審核後會出現在這裡，請稍後再來看看。
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="home-cases">
        {cases.map((one) => (
          <HighlightCard key={one.id} of={one} />
        ))}
      </ul>
      <p className="home-more">
        登入後可查看借款人概況與還款試算。
        <Go to={paths.login({ redirectTo: paths.investment() })}>登入查看案件</Go>
      </p>
    </>
  );
}

/** Block with open cases; nothing if `highlights` could not be loaded. */
export function Cases({ highlights }: { highlights: readonly Highlight[] | null }) {
  if (!highlights) return null;
  return (
    <section id="home-cases" className="container home-section" aria-labelledby="cases-title">
      <div className="home-head">
        <h2 id="cases-title">募集中的案件</h2>
        <Go to={paths.investment()}>認識出資</Go>
      </div>
      <Highlights cases={highlights} />
    </section>
  );
}
