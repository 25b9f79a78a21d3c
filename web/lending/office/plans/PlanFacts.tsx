// Full view of a plan version: its terms and its texts.
import type { PlanVersion } from '#contract/lending/plans.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Accordion, Facts } from '../../../ui/display/Card.tsx';
import { labelledTermsOf, labelledTextsOf } from './plan-labels.ts';

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return '—';
  if (lines.length === 1) return lines[0];
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const factsOf = (fields: readonly { label: string; lines: string[] }[]) =>
  fields.map(({ label, lines }) => ({ name: label, value: <Lines lines={lines} /> }));

export function PlanFacts({ version }: { version: PlanVersion }) {
  return (
    <div>
      <Facts facts={factsOf(labelledTermsOf(version))} />
      <Accordion title="公開頁面的文字">
        <Facts facts={factsOf(labelledTextsOf(version))} />
      </Accordion>
    </div>
  );
}

/** Shows who wrote and approved a version, from when it applies, and why. */
export function VersionFacts({ version }: { version: PlanVersion }) {
  const { number, summary, maker, checker, state, effectiveOn, inForceAt, loans } = version;
  const { recall } = version;
  return (
    <Facts
      facts={[
        { name: '版本', value: `第 ${number} 版` },
        { name: '變更原因', value: summary || '開站時建立' },
        { name: '擬稿', value: maker ?? '系統' },
        ...(checker ? [{ name: state === 'returned' ? '退回' : '核准', value: checker }] : []),
        {
          name: state === 'recalled' ? '原定生效日' : '生效日',
          value: <DateText at={effectiveOn} weekday />,
        },
        ...(inForceAt ? [{ name: '實際生效', value: <DateText at={inForceAt} /> }] : []),
        ...(recall && state === 'recalled'
          ? [
              { name: '撤回', value: <DateText at={recall.at} /> },
              { name: '提出與同意', value: `${recall.by ?? '—'}、${recall.checker ?? '—'}` },
              { name: '撤回原因', value: recall.reason },
            ]
          : []),
        ...(state === 'approved' ? [{ name: '依此版申請', value: `${loans} 件` }] : []),
      ]}
    />
  );
}
