// Reports on operations: the funnel from visit to disbursement, and operators' service times.
import type { reportsLists } from '#contract/reports/lists.ts';
import type { Day } from '#contract/core/day.ts';
import { stageText } from '#contract/reports/words.ts';
import {
  type ServerFunnelMember,
  type FunnelMonth,
  type FunnelStage,
  funnelStages,
  type reportsWorkOffice,
  type ServiceRow,
} from '#contract/reports/work.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import type { Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { reader, computedList } from '../tables/table.ts';
import type { Tx } from '../database/db.ts';
import { few } from './credit/credit.ts';
import { monthDays, periodOf, spanOf } from './rules.ts';
import { percentIn } from './credit/vintages.ts';
import {
  type FunnelMemberRow,
  funnelMembers,
  funnelMonths,
  serviceKinds,
  serviceTasks,
  visitMonths,
} from './work-queries.ts';

type Office = typeof reportsWorkOffice &
  Pick<typeof reportsLists, 'funnelMembers' | 'serviceTasks'>;

async function funnelOf(
  tx: Tx,
  period: { from: Day; to: Day; months: readonly string[] },
): Promise<FunnelMonth[]> {
  const reached = new Map((await funnelMonths(tx, period)).map((row) => [row.month, row.reached]));
  const visits = new Map((await visitMonths(tx, period)).map((row) => [row.month, row.pages]));
  return period.months.map((month) => ({
    month,
    visits: visits.get(month) ?? null,
    stages: Object.fromEntries(
      funnelStages.map((stage, i) => [stage, reached.get(month)?.[i] ?? 0]),
    ) as Record<FunnelStage, number>,
  }));
}

async function serviceOf(tx: Tx, period: { from: Day; to: Day }, now: Date): Promise<ServiceRow[]> {
  const rows = await serviceKinds(tx, period, now);
  return rows.toSorted((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind));
}

type Filter = FilterOf<Office['funnelMembers']>;
const reached = ({ month, stage }: Filter) => ({
  ...monthDays(month),
  least: funnelStages.indexOf(stage) + 1,
});
const memberView = (row: FunnelMemberRow): ServerFunnelMember => ({
  memberId: row.id,
  joinedOn: row.joinedOn,
  stage: funnelStages[row.stage - 1] ?? 'registered',
  loanId: row.loanId,
  caseNo: row.caseNo,
});

/** Members who reached a stage, latest registration first. */
export const stageMembers = reader({
  of: (_work: Work, filter: Filter) => reached(filter),
  rows: ({ tx }, of, part) => funnelMembers(tx, of, part),
  view: memberView,
  beside: (_work, _of, found) => ({ total: found[0]?.total ?? 0 }),
});

export const workActions: Actions<{ reports: Office }>['reports'] = {
  async funnel({ tx, today }, asked) {
    const period = periodOf(asked, today);
    return { data: await funnelOf(tx, period), ...spanOf(period) };
  },

  async funnelFile({ tx, today }, asked) {
    const period = periodOf(asked, today);
    const data = await funnelOf(tx, period);
    return {
      name: `申貸漏斗-${spanOf(period).from}-${spanOf(period).to}`,
      columns: ['註冊月', '開啟網頁次數', ...funnelStages.map((stage) => stageText[stage])],
      rows: few(
        data.map(({ month, visits, stages }) => [
          month,
          visits,
          ...funnelStages.map((stage) => stages[stage]),
        ]),
      ),
    };
  },

  funnelMembers: stageMembers,

  async service({ tx, today, now }, asked) {
    const period = periodOf(asked, today);
    return { data: await serviceOf(tx, period, now), ...spanOf(period) };
  },

  async serviceFile({ tx, today, now }, asked) {
    const period = periodOf(asked, today);
    const rows = await serviceOf(tx, period, now);
    return {
      name: `處理時效-${spanOf(period).from}-${spanOf(period).to}`,
      columns: [
        '待辦種類',
        '時限（營業日）',
        '已處理',
        '時限內',
        '時限內 %',
        '中位數（小時）',
        '第 90 百分位（小時）',
        '待處理',
        '已逾時',
      ],
      rows: few(
        rows.map((row) => [
          taskRules[row.kind].text,
          taskRules[row.kind].dueDays,
          row.done,
          row.inTime,
          percentIn(row.inTime, row.done),
          row.medianHours,
          row.p90Hours,
          row.open,
          row.late,
        ]),
      ),
    };
  },

  serviceTasks: computedList(
    async ({ tx, today, now }, { from, to, kind, set, item_per_page, offset }) => {
      const period = periodOf({ from, to }, today);
      const page = { limit: item_per_page, offset };
      const rows = await serviceTasks(tx, { ...period, kind, set, now }, page);
      return {
        data: rows.map((row) => ({
          taskId: row.id,
          subjectType: row.subjectType,
          subjectId: row.subjectId,
          subjectLabel: row.subjectLabel,
          openedAt: row.openedAt,
          dueAt: row.dueAt,
          decidedAt: row.decidedAt,
          hours: row.hours,
          inTime: row.inTime,
          by: row.by,
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  ),
};
