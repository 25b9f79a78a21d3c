// Tag with the progress of a member's verification.
import { Tag, type Tone } from '../../ui/display/Card.tsx';

const steps = ['手機驗證', '基本資料', '身分證件', '銀行帳戶'];
const reviews: Record<number, { text: string; tone: Tone }> = {
  1: { text: '審核中', tone: 'info' },
  2: { text: '待補件', tone: 'attention' },
  3: { text: '審核通過', tone: 'done' },
};

export function FileTag({ stage, status }: { stage: number; status: number }) {
  const review = reviews[status];
  if (review) return <Tag tone={review.tone}>{review.text}</Tag>;
  if (stage <= 0) return <Tag tone="neutral">未開始</Tag>;
  return <Tag tone="progress">待{steps[stage] ?? '送審'}</Tag>;
}
