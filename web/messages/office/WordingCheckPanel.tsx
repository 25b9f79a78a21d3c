// Agreement of the second person to a notice's text: the one in force and the new one, as written
// and as a member would read them.
import { wayText } from '#contract/core/wording.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { WordingPreview } from './WordingPreview.tsx';

function Written({ title, words }: { title: string; words: { title: string; body: string } }) {
  return (
    <Card as="section">
      <CardHead title={title} level={3} />
      {words.title && <p className="font-bold whitespace-pre-line wrap-anywhere">{words.title}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{words.body}</p>
    </Card>
  );
}

export function WordingCheckPanel({ task }: PanelProps<'wording_check'>) {
  const { kind, way, before, after, reason, effectiveAt } = task.detail;
  if (!kind || !way || !before || !after) return <DecisionForm task={task} />;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="變更內容" />
          <Facts
            facts={[
              { name: '通知', value: kind.name },
              { name: '管道', value: wayText[way] },
              { name: '最早生效', value: effectiveAt ? <DateText at={effectiveAt} /> : '—' },
              { name: '原因', value: reason ?? '—' },
            ]}
          />
        </Card>
        <Written title="變更前" words={before} />
        <Written title="變更後" words={after} />
        <WordingPreview kind={kind} way={way} words={after} title="變更後（填入範例）" />
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
