// Details of a row that its columns do not show, and that the operator can open.
import type { ReactNode } from 'react';

type Props = {
  /** Facts, each with its term; missing values are shown as a dash. */
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
