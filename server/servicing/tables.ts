// Exports of the back office's lists of loans, orders, late loans, holidays, polls, payouts and
// disbursements.
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { holidaysOffice } from '#contract/taiwan/holidays.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { pollsOffice } from '#contract/servicing/polls.ts';
import { registersOffice } from '#contract/servicing/registers.ts';
import {
  disbursementList,
  type Holiday,
  holidayList,
  lateList,
  loanList,
  orderList,
  payoutDayList,
  payoutList,
  pollList,
} from '#contract/servicing/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { listHolidays } from './calendar/holidays.ts';
import { late } from './late/desk.ts';
import { polls } from './negotiation/poll-office.ts';
import { disbursements, payoutDays, payouts } from './payout/payout-office.ts';
import { loanRegister, orderRegister } from './registers/registers.ts';

export const servicingTables = {
  loansTable: exportOf(registersOffice.listLoans.output.shape.data, loanList, loanRegister),
  ordersTable: exportOf(registersOffice.listOrders.output.shape.data, orderList, orderRegister),
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
