// Card with the history: who changed what and when, newest first.
import type { z } from 'zod';
import type { FieldChange } from '#contract/content/office.ts';
import type { historySchema } from '#contract/content/office.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { actionText } from '#contract/core/action-words.ts';
import { FieldChanges } from './FieldChanges.tsx';

/** `fields`: old and new value of each changed field, if known. */
export type History = (z.output<typeof historySchema>[number] & { fields?: FieldChange[] })[];

const ROWS_MAX = 8;

type Names = Readonly<Record<string, string>>;

function Entry({ entry, names }: { entry: History[number]; names: Names }) {
  const changed = entry.changed.map((name) => names[name] ?? name);
  return (
    <li>
      <DateText at={entry.at} />
      <div>
        <p className="what">
          {actionText(entry.action) ?? <span lang="en">{entry.action}</span>}
          <span className="who">{entry.who}</span>
        </p>
        {changed.length > 0 && <p className="more">{changed.join('、')}</p>}
        {entry.fields && entry.fields.length > 0 && <FieldChanges fields={entry.fields} />}
      </div>
    </li>
  );
}

export function HistoryCard({
  history,
  names,
}: {
  history: History;
  /** Display names of the fields. */
  names: Names;
}) {
  const rest = history.slice(ROWS_MAX);
  return (
    <Card as="section">
      <CardHead title="修改紀錄" />
      {history.length === 0 && <p className="text-ink-3">建立以來沒有人修改</p>}
      <ol className="office-history">
        {history.slice(0, ROWS_MAX).map((entry, i) => (
          <Entry key={i} entry={entry} names={names} />
        ))}
      </ol>
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="text-primary font-bold cursor-pointer">
            更早的 {rest.length} 筆
          </summary>
          <ol className="office-history">
            {rest.map((entry, i) => (
              <Entry key={i} entry={entry} names={names} />
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}
