// Connects every API call with its action, and the hooks of earlier features with later ones.
import type { Office, Site } from '#contract/index.ts';
import type { Actions } from './call.ts';
import type { Hooks } from './hooks.ts';
import type { ClosedDayJob, Job } from './jobs/job.ts';
import { bankingActions } from './banking/actions.ts';
import { watchTrust } from './banking/booking/shortfall.ts';
import { apiActions } from './identity/api/access.ts';
import { signInActions } from './identity/operator/operators.ts';
import { providerActions } from './identity/operator/provider-sign-in.ts';
import { memberOfficeActions } from './identity/member/members.ts';
import { colleagueActions } from './identity/operator/colleagues.ts';
import {
  impersonationActions,
  impersonationOfficeActions,
} from './identity/operator/impersonation.ts';
import { oauthActions } from './identity/api/oauth.ts';
import { partnerCheck, partnersActions } from './identity/api/partners.ts';
import { extendDeadlines } from './lending/loan.ts';
import { lendingTasks } from './lending/review/review.ts';
import { followLoan as logLoan } from './proofs/leaves.ts';
import { memberPageActions } from './verification/office/member-page.ts';
import { flagsOfPayments, payeeLines } from './verification/payee/payee.ts';
import { payoutHoldActions } from './verification/hold/payout-hold.ts';
import { verificationOfficeActions, verificationTasks } from './verification/office/review.ts';
import { bankState, paymentQueue, waitingBatches } from './banking/health-queries.ts';
import { bankingDays, bankingJobs } from './banking/jobs.ts';
import { bankingOfficeActions } from './banking/office.ts';
import { sweepBatch, sweepSettled } from './banking/booking/sweeps.ts';
import { returnBatch, returnSettled } from './banking/payment/returns.ts';
import { bankingTasks } from './banking/tasks.ts';
import { operatorCheck } from './identity/operator/operator-checks.ts';
import {
  contentActions,
  contentOfficeActions,
  contentTasks,
  renewPages,
} from './content/actions.ts';
import { contentJobs } from './content/jobs.ts';
import { identityActions } from './identity/actions.ts';
import { identityJobs } from './identity/jobs.ts';
import { identityPasswordActions } from './identity/credentials/passwords.ts';
import * as identityWords from './identity/words.ts';
import { invoicesActions } from './invoices/actions.ts';
import { invoicesJobs } from './invoices/jobs.ts';
import { invoicesOfficeActions } from './invoices/office.ts';
import * as invoicesWords from './invoices/words.ts';
import * as investing from './investing/actions.ts';
import { investingClosedDayJobs, investingJobs } from './investing/jobs.ts';
import * as investingWords from './investing/words.ts';
import { feeReportFile, journalFile, ledgerOfficeActions } from './ledger/books.ts';
import { lendingActions, lendingOfficeActions } from './lending/actions.ts';
import { operatorsActions } from './operators/actions.ts';
import { portfolioActions } from './portfolio/actions.ts';
import { papersMoved } from './lending/review/submission.ts';
import { ledgerJobs } from './ledger/jobs.ts';
import { lendingJobs } from './lending/jobs.ts';
import * as lendingWords from './lending/words.ts';
import { mandateCovers, mandatesActions } from './mandates/actions.ts';
import { mandatesJobs } from './mandates/jobs.ts';
import { mandatesOfficeActions } from './mandates/office.ts';
import { debitedMember, debitsUnderWay } from './mandates/under-way.ts';
import * as mandatesWords from './mandates/words.ts';
import { messagesActions, messagesJobs, messagesTasks } from './messages/actions.ts';
import { noticesActions } from './notices/actions.ts';
import { proofsActions } from './proofs/actions.ts';
import { proofsJobs } from './proofs/jobs.ts';
import { privacyActions } from './privacy/actions.ts';
import { holdsMoney } from './privacy/closing.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { retentionJobs } from './retention/jobs.ts';
import { reportsActions, reportsOfficeActions } from './reports/actions.ts';
import { reportsJobs } from './reports/jobs.ts';
import * as servicing from './servicing/actions.ts';
import { servicingClosedDayJobs } from './servicing/closed-day-jobs.ts';
import { servicingJobs } from './servicing/jobs.ts';
import { resolutionNotices } from './servicing/negotiation/resolution-words.ts';
import * as reportsWords from './reports/words.ts';
import * as servicingWords from './servicing/words.ts';
import { settingsActions, settingsTasks } from './settings/actions.ts';
import { dutyInForce } from './settings/in-force.ts';
import { tasksActions, withExportRecord } from './tasks/actions.ts';
import { deskActions } from './tasks/desk.ts';
import { heldActions } from './tasks/held/held.ts';
import { dutyActions } from './tasks/duty/absence.ts';
import { auditActions } from './tasks/audit.ts';
import { healthActions } from './tasks/health.ts';
import { noteActions } from './tasks/notes/notes.ts';
import { securityActions } from './tasks/security/security.ts';
import { tasksJobs } from './tasks/jobs.ts';
import * as tasksWords from './tasks/words.ts';
import { pauseWebhooks, webhooksActions } from './webhooks/actions.ts';
import { todayActions } from './today/actions.ts';
import * as webhooksWords from './webhooks/words.ts';
import { verificationActions } from './verification/actions.ts';
import { verificationJobs } from './verification/jobs.ts';
import * as verificationWords from './verification/words.ts';
import { followLoan as followCase } from './investing/cases/fundraising.ts';
import { investingOfficeActions } from './investing/office.ts';
import { keepOfRefund } from './investing/order/covered.ts';
import { publishLoanMove } from './investing/order/events.ts';
import { refundOfficeActions } from './investing/order/refund-office.ts';
import { refundSettled } from './investing/order/refund-settling.ts';
import { refundBatch, releaseOwn, releaseSourced } from './investing/order/refunds.ts';
import { receiveForOrder, reverseForOrder } from './investing/receipts.ts';
import { disbursementSettled } from './servicing/payout/disbursement.ts';
import { payoutOfficeActions } from './servicing/payout/payout-office.ts';
import { payoutBatch, payoutSettled } from './servicing/payout/payouts.ts';
import { receiveForLoan, reverseForLoan } from './servicing/receipts.ts';
import { keepOfPayout } from './servicing/repayment/surplus.ts';

