// What a row of a list has to say beyond its columns, opened by who wants to read it.
import type { ReactNode } from 'react';

type Props = {
  /** Each with its term; what is missing shows a dash. */
  facts: readonly (readonly [term: string, value: ReactNode])[];
  children?: ReactNode;
};

export function RowDetails({ facts, children }: Props) {
  return (
    <details className="office-row-details">
      <summary>內容</summary>
      <dl>
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt>{term}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {children}
    </details>
  );
}
