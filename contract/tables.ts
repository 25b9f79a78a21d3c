// Every office list as an exported table: the same filters, no paging, and a format.
import { z } from 'zod';
import { bankingOffice } from './banking/office.ts';
import { collectionsOffice } from './servicing/collections.ts';
import { contentOffice } from './content/office.ts';
import { contentSupportOffice } from './content/support.ts';
import type { Endpoint } from './core/endpoint.ts';
import { holidaysOffice } from './taiwan/holidays.ts';
import { identityOperatorsOffice } from './identity/operators.ts';
import { identityImpersonationOffice } from './identity/impersonation.ts';
import { identityPartnersOffice } from './identity/partners.ts';
import { investingOffice } from './investing/office.ts';
import { refundsOffice } from './investing/refunds.ts';
import { invoicesOffice } from './invoices/office.ts';
import { ledgerOffice } from './ledger/calls.ts';
import { mandatesOffice } from './mandates/office.ts';
import { plansOffice } from './lending/plans.ts';
import { broadcastsOffice } from './messages/broadcasts.ts';
import { wordingsOffice } from './messages/calls.ts';
import { reportsOffice } from './reports/calls.ts';
import { pollsOffice } from './servicing/polls.ts';
import { payoutsOffice } from './servicing/payouts.ts';
import { registersOffice } from './servicing/registers.ts';
import type { RefusalCode } from './refusals.ts';
import { settingsOffice } from './settings/calls.ts';
import { securityOffice } from './tasks/security.ts';
import { tasksOffice } from './tasks/calls.ts';
import { verificationMembersOffice } from './verification/members.ts';

const format = z.enum(['csv', 'xlsx']).default('csv');
type Format = typeof format;

/** Fields for paging. An exported table has no such fields, because it contains every row. */
const turning = ['item_per_page', 'offset', 'before', 'after'] as const;
type Turning = (typeof turning)[number];

type List<S extends z.ZodRawShape> = Endpoint & { input: z.ZodObject<S> };
type Table<S extends z.ZodRawShape> = Omit<Endpoint, 'input' | 'output' | 'kind' | 'access'> & {
  access: 'operator';
  kind: 'export';
  input: z.ZodObject<Omit<S, Turning> & { format: Format }, z.core.$strict>;
  output: z.ZodString;
  refusals: readonly RefusalCode[];
};

/**
 * Exported table of a list: the same rows for the same roles, all pages together, as CSV or a
 * workbook.
 *
 * Uses the list's method, so that a POST filter never leaks into a URL.
 */
function tableOf<S extends z.ZodRawShape>(
  list: List<S>,
  refusals: readonly RefusalCode[] = list.refusals,
): Table<S> {
  const filters = Object.entries(list.input.shape).filter(
    ([name]) => !turning.some((one) => one === name),
  );
  return {
    method: list.method,
    path: `${list.path}/table`,
    access: 'operator',
    kind: 'export',
    summary: `As a table: ${list.summary}`,
    input: z.strictObject({ ...Object.fromEntries(filters), format }) as never,
    output: z.string(),
    refusals,
    ...(list.roles && { roles: list.roles }),
  };
}

export const officeTables = {
  ledger: {
    booksTable: tableOf(ledgerOffice.books),
    entriesTable: tableOf(ledgerOffice.entries),
    accountsTable: tableOf(ledgerOffice.accounts),
    feesTable: tableOf(ledgerOffice.feeReport),
    trialBalanceTable: tableOf(ledgerOffice.trialBalance),
    accountLedgerTable: tableOf(ledgerOffice.accountLedger),
    incomeStatementTable: tableOf(ledgerOffice.incomeStatement),
    balanceSheetTable: tableOf(ledgerOffice.balanceSheet),
  },
  tasks: {
    tasksTable: tableOf(tasksOffice.listTasks),
    securityEventsTable: tableOf(securityOffice.listSecurityEvents),
  },
  banking: {
    batchesTable: tableOf(bankingOffice.listBatches),
    paymentsTable: tableOf(bankingOffice.getBatch),
    receiptsTable: tableOf(bankingOffice.listReceipts),
    statementsTable: tableOf(bankingOffice.listStatements),
    linesTable: tableOf(bankingOffice.getStatement, ['STATEMENT_NOT_FOUND', 'STATEMENT_COLUMNS']),
    daysTable: tableOf(bankingOffice.listDays),
    bookingsTable: tableOf(bankingOffice.listBookings),
    vouchersTable: tableOf(bankingOffice.listVouchers),
  },
  identity: {
    operatorsTable: tableOf(identityOperatorsOffice.listOperators),
    signInsTable: tableOf(identityOperatorsOffice.listSignIns),
    impersonationsTable: tableOf(identityImpersonationOffice.listImpersonations),
    partnersTable: tableOf(identityPartnersOffice.listPartners),
  },
  lending: { plansTable: tableOf(plansOffice.listPlans) },
  settings: { settingsTable: tableOf(settingsOffice.listSettings) },
  verification: { membersTable: tableOf(verificationMembersOffice.findMembers) },
  investing: {
    casesTable: tableOf(investingOffice.officeCases),
    caseOrdersTable: tableOf(investingOffice.caseOrders),
    refundsTable: tableOf(refundsOffice.listRefunds),
  },
  servicing: {
    loansTable: tableOf(registersOffice.listLoans),
    ordersTable: tableOf(registersOffice.listOrders),
    lateTable: tableOf(collectionsOffice.listLate),
    holidaysTable: tableOf(holidaysOffice.listHolidays),
    pollsTable: tableOf(pollsOffice.listPolls),
    payoutsTable: tableOf(payoutsOffice.listPayouts),
    payoutDaysTable: tableOf(payoutsOffice.payoutDays),
    disbursementsTable: tableOf(payoutsOffice.listDisbursements),
  },
  mandates: {
    mandatesTable: tableOf(mandatesOffice.listMandates),
    debitsTable: tableOf(mandatesOffice.listDebits),
    collectionFilesTable: tableOf(mandatesOffice.listCollectionFiles),
  },
  invoices: {
    invoicesTable: tableOf(invoicesOffice.listInvoices),
    invoicePeriodsTable: tableOf(invoicesOffice.invoicePeriods),
    tracksTable: tableOf(invoicesOffice.listTracks),
    invoiceMessagesTable: tableOf(invoicesOffice.listInvoiceMessages),
  },
  content: {
    articlesTable: tableOf(contentOffice.listArticles),
    imagesTable: tableOf(contentOffice.listImages),
    questionsTable: tableOf(contentSupportOffice.listQuestions),
    adsTable: tableOf(contentSupportOffice.listAds),
    policiesTable: tableOf(contentSupportOffice.listPolicies),
  },
  messages: {
    wordingsTable: tableOf(wordingsOffice.listWordings),
    broadcastsTable: tableOf(broadcastsOffice.listBroadcasts),
  },
  reports: {
    outstandingLoansTable: tableOf(reportsOffice.outstandingLoans),
    cashFlowMovesTable: tableOf(reportsOffice.cashFlowMoves),
    vintageLoansTable: tableOf(reportsOffice.vintageLoans),
    defaultLoansTable: tableOf(reportsOffice.defaultLoans),
    incomeMovesTable: tableOf(reportsOffice.incomeMoves),
    returnLoansTable: tableOf(reportsOffice.returnLoans),
    funnelMembersTable: tableOf(reportsOffice.funnelMembers),
    serviceTasksTable: tableOf(reportsOffice.serviceTasks),
  },
} as const;
