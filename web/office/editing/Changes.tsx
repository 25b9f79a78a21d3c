// Differences between two versions by paragraph, marked by symbols and text, not only by colour.
import { useState } from 'react';
import { changeText } from '#contract/content/words.ts';
import type { PolicyChange } from '#contract/content/calls.ts';
import { Checkbox } from '../../ui/fields/Choices.tsx';

function Paragraph({ change }: { change: PolicyChange }) {
  const { kind, parts } = change;
  return (
    <li data-kind={kind}>
      {kind !== 'same' && <span className="kind text-xs">{changeText[kind]}</span>}
      <p>
        {parts.map((part, i) => {
          if (part.kind === 'added') return <ins key={i}>{part.text}</ins>;
          if (part.kind === 'removed') return <del key={i}>{part.text}</del>;
          return <span key={i}>{part.text}</span>;
        })}
      </p>
    </li>
  );
}

/** Renders the paragraphs of a comparison as list items. */
export const Paragraphs = ({ changes }: { changes: readonly PolicyChange[] }) =>
  changes.map((change, i) => <Paragraph key={i} change={change} />);

export function Changes({ changes }: { changes: readonly PolicyChange[] }) {
  const [all, setAll] = useState(false);
  const differing = changes.filter(({ kind }) => kind !== 'same');
  const shown = all ? changes : differing;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{differing.length === 0 ? '內文與前版相同' : `共 ${differing.length} 段與前版不同`}</p>
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          顯示未變更的段落
        </Checkbox>
      </div>
      <ol className="office-changes grid gap-2.5">
        <Paragraphs changes={shown} />
      </ol>
    </div>
  );
}
