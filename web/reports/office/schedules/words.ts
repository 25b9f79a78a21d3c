// Words for the days on which reports are sent.
import type { ReportSchedule } from '#contract/reports/schedules.ts';

/** Days of the week from Sunday. */
export const weekdayText = ['週日', '週一', '週二', '週三', '週四', '週五', '週六'] as const;

export const timingText = ({ rhythm, day }: Pick<ReportSchedule, 'rhythm' | 'day'>): string =>
  rhythm === 'monthly' ? `每月 ${day} 日` : `每${weekdayText[day]}`;
