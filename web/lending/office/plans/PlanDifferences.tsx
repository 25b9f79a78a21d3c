// Differences between two plan versions, field by field; marked by text, not only by colour.
import { ArrowRight } from 'lucide-react';
import type { PlanVersion } from '#contract/lending/plans.ts';
import { differencesOf, type Difference } from './plan-labels.ts';

type ComparedPlan = Omit<PlanVersion, 'id'>;

/** Values up to this length are shown in one line, the old one before the new one. */
const SHORT = 24;

const Old = ({ line }: { line: string }) => (
  <>
    <span className="visually-hidden">原為：</span>
    <del>{line}</del>
  </>
);
const New = ({ line }: { line: string }) => (
  <>
    <span className="visually-hidden">改為：</span>
    <ins>{line}</ins>
  </>
);

function Change({ of: { label, before, after } }: { of: Difference }) {
  const kind = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed';
  const [old, now] = [before[0], after[0]];
  const isPair = before.length === 1 && after.length === 1;
  const isShort = isPair && `${old}${now}`.length <= SHORT;
  return (
    <li data-kind={kind}>
      <span className="kind text-xs">{label}</span>
      {isShort ? (
        <p className="flex flex-wrap items-center gap-2">
          <Old line={old!} />
          <ArrowRight size={16} aria-hidden="true" />
          <New line={now!} />
        </p>
      ) : (
        <>
          {before.map((line) => (
            <p key={`-${line}`}>
              <Old line={line} />
            </p>
          ))}
          {after.map((line) => (
            <p key={`+${line}`}>
              <New line={line} />
            </p>
          ))}
        </>
      )}
    </li>
  );
}

export function PlanDifferences({
  before,
  after,
}: {
  before: ComparedPlan | null;
  after: ComparedPlan;
}) {
  if (!before) return <p className="text-ink-3">這是第一版，沒有前版可以比較</p>;
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p>內容與第 {before.number} 版相同</p>;
  return (
    <div className="grid gap-3">
      <p>
        共 {differences.length} 項與第 {before.number} 版不同
      </p>
      <ol className="office-changes grid gap-2.5">
        {differences.map((one) => (
          <Change key={one.name} of={one} />
        ))}
      </ol>
    </div>
  );
}
