// Connects every API call with its action, and defines the hooks from earlier to later features.
import type { Office, Site } from '#contract/index.ts';
import type { Actions, Hooks } from './action.ts';
import type { ClosedDayJob, Job } from './jobs/job.ts';
import { bankingActions, watchTrust } from './banking/actions.ts';
import { bankingDays, bankingJobs } from './banking/jobs.ts';
import { bankingOfficeActions } from './banking/office.ts';
import { sweepBatch, sweepSettled } from './banking/booking/sweeps.ts';
import { returnBatch, returnSettled } from './banking/payment/returns.ts';
import { bankingTasks } from './banking/tasks.ts';
import { bankingTables } from './banking/tables.ts';
import { operatorCheck } from './identity/operator/operator-checks.ts';
import {
  contentActions,
  contentOfficeActions,
  contentTasks,
  renewPages,
} from './content/actions.ts';
import { contentJobs } from './content/jobs.ts';
import { contentTables } from './content/tables.ts';
import {
  apiActions,
  identityActions,
  identityOfficeActions,
  providerActions,
  memberOfficeActions,
  operatorsActions,
  impersonationActions,
  impersonationOfficeActions,
  oauthActions,
  partnerCheck,
  partnersActions,
} from './identity/actions.ts';
import { identityJobs } from './identity/jobs.ts';
import { identityPasswordActions } from './identity/credentials/passwords.ts';
import { identityTables } from './identity/tables.ts';
import * as identityWords from './identity/words.ts';
import { forgetInvoicePreference, invoicesActions } from './invoices/actions.ts';
import { invoicesJobs } from './invoices/jobs.ts';
import { invoicesOfficeActions } from './invoices/office.ts';
import { invoicesTables } from './invoices/tables.ts';
import * as invoicesWords from './invoices/words.ts';
import * as investing from './investing/actions.ts';
import { investingClosedDayJobs, investingJobs } from './investing/jobs.ts';
import * as investingWords from './investing/words.ts';
import { investingTables } from './investing/tables.ts';
import { feeReportFile, journalFile, ledgerOfficeActions } from './ledger/books.ts';
import {
  forgetApplications,
  extendDeadlines,
  lendingActions,
  lendingOfficeActions,
  lendingTasks,
} from './lending/actions.ts';
import { ledgerJobs } from './ledger/jobs.ts';
import { ledgerTables } from './ledger/tables.ts';
import { lendingJobs } from './lending/jobs.ts';
import { lendingTables } from './lending/tables.ts';
import * as lendingWords from './lending/words.ts';
import { mandateCovers, mandatesActions, stopOfClosed } from './mandates/actions.ts';
import { mandatesJobs } from './mandates/jobs.ts';
import { mandatesOfficeActions } from './mandates/office.ts';
import { mandatesTables } from './mandates/tables.ts';
import { debitedMember, debitsUnderWay } from './mandates/under-way.ts';
import * as mandatesWords from './mandates/words.ts';
import { messagesActions, messagesJobs, messagesTasks } from './messages/actions.ts';
import { messagesTables } from './messages/tables.ts';
import { noticesActions } from './notices/actions.ts';
import { followLoan as logLoan, proofsActions } from './proofs/actions.ts';
import { proofsJobs } from './proofs/jobs.ts';
import { retentionJobs } from './retention/jobs.ts';
import { reportsActions, reportsOfficeActions } from './reports/actions.ts';
import { reportsJobs } from './reports/jobs.ts';
import { reportTables } from './reports/tables.ts';
import * as servicing from './servicing/actions.ts';
import { servicingClosedDayJobs } from './servicing/closed-day-jobs.ts';
import { servicingJobs } from './servicing/jobs.ts';
import { servicingTables } from './servicing/tables.ts';
import { resolutionNotices } from './servicing/negotiation/resolution-words.ts';
import * as reportsWords from './reports/words.ts';
import * as servicingWords from './servicing/words.ts';
import { dutyInForce, settingsActions, settingsTasks } from './settings/actions.ts';
import { settingsTables } from './settings/tables.ts';
import { tasksActions, withExportRecord, withExportRecords } from './tasks/actions.ts';
import { deskActions } from './tasks/desk.ts';
import { dutyActions } from './tasks/duty/absence.ts';
import { auditActions } from './tasks/audit.ts';
import { healthActions } from './tasks/health.ts';
import { forgetNotes, noteActions } from './tasks/notes/notes.ts';
import { securityActions } from './tasks/security/security.ts';
import { tasksJobs } from './tasks/jobs.ts';
import * as tasksWords from './tasks/words.ts';
import { tasksTables } from './tasks/tables.ts';
import { todayActions } from './today/actions.ts';
import { forgetWebhooks, pauseWebhooks, webhooksActions } from './webhooks/actions.ts';
import * as webhooksWords from './webhooks/words.ts';
import {
  memberPageActions,
  payoutHoldActions,
  memberClosed,
  verificationActions,
  verificationOfficeActions,
  verificationTasks,
} from './verification/actions.ts';
import { verificationJobs } from './verification/jobs.ts';
import { verificationTables } from './verification/tables.ts';
import * as verificationWords from './verification/words.ts';

export const siteActions: Actions<Site> = {
  notices: noticesActions,
  banking: bankingActions,
  identity: {
    ...identityActions,
    ...identityPasswordActions,
    ...impersonationActions,
    ...apiActions,
    ...oauthActions,
  },
  webhooks: webhooksActions,
  verification: verificationActions,
  lending: lendingActions,
  investing: investing.investingActions,
  servicing: servicing.servicingActions,
  mandates: mandatesActions,
  today: todayActions,
  invoices: invoicesActions,
  content: contentActions,
  reports: reportsActions,
  proofs: proofsActions,
};

