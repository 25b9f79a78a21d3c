// Audit log: who did what, to what and why; with filters, paging, export, and the chain's state.
import { type Cells, OfficeList } from '../../office/list/OfficeList.tsx';
import { subjectWord } from '#contract/core/subject-words.ts';
import { type AuditEntry } from '#contract/tasks/audit.ts';
import { auditList } from '#contract/tasks/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { formatNumber } from '../../ui/format.ts';
import { actionText, actorWords, moveText } from '#contract/core/action-words.ts';
import { Chains } from './Chains.tsx';
import * as paths from '../../office/paths.ts';
import { RowDetails } from '../../office/kit/RowDetails.tsx';

const pages: Record<string, (id: string) => string> = {
  member: paths.member,
  loan: paths.loan,
  order: paths.order,
  operator: paths.signIns,
  article: paths.article,
  question: paths.question,
  ad: paths.ad,
};

/** Link to the subject itself, or to the loan, order or member to which it belongs. */
function Subject({ entry: { concerns, subject } }: { entry: AuditEntry }) {
  const shown = concerns ?? subject;
  const to = pages[shown.type]?.(shown.id);
  const text = (
    <>
      {subjectWord(subject.type) ?? <span lang="en">{subject.type}</span>}
      {'\u00a0'}
      <span className="num">{subject.number ?? subject.id}</span>
    </>
  );
  return to ? (
    <Link className="link" to={to}>
      {text}
    </Link>
  ) : (
    text
  );
}

function Actor({ actor: { id, name, type } }: { actor: AuditEntry['actor'] }) {
  const text = name ?? (id === null ? actorWords[type] : `${actorWords[type]}\u00a0${id}`);
  const to = id === null ? undefined : pages[type]?.(id);
  return to ? (
    <Link className="link" to={to}>
      {text}
    </Link>
  ) : (
    text
  );
}

/** A change from one state to another; the line breaks only between the two. */
function Move({ text }: { text: string | null }) {
  const [before, after] = text?.split(' → ') ?? [];
  if (!after) return before ?? '—';
  return (
    <span>
      <span className="whitespace-nowrap">{before} →</span>{' '}
      <span className="whitespace-nowrap">{after}</span>
    </span>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const { snapshot, hash, position, requestId, recordedAt } = entry;
  return (
    <RowDetails
      facts={[
        ['記錄時間', <DateText key="recorded" at={recordedAt} />],
        ['請求編號', requestId],
        ['鏈上位置', position === null ? '尚未封存' : formatNumber(position)],
        ['雜湊', <code key="hash">{hash ?? '—'}</code>],
      ]}
    >
      {Object.keys(snapshot).length > 0 && <pre>{JSON.stringify(snapshot, null, 2)}</pre>}
    </RowDetails>
  );
}

const cells: Cells<typeof auditList> = {
  at: { head: true },
  actor: { cell: ({ actor }) => <Actor actor={actor} /> },
  action: { cell: ({ action }) => actionText(action) ?? <span lang="en">{action}</span> },
  subject: { cell: (entry) => <Subject entry={entry} /> },
  move: { cell: (row) => <Move text={moveText(row)} /> },
  reason: {},
  snapshot: { cell: (row) => <Details entry={row} /> },
};

export function AuditPage() {
  return (
    <OfficeList of={auditList} cells={cells}>
      <Chains />
    </OfficeList>
  );
}
