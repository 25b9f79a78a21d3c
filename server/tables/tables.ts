// The office's lists that can be exported, with the names of their files and their readers.
import type { ledgerOffice } from '#contract/ledger/calls.ts';
import type { FeeRow } from '#contract/ledger/books.ts';
import type { ServerSetting } from '#contract/settings/calls.ts';
import type { ServerWordingRow } from '#contract/messages/calls.ts';
import type { OfficeTables } from '#contract/tables.ts';
import type { Actions } from '../action.ts';
import * as banking from '../banking/office.ts';
import { daysBeyond } from '../banking/reconciliation/reconciliation.ts';
import { linesBeyond } from '../banking/statement/statement-lines.ts';
import { statementsBeyond } from '../banking/statement/statements.ts';
import { contentTables } from '../content/tables.ts';
import * as identity from '../identity/actions.ts';
import * as investing from '../investing/actions.ts';
import { lendingOfficeActions } from '../lending/actions.ts';
import * as ledger from '../ledger/books.ts';
import { broadcastsBeyond, messagesActions } from '../messages/actions.ts';
import { reportTables } from '../reports/tables.ts';
import * as servicing from '../servicing/actions.ts';
import { settingsActions } from '../settings/actions.ts';
import * as columns from './table-columns.ts';
import * as versions from './table-columns-versions.ts';
import { atOnce, exportOf, withExportRecord } from './table.ts';
import { tasksBeyond } from '../tasks/actions.ts';
import { securityEventsBeyond } from '../tasks/security/security.ts';
import * as verification from '../verification/actions.ts';

const { feeReport } = ledger.ledgerOfficeActions;
const { listPlans } = lendingOfficeActions;
const { listSettings } = settingsActions;
const { listWordings } = messagesActions;
const { listHolidays } = servicing.servicingOfficeActions;

/**
 * The ledger's other exports. They are recorded in the audit log here, because the ledger feature
 * cannot use the audit log, which belongs to a later feature.
 */
export const ledgerFiles: Pick<
  Actions<{ ledger: typeof ledgerOffice }>['ledger'],
  'journalFile' | 'feeReportFile'
> = {
  journalFile: withExportRecord('帳務日記', ledger.journalFile, 'journal'),
  feeReportFile: withExportRecord('費用與營業稅明細', ledger.feeReportFile),
};

export const tableActions: Actions<OfficeTables> = {
  ledger: {
    booksTable: exportOf(
      '帳務',
      columns.balances,
      atOnce<columns.Balance, object>(ledger.balances),
    ),
    entriesTable: exportOf('帳務明細', columns.entries, ledger.entriesBeyond),
    accountsTable: exportOf('科目帳戶', columns.accounts, ledger.accountsBeyond),
    feesTable: exportOf('費用與營業稅', columns.fees, atOnce<FeeRow, { month: string }>(feeReport)),
  },
  tasks: {
    tasksTable: exportOf('待辦', columns.tasks, tasksBeyond),
    securityEventsTable: exportOf('資安紀錄', versions.securityEvents, securityEventsBeyond),
  },
  banking: {
    batchesTable: exportOf('付款批次', columns.batches, banking.batchesBeyond),
    paymentsTable: exportOf('付款明細', columns.payments, banking.paymentsBeyond),
    receiptsTable: exportOf('入帳', columns.receipts, banking.receiptsBeyond),
    statementsTable: exportOf('對帳單', columns.statements, statementsBeyond),
    linesTable: exportOf('對帳單明細', columns.lines, linesBeyond),
    daysTable: exportOf('每日對帳', columns.days, daysBeyond),
  },
  identity: {
    operatorsTable: exportOf('同事', columns.operators, identity.operatorsBeyond),
    signInsTable: exportOf('登入紀錄', columns.signIns, identity.signInsBeyond),
    impersonationsTable: exportOf(
      '代看紀錄',
      columns.impersonations,
      identity.impersonationsBeyond,
    ),
  },
  verification: {
    // The search text may be somebody's personal number, so only the fact of a search is recorded.
    membersTable: exportOf(
      '會員',
      columns.members,
      verification.membersBeyond,
      ({ q, ...filter }) => ({
        ...filter,
        searched: q !== '',
      }),
    ),
  },
  investing: {
    casesTable: exportOf('募集案件', columns.cases, investing.casesBeyond),
    caseOrdersTable: exportOf('案件訂單', columns.caseOrders, investing.ordersBeyond),
    refundsTable: exportOf('退款', columns.refunds, investing.refundsBeyond),
  },
  servicing: {
    lateTable: exportOf('催收', columns.late, servicing.lateBeyond),
    holidaysTable: exportOf(
      '假日',
      columns.holidays,
      atOnce<columns.Holiday, { year: number }>(listHolidays),
    ),
    pollsTable: exportOf('違約投票', columns.polls, servicing.pollsBeyond),
    payoutsTable: exportOf('收益撥付', columns.payouts, servicing.payoutsBeyond),
    payoutDaysTable: exportOf('撥付日', columns.payoutDays, servicing.payoutDaysBeyond),
    disbursementsTable: exportOf('待撥款', columns.disbursements, servicing.disbursementsBeyond),
  },
  lending: {
    plansTable: exportOf('方案', versions.plans, atOnce<versions.Plan, object>(listPlans)),
  },
  settings: {
    settingsTable: exportOf('設定', versions.settings, atOnce<ServerSetting, object>(listSettings)),
  },
  content: contentTables,
  messages: {
    wordingsTable: exportOf(
      '通知範本',
      versions.wordings,
      atOnce<ServerWordingRow, object>(listWordings),
    ),
    broadcastsTable: exportOf('群發', versions.broadcasts, broadcastsBeyond),
  },
  reports: reportTables,
};
