// How long a task has waited and when it is due, as text with a colour.
import { Tag, type Tone } from '../../ui/display/Card.tsx';
import { useNow } from '../../ui/clock.ts';
import { formatInstant, formatSpan } from '../../ui/format.ts';

/** Time left below which a task counts as due soon. */
const SOON_MS = 4 * 3_600_000;

/** Returns tone and text: 「逾時 2 小時」 or 「剩 3 小時 20 分」, for overdue, due soon or in time. */
export function dueOf(dueAt: string, now: number): { tone: Tone; text: string } {
  const left = Date.parse(dueAt) - now;
  if (left < 0) return { tone: 'problem', text: `逾時 ${formatSpan(-left)}` };
  return { tone: left < SOON_MS ? 'attention' : 'info', text: `剩 ${formatSpan(left)}` };
}

export function DueTag({ at }: { at: string }) {
  const { tone, text } = dueOf(at, useNow());
  return (
    <span title={`期限 ${formatInstant(at)}`}>
      <Tag tone={tone}>{text}</Tag>
    </span>
  );
}

/** Shows how long something has waited: 「2 天 4 小時」. */
export function Waited({ since }: { since: string }) {
  const now = useNow();
  return (
    <time dateTime={since} title={formatInstant(since)}>
      {formatSpan(Math.max(0, now - Date.parse(since)))}
    </time>
  );
}
