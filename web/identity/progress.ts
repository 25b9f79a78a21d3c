// Short label of the verification's progress.
import type { Tone } from '../ui/display/Card.tsx';

/** Returns the label that members see for a stage and status. */
export function progressOf(stage: number, status: number): { word: string; tone: Tone } {
  if (stage >= 4 && status === 3) return { word: '已完成', tone: 'done' };
  if (status === 2) return { word: '待補件', tone: 'attention' };
  if (stage >= 4) return { word: '審核中', tone: 'progress' };
  if (stage <= 0) return { word: '未開始', tone: 'neutral' };
  return { word: `第 ${stage + 1} 步`, tone: 'info' };
}
