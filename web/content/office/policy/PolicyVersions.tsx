// The versions of a policy: who made and who approved each, and its text.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { FullPolicy, PolicyVersion } from './policy.ts';
import { ReadingPane } from '../article/ReadingPane.tsx';
import { CleanedText } from '../article/Rendered.tsx';
import { policyStateWords } from '../words.ts';

function stateOf({ state, number, effectiveOn }: PolicyVersion, current: number | null) {
  if (state !== 'approved') return policyStateWords[state]!;
  if (number === current) return { text: '現行', tone: 'done' } as const;
  if (effectiveOn > dayIn()) return { text: '尚未生效', tone: 'progress' } as const;
  return { text: '已被取代', tone: 'neutral' } as const;
}

export function PolicyVersions({ policy }: { policy: FullPolicy }) {
  const [seen, setSeen] = useState<PolicyVersion | null>(null);
  return (
    <Card as="section">
      <CardHead title="所有版本" />
      <ul className="office-list">
        {policy.versions.map((version) => {
          const { text, tone } = stateOf(version, policy.current);
          return (
            <li key={version.id}>
              <div className="grid gap-1">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  第 {version.number} 版<Tag tone={tone}>{text}</Tag>
                </p>
                <p>{version.summary}</p>
                <p className="text-sm text-ink-3">
                  <DateText at={version.effectiveOn} /> 生效
                  {version.maker && `，${version.maker} 擬稿`}
                  {version.checker && version.state === 'approved' && `，${version.checker} 核准`}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`查看第 ${version.number} 版`}
                onClick={() => setSeen(version)}
              >
                查看
              </Button>
            </li>
          );
        })}
      </ul>
      {createPortal(
        <Dialog
          open={seen !== null}
          onClose={() => setSeen(null)}
          title={seen ? `${seen.title}　第 ${seen.number} 版` : ''}
          size="lg"
        >
          {seen && (
            <ReadingPane label="內文">
              <CleanedText html={seen.body} />
            </ReadingPane>
          )}
        </Dialog>,
        document.body,
      )}
    </Card>
  );
}