export const siteActions: Actions<Site> = {
  notices: noticesActions,
  banking: bankingActions,
  identity: {
    ...identityActions,
    ...identityPasswordActions,
    ...impersonationActions,
    ...apiActions,
    ...oauthActions,
    ...privacyActions,
  },
  webhooks: webhooksActions,
  verification: verificationActions,
  lending: lendingActions,
  investing: { ...investing.investingActions, ...portfolioActions },
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
  ledger: { ...ledgerOfficeActions, ...ledgerFiles },
  tasks: {
    ...tasksActions,
    ...deskActions,
    ...heldActions,
    ...dutyActions,
    ...auditActions,
    ...healthActions,
    ...noteActions,
    ...securityActions,
  },
  settings: settingsActions,
  banking: bankingOfficeActions,
  identity: {
    ...operatorsActions,
    ...signInActions,
    ...providerActions,
    ...memberOfficeActions,
    ...colleagueActions,
    ...impersonationOfficeActions,
    ...partnersActions,
  },
  verification: {
    ...verificationOfficeActions,
    ...memberPageActions,
    ...payoutHoldActions,
  },
  lending: lendingOfficeActions,
  investing: {
    ...investingOfficeActions,
    ...refundOfficeActions,
  },
  servicing: {
    ...servicing.servicingOfficeActions,
    ...payoutOfficeActions,
  },
  mandates: mandatesOfficeActions,
  invoices: invoicesOfficeActions,
  content: contentOfficeActions,
  reports: reportsOfficeActions,
  messages: messagesActions,
};

/** Hooks, which are the only way for an earlier feature to call a later one. */
export const featureHooks: Hooks = {
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
  accessEnded: [pauseWebhooks],
  holdsMoney,
  holdEnded: [extendDeadlines],
  accountReady: [releaseOwn],
  papersMoved: [papersMoved],
  loanMoved: [followCase, servicing.followLoan, publishLoanMove, logLoan],
  mandateCovers,
  debitsUnderWay,
  debitedMember,
  plansChanged: [renewPages],
  received: { order: receiveForOrder, loan: receiveForLoan },
  reversed: { order: reverseForOrder, loan: reverseForLoan },
  lodgedBack: { refund: keepOfRefund, payout: keepOfPayout },
  settled: {
    disbursement: disbursementSettled,
    refund: refundSettled,
    payout: payoutSettled,
    return: returnSettled,
    sweep: sweepSettled,
  },
  batches: {
    refund: refundBatch,
    payout: payoutBatch,
    return: returnBatch,
    sweep: sweepBatch,
  },
  payees: payeeLines,
  payeeFlags: flagsOfPayments,
  sourceConfirmed: releaseSourced,
  bankHealth: { state: bankState, payments: paymentQueue, batches: waitingBatches },
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
  ...privacyJobs,
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
