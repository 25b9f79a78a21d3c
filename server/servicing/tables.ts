// Exports of the back office's lists of late loans, holidays, polls, payouts and disbursements.
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { holidaysOffice } from '#contract/taiwan/holidays.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { pollsOffice } from '#contract/servicing/polls.ts';
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
  lateTable: exportOf(collectionsOffice.listLate.output.shape.data, lateList, late),
  holidaysTable: exportOf(
    holidaysOffice.listHolidays.output.shape.data,
    holidayList,
    atOnce<Holiday, { year: number }>(listHolidays),
  ),
  pollsTable: exportOf(pollsOffice.listPolls.output.shape.data, pollList, polls),
  payoutsTable: exportOf(payoutsOffice.listPayouts.output.shape.data, payoutList, payouts),
  payoutDaysTable: exportOf(payoutsOffice.payoutDays.output.shape.data, payoutDayList, payoutDays),
  disbursementsTable: exportOf(
    payoutsOffice.listDisbursements.output.shape.data,
    disbursementList,
    disbursements,
  ),
};