/**
 * Exports of the ledger, which are recorded in the audit log. This happens here because the ledger
 * feature comes before the audit log and so cannot call it.
 */
const ledgerFiles = {
  journalFile: withExportRecord('帳務日記', journalFile, 'journal'),
  feeReportFile: withExportRecord('費用與營業稅明細', feeReportFile),
};

export const officeActions: Actions<Office> = {
  ledger: { ...ledgerOfficeActions, ...ledgerFiles, ...withExportRecords(ledgerTables) },
  tasks: {
    ...tasksActions,
    ...deskActions,
    ...dutyActions,
    ...auditActions,
    ...healthActions,
    ...noteActions,
    ...securityActions,
    ...withExportRecords(tasksTables),
  },
  settings: { ...settingsActions, ...withExportRecords(settingsTables) },
  banking: { ...bankingOfficeActions, ...withExportRecords(bankingTables) },
  identity: {
    ...identityOfficeActions,
    ...providerActions,
    ...memberOfficeActions,
    ...operatorsActions,
    ...impersonationOfficeActions,
    ...partnersActions,
    ...withExportRecords(identityTables),
  },
  verification: {
    ...verificationOfficeActions,
    ...memberPageActions,
    ...payoutHoldActions,
    ...withExportRecords(verificationTables),
  },
  lending: { ...lendingOfficeActions, ...withExportRecords(lendingTables) },
  investing: {
    ...investing.investingOfficeActions,
    ...investing.refundOfficeActions,
    ...withExportRecords(investingTables),
  },
  servicing: {
    ...servicing.servicingOfficeActions,
    ...servicing.payoutOfficeActions,
    ...withExportRecords(servicingTables),
  },
  mandates: { ...mandatesOfficeActions, ...withExportRecords(mandatesTables) },
  invoices: { ...invoicesOfficeActions, ...withExportRecords(invoicesTables) },
  content: { ...contentOfficeActions, ...withExportRecords(contentTables) },
  reports: { ...reportsOfficeActions, ...withExportRecords(reportTables) },
  messages: { ...messagesActions, ...withExportRecords(messagesTables) },
};

/** Hooks, which are the only way for an earlier feature to call a later one. */
export const hooks: Hooks = {
  duty: dutyInForce,
  kinds: [
    tasksWords.letters,
    identityWords.noticeKinds,
    identityWords.letters,
    webhooksWords.noticeKinds,
    verificationWords.noticeKinds,
    verificationWords.changeNotices,
    verificationWords.phoneNotices,
    lendingWords.noticeKinds,
    investingWords.noticeKinds,
    servicingWords.noticeKinds,
    resolutionNotices,
    mandatesWords.noticeKinds,
    invoicesWords.noticeKinds,
    reportsWords.letters,
  ].flatMap((told) => Object.values(told).map(({ kind }) => kind)),
  memberClosing: [investing.holdOrdering],
  memberClosed: [stopOfClosed, forgetWebhooks, memberClosed],
  accessEnded: [pauseWebhooks],
  memberErased: [
    forgetApplications,
    investing.forgetSuitability,
    servicing.forgetHardship,
    forgetNotes,
    forgetInvoicePreference,
  ],
  holdEnded: [extendDeadlines],
  loanMoved: [investing.followLoan, servicing.followLoan, investing.publishLoanMove, logLoan],
  mandateCovers,
  debitsUnderWay,
  debitedMember,
  plansChanged: [renewPages],
  received: { order: investing.receiveForOrder, loan: servicing.receiveForLoan },
  reversed: { order: investing.reverseForOrder, loan: servicing.reverseForLoan },
  lodgedBack: { refund: investing.keepOfRefund, payout: servicing.keepOfPayout },
  settled: {
    disbursement: servicing.disbursementSettled,
    refund: investing.refundSettled,
    payout: servicing.payoutSettled,
    return: returnSettled,
    sweep: sweepSettled,
  },
  batches: {
    refund: investing.refundBatch,
    payout: servicing.payoutBatch,
    return: returnBatch,
    sweep: sweepBatch,
  },
  sourceConfirmed: investing.releaseSourced,
  trustMoved: watchTrust,
  tasks: {
    ...settingsTasks,
    ...bankingTasks,
    operator_check: operatorCheck,
    partner_check: partnerCheck,
    ...verificationTasks,
    ...lendingTasks,
    ...investing.investingTasks,
    ...servicing.servicingTasks,
    ...contentTasks,
    ...messagesTasks,
  },
};

/**
 * Order of the jobs on each business day: first deadlines, then instalments that fall due, then
 * outgoing payments, the reconciliation of ledger and bank, and the deletion of old rows.
 */
export const jobs: readonly Job[] = [
  ...tasksJobs,
  ...bankingJobs,
  ...identityJobs,
  ...verificationJobs,
  ...lendingJobs,
  ...investingJobs,
  ...servicingJobs,
  ...mandatesJobs,
  ...invoicesJobs,
  ...contentJobs,
  ...reportsJobs,
  ...proofsJobs,
  ...messagesJobs,
  ...ledgerJobs,
  ...bankingDays,
  ...retentionJobs,
];

/** Order of the jobs for each day that the bank has closed: first orders and cases, then loans. */
export const closedDayJobs: readonly ClosedDayJob[] = [
  ...investingClosedDayJobs,
  ...servicingClosedDayJobs,
];
