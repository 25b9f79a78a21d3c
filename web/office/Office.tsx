// The back office: its layout, and the page for each path.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';
import { newQueryClient } from '../query-client.ts';
import { Toasts } from '../ui/overlay/toasts.tsx';
import { LoginPage } from './LoginPage.tsx';
import { NotFoundPage, OfficeError } from './OfficeError.tsx';
import * as paths from './paths.ts';
import { Shell } from './Shell.tsx';

const FRESH_MS = 10_000;

const client = newQueryClient({ freshMs: FRESH_MS });

/** Pages inside the layout, for signed-in operators; each is loaded when it is first opened. */
const pages: Record<string, () => Promise<{ Component: ComponentType }>> = {
  [paths.overview()]: () => page(import('./pages/OverviewPage.tsx'), 'OverviewPage'),
  [paths.inbox()]: () => page(import('../tasks/office/InboxPage.tsx'), 'InboxPage'),
  [paths.mentions()]: () => page(import('../tasks/office/notes/MentionsPage.tsx'), 'MentionsPage'),
  '/tasks/:id': () => page(import('./pages/TaskPage.tsx'), 'TaskPage'),
  [paths.members()]: () => page(import('../verification/office/MembersPage.tsx'), 'MembersPage'),
  '/members/:id': () => page(import('../verification/office/MemberPage.tsx'), 'MemberPage'),
  [paths.loans()]: () => page(import('../servicing/office/LoansPage.tsx'), 'LoansPage'),
  [paths.orders()]: () => page(import('../servicing/office/OrdersPage.tsx'), 'OrdersPage'),
  '/loans/:id/:tab?': () =>
    page(import('../servicing/office/case/CaseFilePage.tsx'), 'CaseFilePage'),
  '/orders/:id': () => page(import('../servicing/office/OrderPage.tsx'), 'OrderPage'),
  [paths.fundedCases()]: () => page(import('../investing/office/CasesPage.tsx'), 'CasesPage'),
  '/cases/:id': () => page(import('../servicing/office/case/CaseFilePage.tsx'), 'MovedCase'),
  [paths.polls()]: () => page(import('../servicing/office/PollsPage.tsx'), 'PollsPage'),
  [paths.collections()]: () =>
    page(import('../servicing/office/CollectionsPage.tsx'), 'CollectionsPage'),
  '/collections/:id': () =>
    page(import('../servicing/office/case/CaseFilePage.tsx'), 'MovedCollection'),
  [paths.absences()]: () => page(import('../tasks/office/duty/AbsencesPage.tsx'), 'AbsencesPage'),
  [paths.holidays()]: () => page(import('../servicing/office/HolidaysPage.tsx'), 'HolidaysPage'),
  [paths.settings()]: () => page(import('../settings/office/SettingsPage.tsx'), 'SettingsPage'),
  '/settings/:name': () => page(import('../settings/office/SettingPage.tsx'), 'SettingPage'),
  [paths.health()]: () => page(import('../tasks/office/HealthPage.tsx'), 'HealthPage'),
  [paths.security()]: () => page(import('../tasks/office/SecurityPage.tsx'), 'SecurityPage'),
  [paths.audit()]: () => page(import('../tasks/office/AuditPage.tsx'), 'AuditPage'),
  [paths.operators()]: () => page(import('../identity/office/OperatorsPage.tsx'), 'OperatorsPage'),
  [paths.partners()]: () => page(import('../identity/office/PartnersPage.tsx'), 'PartnersPage'),
  [paths.signIns()]: () => page(import('../identity/office/SignInsPage.tsx'), 'SignInsPage'),
  [paths.impersonations()]: () =>
    page(import('../identity/office/ImpersonationsPage.tsx'), 'ImpersonationsPage'),
  [paths.ownSessions()]: () =>
    page(import('../identity/office/OwnSessionsPage.tsx'), 'OwnSessionsPage'),
  [paths.books()]: () => page(import('../ledger/office/BooksPage.tsx'), 'BooksPage'),
  [paths.ledger()]: () => page(import('../ledger/office/LedgerPage.tsx'), 'LedgerPage'),
  [paths.trialBalance()]: () =>
    page(import('../ledger/office/TrialBalancePage.tsx'), 'TrialBalancePage'),
  [paths.accountLedger()]: () =>
    page(import('../ledger/office/AccountLedgerPage.tsx'), 'AccountLedgerPage'),
  [paths.incomeStatement()]: () =>
    page(import('../ledger/office/FinancialPages.tsx'), 'IncomeStatementPage'),
  [paths.balanceSheet()]: () =>
    page(import('../ledger/office/FinancialPages.tsx'), 'BalanceSheetPage'),
  [paths.trustReports()]: () =>
    page(import('../reports/office/trust/TrustReportsPage.tsx'), 'TrustReportsPage'),
  '/books/trust-reports/:month': () =>
    page(import('../reports/office/trust/TrustReportPage.tsx'), 'TrustReportPage'),
  [paths.vouchers()]: () =>
    page(import('../banking/office/vouchers/VouchersPage.tsx'), 'VouchersPage'),
  [paths.years()]: () => page(import('../banking/office/years/YearsPage.tsx'), 'YearsPage'),
  [paths.fees()]: () => page(import('../ledger/office/FeesPage.tsx'), 'FeesPage'),
  [paths.invoices()]: () => page(import('../invoices/office/InvoicesPage.tsx'), 'InvoicesPage'),
  '/invoices/:id': () => page(import('../invoices/office/InvoicePage.tsx'), 'InvoicePage'),
  [paths.invoicePeriods()]: () => page(import('../invoices/office/PeriodsPage.tsx'), 'PeriodsPage'),
  [paths.invoiceTracks()]: () => page(import('../invoices/office/TracksPage.tsx'), 'TracksPage'),
  [paths.invoiceMessages()]: () =>
    page(import('../invoices/office/MessagesPage.tsx'), 'MessagesPage'),
  [paths.reportSchedules()]: () =>
    page(import('../reports/office/schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  [paths.reports()]: () => page(import('../reports/office/Report.tsx'), 'ReportsHome'),
  [paths.report('outstanding')]: () =>
    page(import('../reports/office/OutstandingPage.tsx'), 'OutstandingPage'),
  [paths.report('cash-flow')]: () =>
    page(import('../reports/office/CashFlowPage.tsx'), 'CashFlowPage'),
  [paths.report('vintages')]: () =>
    page(import('../reports/office/VintagesPage.tsx'), 'VintagesPage'),
  [paths.report('defaults')]: () =>
    page(import('../reports/office/DefaultsPage.tsx'), 'DefaultsPage'),
  [paths.report('income')]: () => page(import('../reports/office/IncomePage.tsx'), 'IncomePage'),
  [paths.report('returns')]: () => page(import('../reports/office/ReturnsPage.tsx'), 'ReturnsPage'),
  [paths.report('funnel')]: () => page(import('../reports/office/FunnelPage.tsx'), 'FunnelPage'),
  [paths.report('service')]: () => page(import('../reports/office/ServicePage.tsx'), 'ServicePage'),
  [paths.moneyDesk()]: () => page(import('./kit/MoneyDesk.tsx'), 'MoneyHome'),
  [paths.money('batches')]: () => page(import('../banking/office/BatchesPage.tsx'), 'BatchesPage'),
  '/money/batches/:id': () => page(import('../banking/office/BatchPage.tsx'), 'BatchPage'),
  [paths.money('disbursements')]: () =>
    page(import('../servicing/office/DisbursementsPage.tsx'), 'DisbursementsPage'),
  [paths.money('refunds')]: () =>
    page(import('../investing/office/RefundsPage.tsx'), 'RefundsPage'),
  [paths.money('payouts')]: () =>
    page(import('../servicing/office/PayoutsPage.tsx'), 'PayoutsPage'),
  [paths.money('receipts')]: () =>
    page(import('../banking/office/ReceiptsPage.tsx'), 'ReceiptsPage'),
  [paths.receiptLot()]: () =>
    page(import('../banking/office/receipts/ReceiptLotPage.tsx'), 'ReceiptLotPage'),
  [paths.money('debits')]: () => page(import('../mandates/office/DebitsPage.tsx'), 'DebitsPage'),
  [paths.mandates()]: () => page(import('../mandates/office/MandatesPage.tsx'), 'MandatesPage'),
  [paths.collectionFiles()]: () =>
    page(import('../mandates/office/CollectionFilesPage.tsx'), 'CollectionFilesPage'),
  [paths.money('statements')]: () =>
    page(import('../banking/office/statements/StatementsPage.tsx'), 'StatementsPage'),
  '/money/statements/:id': () =>
    page(import('../banking/office/statements/StatementPage.tsx'), 'StatementPage'),
  [paths.money('bookings')]: () =>
    page(import('../banking/office/bookings/BookingsPage.tsx'), 'BookingsPage'),
  [paths.newBooking()]: () =>
    page(import('../banking/office/bookings/NewBookingPage.tsx'), 'NewBookingPage'),
  '/money/bookings/:id': () =>
    page(import('../banking/office/bookings/BookingPage.tsx'), 'BookingPage'),
  [paths.money('reconciliation')]: () =>
    page(import('../banking/office/ReconciliationPage.tsx'), 'ReconciliationPage'),
  '/money/reconciliation/:day': () =>
    page(import('../banking/office/ReconciledDayPage.tsx'), 'ReconciledDayPage'),
  [paths.articles()]: () =>
    page(import('../content/office/article/ArticlesPage.tsx'), 'ArticlesPage'),
  '/articles/new': () =>
    page(import('../content/office/article/ArticlePage.tsx'), 'NewArticlePage'),
  '/articles/:id': () => page(import('../content/office/article/ArticlePage.tsx'), 'ArticlePage'),
  [paths.questions()]: () =>
    page(import('../content/office/support/QuestionsPage.tsx'), 'QuestionsPage'),
  [paths.newQuestion()]: () =>
    page(import('../content/office/support/QuestionPage.tsx'), 'NewQuestionPage'),
  '/questions/:id': () =>
    page(import('../content/office/support/QuestionPage.tsx'), 'QuestionPage'),
  [paths.policies()]: () =>
    page(import('../content/office/policy/PoliciesPage.tsx'), 'PoliciesPage'),
  [paths.newPolicy()]: () =>
    page(import('../content/office/policy/PolicyPage.tsx'), 'NewPolicyPage'),
  '/policies/:id': () => page(import('../content/office/policy/PolicyPage.tsx'), 'PolicyPage'),
  [paths.plans()]: () => page(import('../lending/office/plans/PlansPage.tsx'), 'PlansPage'),
  [paths.newPlan()]: () => page(import('../lending/office/plans/PlanPage.tsx'), 'NewPlanPage'),
  '/plans/:id': () => page(import('../lending/office/plans/PlanPage.tsx'), 'PlanPage'),
  [paths.ads()]: () => page(import('../content/office/ads/AdsPage.tsx'), 'AdsPage'),
  [paths.newAd()]: () => page(import('../content/office/ads/AdPage.tsx'), 'NewAdPage'),
  '/ads/:id': () => page(import('../content/office/ads/AdPage.tsx'), 'AdPage'),
  [paths.images()]: () => page(import('../content/office/picture/ImagesPage.tsx'), 'ImagesPage'),
  [paths.wordings()]: () => page(import('../messages/office/WordingsPage.tsx'), 'WordingsPage'),
  '/wordings/:key': () => page(import('../messages/office/WordingPage.tsx'), 'WordingPage'),
  [paths.broadcasts()]: () =>
    page(import('../messages/office/BroadcastsPage.tsx'), 'BroadcastsPage'),
  [paths.newBroadcast()]: () =>
    page(import('../messages/office/BroadcastPage.tsx'), 'NewBroadcastPage'),
  '/broadcasts/:id': () => page(import('../messages/office/BroadcastPage.tsx'), 'BroadcastPage'),
  [paths.deliveries()]: () =>
    page(import('../messages/office/DeliveriesPage.tsx'), 'DeliveriesPage'),
  [paths.synonyms()]: () =>
    page(import('../content/office/support/SynonymsPage.tsx'), 'SynonymsPage'),
};

/** Returns the component of that name in the form that the router expects for lazy routes. */
async function page<N extends string>(file: Promise<Record<N, ComponentType>>, name: N) {
  return { Component: (await file)[name] };
}

/** Pages that are shown without the layout. */
const entrances: RouteObject[] = [
  { path: paths.login(), element: <LoginPage /> },
  {
    path: paths.setup(),
    lazy: () => page(import('../identity/office/SetupPage.tsx'), 'SetupPage'),
    hydrateFallbackElement: <></>,
  },
];

const router = createBrowserRouter([
  ...entrances,
  {
    element: <Shell />,
    hydrateFallbackElement: <Shell starting />,
    errorElement: <OfficeError />,
    children: [
      ...Object.entries(pages).map(([path, lazy]) => ({ path, lazy })),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);

export function Office() {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
