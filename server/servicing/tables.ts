// Exports of the office's lists of late loans, holidays, polls, payouts and disbursements.
import {
  disbursementList,
  type Holiday,
  holidayList,
  lateList,
  payoutDayList,
  payoutList,
  pollList,
} from '#contract/servicing/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { listHolidays } from './holidays.ts';
import { late } from './late/desk.ts';
import { polls } from './negotiation/poll-office.ts';
import { disbursements, payoutDays, payouts } from './payout/payout-office.ts';

export const servicingTables = {
  lateTable: exportOf(lateList, late),
  holidaysTable: exportOf(holidayList, atOnce<Holiday, { year: number }>(listHolidays)),
  pollsTable: exportOf(pollList, polls),
  payoutsTable: exportOf(payoutList, payouts),
  payoutDaysTable: exportOf(payoutDayList, payoutDays),
  disbursementsTable: exportOf(disbursementList, disbursements),
};
