// Tag with the progress of a member's verification.
import { memberFiles } from '#contract/verification/members.ts';
import { stageText, verificationWords } from '#contract/verification/words.ts';
import { Tag } from '../../ui/display/Card.tsx';

export function FileTag({ stage, status }: { stage: number; status: number }) {
  const file = memberFiles[status] ?? 'begun';
  const { text, tone } = verificationWords[file].office;
  if (file !== 'begun') return <Tag tone={tone}>{text}</Tag>;
  if (stage <= 0) return <Tag tone="neutral">{stageText[0]}</Tag>;
  return <Tag tone="progress">待{stageText[stage + 1] ?? '送審'}</Tag>;
}
