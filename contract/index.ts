// The whole API contract, by feature, for each of the two sites.
import { bankingOffice } from './banking/office.ts';
import { banking } from './banking/calls.ts';
import { contentOffice } from './content/office.ts';
import { contentReleaseOffice } from './content/release.ts';
import { contentSupportOffice } from './content/support.ts';
import { content } from './content/calls.ts';
import { collectionsOffice } from './servicing/collections.ts';
import { together } from './core/endpoint.ts';
import { demonstration } from './demonstration/calls.ts';
import { holidaysOffice } from './taiwan/holidays.ts';
import { identityApi } from './identity/api-access.ts';
import { identityOauth } from './identity/oauth.ts';
import { identityPartnersOffice } from './identity/partners.ts';
import { identityAccount } from './identity/account.ts';
import { identityPassword } from './identity/password.ts';
import { identityFactor } from './identity/factor.ts';
import { identityGoogle } from './identity/google.ts';
import { identityPasskey } from './identity/passkey.ts';
import { identity, identityOffice } from './identity/calls.ts';
import { identityProviderOffice } from './identity/office-sign-in.ts';
import { identityOperatorsOffice } from './identity/operators.ts';
import { identityImpersonation, identityImpersonationOffice } from './identity/impersonation.ts';
import { identityMembersOffice } from './identity/members.ts';
import { barsOffice } from './lending/bars.ts';
import { caseFileOffice } from './lending/case-file.ts';
import { linksOffice } from './lending/review/links.ts';
import { investingCase } from './investing/case.ts';
import { investingOffice } from './investing/office.ts';
import { investingOverview } from './investing/overview.ts';
import { investingPortfolio } from './investing/portfolio.ts';
import { investingStatements } from './investing/statements.ts';
import { refundsOffice } from './investing/refunds.ts';
import { investing } from './investing/calls.ts';
import { invoices } from './invoices/calls.ts';
import { invoicesOffice } from './invoices/office.ts';
import { mandates } from './mandates/calls.ts';
import { mandatesOffice } from './mandates/office.ts';
import { ledgerOffice } from './ledger/calls.ts';
import { applying } from './lending/applying.ts';
import { planInfo } from './lending/plan-info.ts';
import { plansOffice } from './lending/plans.ts';
import { quoting } from './lending/quote.ts';
import { lendingSettlement } from './lending/settlement.ts';
import { lending } from './lending/calls.ts';
import { broadcastsOffice } from './messages/broadcasts.ts';
import { deliveriesOffice } from './messages/deliveries.ts';
import { wordingsOffice } from './messages/calls.ts';
import { notices } from './notices/calls.ts';
import { proofs } from './proofs/calls.ts';
import { reportsSite } from './reports/book/statistics.ts';
import { reportsOffice } from './reports/calls.ts';
import { trustReports } from './reports/trust/calls.ts';
import { payoutsOffice } from './servicing/payouts.ts';
import { lateDeskOffice } from './servicing/late/desk.ts';
import { lookupOffice } from './servicing/lookup.ts';
import { notesOffice } from './tasks/notes.ts';
import { servicing } from './servicing/calls.ts';
import { settingsOffice } from './settings/calls.ts';
import { auditOffice } from './tasks/audit.ts';
import { healthOffice } from './tasks/health.ts';
import { deskOffice } from './tasks/desk.ts';
import { dutyOffice } from './tasks/duty.ts';
import { heldOffice } from './tasks/held.ts';
import { tasksOffice } from './tasks/calls.ts';
import { ledgerLists } from './ledger/lists.ts';
import { tasksLists } from './tasks/lists.ts';
import { bankingLists } from './banking/lists.ts';
import { identityLists } from './identity/lists.ts';
import { lendingLists } from './lending/lists.ts';
import { settingsLists } from './settings/lists.ts';
import { verificationLists } from './verification/lists.ts';
import { investingLists } from './investing/lists.ts';
import { servicingLists } from './servicing/lists.ts';
import { mandatesLists } from './mandates/lists.ts';
import { invoicesLists } from './invoices/lists.ts';
import { contentLists } from './content/lists.ts';
import { reportsLists } from './reports/lists.ts';
import { messagesLists } from './messages/lists.ts';
import { today } from './today/calls.ts';
import { webhooks } from './webhooks/calls.ts';
import { verificationChanges } from './verification/changes.ts';
import { verificationRecovery } from './verification/recovery.ts';
import { verificationMembersOffice } from './verification/members.ts';
import { verificationHoldsOffice } from './verification/payout-holds.ts';
import { verification, verificationOffice } from './verification/calls.ts';

/** Calls of the member site, and those that the bank makes. */
export const site = {
  notices,
  banking,
  identity: together(
    identity,
    identityAccount,
    identityApi,
    identityOauth,
    identityPassword,
    identityGoogle,
    identityPasskey,
    identityFactor,
    identityImpersonation,
  ),
  webhooks,
  verification: together(verification, verificationChanges, verificationRecovery),
  lending: together(lending, applying, quoting, planInfo, lendingSettlement),
  investing: together(
    investing,
    investingCase,
    investingOverview,
    investingPortfolio,
    investingStatements,
  ),
  servicing,
  mandates,
  today,
  invoices,
  content,
  reports: together(trustReports, reportsSite),
  proofs,
};

/** Calls of the back office, served on the office port only. */
export const office = {
  ledger: together(ledgerOffice, ledgerLists),
  tasks: together(
    tasksOffice,
    heldOffice,
    deskOffice,
    dutyOffice,
    auditOffice,
    healthOffice,
    notesOffice,
    tasksLists,
  ),
  settings: together(settingsOffice, settingsLists),
  banking: together(bankingOffice, bankingLists),
  identity: together(
    identityOffice,
    identityProviderOffice,
    identityMembersOffice,
    identityOperatorsOffice,
    identityImpersonationOffice,
    identityPartnersOffice,
    identityLists,
  ),
  verification: together(
    verificationOffice,
    verificationMembersOffice,
    verificationHoldsOffice,
    verificationLists,
  ),
  lending: together(plansOffice, barsOffice, caseFileOffice, linksOffice, lendingLists),
  investing: together(investingOffice, refundsOffice, investingLists),
  servicing: together(
    collectionsOffice,
    lateDeskOffice,
    holidaysOffice,
    payoutsOffice,
    lookupOffice,
    servicingLists,
  ),
  mandates: together(mandatesOffice, mandatesLists),
  invoices: together(invoicesOffice, invoicesLists),
  content: together(contentOffice, contentSupportOffice, contentReleaseOffice, contentLists),
  reports: together(reportsOffice, reportsLists),
  messages: together(wordingsOffice, broadcastsOffice, deliveriesOffice, messagesLists),
};

/** Calls that exist in demonstration only. */
export const demo = { demonstration };

export type Site = typeof site;
export type Office = typeof office;
export type Demo = typeof demo;
