// Figures on the office's front page, by the roles of the operator.
import { addDays, type Day } from '#contract/core/day.ts';
import { money, sum } from '#contract/core/money.ts';
import {
  COCKPIT_DAYS,
  figuresOf,
  pipelineStatuses,
  type reportsCockpitOffice,
  seesPipeline,
} from '#contract/reports/cockpit.ts';
import type { Actions } from '../../call.ts';
import { figureDays, pipelineRows } from './cockpit-queries.ts';

/** Returns `count` days that end with a day, the oldest first. */
const daysTo = (end: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, at) => addDays(end, at + 1 - count));

export const cockpitActions: Actions<{ reports: typeof reportsCockpitOffice }>['reports'] = {
  async cockpit({ tx, today, operator }) {
    const days = daysTo(today, 2 * COCKPIT_DAYS);
    const period = { from: days[0]!, to: today };
    const figures = [];
    for (const name of figuresOf(operator.roles)) {
      const found = new Map((await figureDays(tx, name, period)).map((row) => [row.on, row.value]));
      const values = days.map((on) => money(found.get(on) ?? 0));
      const own = values.slice(COCKPIT_DAYS);
      figures.push({
        name,
        now: sum(own),
        before: sum(values.slice(0, COCKPIT_DAYS)),
        days: own,
      });
    }
    const rows = seesPipeline(operator.roles) ? await pipelineRows(tx, pipelineStatuses) : null;
    const pipeline = rows
      ? pipelineStatuses.map((status) => {
          const row = rows.find((one) => one.status === status);
          return { status, count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null };
        })
      : [];
    return { from: days[COCKPIT_DAYS]!, figures, pipeline };
  },
};
