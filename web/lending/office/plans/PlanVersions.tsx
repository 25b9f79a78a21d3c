// The versions of a plan: in force, coming and past; who made and approved each, and what it says.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { PlanVersion } from '#contract/lending/plans.ts';
import { ReadingPane } from '../../../content/office/article/ReadingPane.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { versionWord } from './plan-words.ts';
import { beforeOf, type FullPlan } from './plan.ts';
import { PlanDifferences } from './PlanDifferences.tsx';
import { PlanFacts, VersionFacts } from './PlanFacts.tsx';

function Version({ version, onLook }: { version: PlanVersion; onLook: () => void }) {
  const { number, summary, effectiveOn, maker, checker, state, recall } = version;
  const { text, tone } = versionWord(version);
  return (
    <li>
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          第 {number} 版<Tag tone={tone}>{text}</Tag>
        </p>
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
      </div>
      <Button size="sm" aria-label={`查看第 ${number} 版`} onClick={onLook}>
        查看
      </Button>
    </li>
  );
}

export function PlanVersions({ plan }: { plan: FullPlan }) {
  const [seen, setSeen] = useState<PlanVersion | null>(null);
  return (
    <Card as="section">
      <CardHead title="所有版本" />
      <ul className="office-list">
        {plan.versions.map((version) => (
          <Version key={version.id} version={version} onLook={() => setSeen(version)} />
        ))}
      </ul>
      {createPortal(
        <Dialog
          open={seen !== null}
          onClose={() => setSeen(null)}
          title={seen ? `${seen.listName}　第 ${seen.number} 版` : ''}
          size="lg"
        >
          {seen && (
            <ReadingPane label={`第 ${seen.number} 版的內容`}>
              <div className="grid gap-6">
                <VersionFacts version={seen} />
                <section className="grid gap-3" aria-label="差異">
                  <h3>與前版的差異</h3>
                  <PlanDifferences before={beforeOf(plan, seen)} after={seen} />
                </section>
                <section className="grid gap-3" aria-label="完整內容">
                  <h3>完整內容</h3>
                  <PlanFacts version={seen} />
                </section>
              </div>
            </ReadingPane>
          )}
        </Dialog>,
        document.body,
      )}
    </Card>
  );
}
