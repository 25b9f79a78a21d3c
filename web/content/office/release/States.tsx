// State of a text in a list, and whether a version of it waits for its second reader.
import { Tag, type Tone } from '../../../ui/display/Card.tsx';

export function States({
  of,
  isWaiting,
}: {
  of: { text: string; tone: Tone };
  isWaiting: boolean;
}) {
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Tag tone={of.tone}>{of.text}</Tag>
      {isWaiting && <Tag tone="progress">待覆核</Tag>}
    </span>
  );
}
