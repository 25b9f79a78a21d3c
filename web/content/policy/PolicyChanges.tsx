// Shows what a policy version changed: added and removed text, and a count of unchanged parts.
import { changeText } from '#contract/content/words.ts';
import type { PolicyChange } from '#contract/content/calls.ts';

/** Replaces each run of unchanged paragraphs by the number of its paragraphs. */
function foldedOf(paragraphs: readonly PolicyChange[]): (PolicyChange | number)[] {
  return paragraphs.reduce<(PolicyChange | number)[]>((folded, paragraph) => {
    if (paragraph.kind !== 'same') return [...folded, paragraph];
    const last = folded.at(-1);
    return typeof last === 'number' ? [...folded.slice(0, -1), last + 1] : [...folded, 1];
  }, []);
}

function Parts({ of }: { of: PolicyChange }) {
  return of.parts.map(({ text, kind }, i) =>
    kind === 'added' ? (
      <ins key={i}>{text}</ins>
    ) : kind === 'removed' ? (
      <del key={i}>{text}</del>
    ) : (
      <span key={i}>{text}</span>
    ),
  );
}

export function PolicyChanges({
  of: { since, paragraphs },
  version,
}: {
  of: { since: number; paragraphs: readonly PolicyChange[] };
  version: number;
}) {
  const folded = foldedOf(paragraphs);
  const changed = folded.filter((one) => typeof one !== 'number').length;
  return (
    <section aria-labelledby="changes-title" className="changes">
      <h2 id="changes-title">
        第 {version} 版與第 {since} 版的差異
      </h2>
      <p className="changes-key">
        共 {changed} 處不同。<ins>底線</ins>是新增的文字，<del>刪除線</del>是刪去的文字。
      </p>
      {folded.map((one, i) =>
        typeof one === 'number' ? (
          <p key={i} className="changes-same">
            {one} 段沒有變動
          </p>
        ) : (
          <div key={i} className="change" data-kind={one.kind}>
            <span className="change-label">{one.kind !== 'same' && changeText[one.kind]}</span>
            <p>
              <Parts of={one} />
            </p>
          </div>
        ),
      )}
    </section>
  );
}
