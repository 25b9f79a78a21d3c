// Versions of a plan: in force, coming and past; who wrote and approved each, and its content.
import type { PlanVersion } from '#contract/lending/plans.ts';
import { ReadingPane } from '../../../office/editing/ReadingPane.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { versionWord } from './plan-labels.ts';
import { beforeOf, type FullPlan } from './plan.ts';
import { PlanDifferences } from './PlanDifferences.tsx';
import { PlanFacts, VersionFacts } from './PlanFacts.tsx';
import { VersionsCard } from '../../../office/editing/VersionsCard.tsx';

function About({ version }: { version: PlanVersion }) {
  const { summary, effectiveOn, maker, checker, state, recall } = version;
  return (
    <>
      {summary && <p>{summary}</p>}
      <p className="text-sm text-ink-3">
        <DateText at={effectiveOn} /> {state === 'recalled' ? '原定生效' : '生效'}
        {maker && `，${maker} 擬稿`}
        {checker && state !== 'returned' && `，${checker} 核准`}
      </p>
      {state === 'recalled' && recall && (
        <p className="text-sm text-ink-3">
          {recall.by} 提出、{recall.checker} 同意撤回：{recall.reason}
        </p>
      )}
    </>
  );
}

export function PlanVersions({ plan }: { plan: FullPlan }) {
  return (
    <VersionsCard
      versions={plan.versions}
      rowOf={(version) => ({
        number: version.number,
        word: versionWord(version),
        about: <About version={version} />,
      })}
      nameOf={({ listName, number }) => `${listName}　第 ${number} 版`}
      size="lg"
      look={(version) => (
        <ReadingPane label={`第 ${version.number} 版的內容`}>
          <div className="grid gap-6">
            <VersionFacts version={version} />
            <section className="grid gap-3" aria-label="差異">
              <h3>與前版的差異</h3>
              <PlanDifferences before={beforeOf(plan, version)} after={version} />
            </section>
            <section className="grid gap-3" aria-label="完整內容">
              <h3>完整內容</h3>
              <PlanFacts version={version} />
            </section>
          </div>
        </ReadingPane>
      )}
    />
  );
}
