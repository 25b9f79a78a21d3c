// Every page of the member site: its path and the file that shows it.
import { index, layout, route as routeTo, type RouteConfig } from '@react-router/dev/routes';

/**
 * Returns a page at `path`. Ids are short, because the first page of a visit contains the ids of
 * all pages.
 */
function route(path: string, file: string, { id }: { id?: string } = {}) {
  const [folder = ''] = file.split('/');
  const name = file.replace(/^.*\//, '').replace(/(Page)?\.tsx$/, '');
  return routeTo(path, file, { id: id ?? `${folder}-${name}` });
}

/** Pages that are rendered on the server, for everybody. */
const open: RouteConfig = [
  index('site/home/HomePage.tsx'),
  route('investment', 'investing/cases/CasesPage.tsx'),
  route('loan/alllist', 'lending/plans/PlansPage.tsx'),
  route('loan/quote', 'lending/quote/QuotePage.tsx'),
  route('loan/:type', 'site/plan/PlanPage.tsx'),
  route('sitemap', 'site/SiteMapPage.tsx'),
  route('about', 'content/AboutPage.tsx'),
  route('statistics', 'reports/statistics/StatisticsPage.tsx'),
  route('verify', 'proofs/VerifyPage.tsx'),
  route('knowledge', 'content/reading/KnowledgePage.tsx'),
  route('knowledge/article', 'content/reading/ArticlesPage.tsx'),
  route('knowledge/article/:id', 'content/reading/ArticlePage.tsx'),
  route('knowledge/news', 'content/reading/NewsListPage.tsx'),
  route('knowledge/news/:id', 'content/reading/NewsPage.tsx'),
  route('knowledge/story', 'content/reading/StoriesPage.tsx'),
  route('knowledge/story/:id', 'content/reading/StoryPage.tsx'),
  route('support', 'content/support/SupportPage.tsx'),
  route('support/loan', 'content/support/SupportLoanPage.tsx'),
  route('support/invest', 'content/support/SupportInvestPage.tsx'),
  route('support/member', 'content/support/SupportMemberPage.tsx'),
  route('support/Search', 'content/support/SearchPage.tsx'),
  route('support/policy', 'content/policy/PoliciesPage.tsx'),
  route('support/policy/allPolicies', 'content/policy/AllPoliciesPage.tsx'),
  route('support/policy/:id', 'content/policy/PolicyPage.tsx'),
  route('dev/style', 'site/StylePage.tsx'),
  route('*', 'site/NotFoundPage.tsx'),
];

/** Pages for everybody that load more data in the browser. */
const asking: RouteConfig = [
  route('account/faker', 'demonstration/FakerPage.tsx'),
  route('account/faker_api', 'demonstration/FakerApiPage.tsx'),
  route('member/verify', 'identity/register/VerifyPage.tsx'),
];

/** Sign-in and registration pages, for everybody. */
const entrance: RouteConfig = [
  route('member/login', 'identity/sign-in/LoginPage.tsx'),
  route('member/register', 'identity/register/RegisterPage.tsx'),
  route('member/forgot', 'identity/recovery/ForgotPage.tsx'),
  route('member/resetPassword', 'identity/recovery/ResetPasswordPage.tsx'),
  route('member/verifyStatus', 'identity/register/VerifyStatusPage.tsx'),
  route('account', 'identity/account/AccountPage.tsx'),
  route('impersonation', 'identity/ImpersonationPage.tsx'),
];

/** Pages that are rendered in the browser, for members with a confirmed e-mail address. */
const members: RouteConfig = [
  route('member/profile', 'verification/VerificationPage.tsx'),
  route('member/profile/phone', 'verification/steps/PhonePage.tsx'),
  route('member/profile/basic', 'verification/steps/BasicPage.tsx'),
  route('member/profile/id', 'verification/steps/IdPage.tsx'),
  route('member/profile/bank', 'verification/steps/BankPage.tsx'),
  route('member/additional_document', 'verification/supplement/SupplementPage.tsx'),
  route('member/additional_document/basic', 'verification/supplement/SupplementBasicPage.tsx'),
  route('member/additional_document/id', 'verification/supplement/SupplementIdPage.tsx'),
  route('member/additional_document/bank', 'verification/supplement/SupplementBankPage.tsx'),
  route('loan/:plan?/apply', 'lending/apply/ApplyPage.tsx'),
  route('loan/success', 'lending/apply/LoanSuccessPage.tsx'),
  route('loan/additional_document', 'lending/apply/AdditionalDocumentPage.tsx'),
  route('loan/additional_document_success', 'lending/apply/AdditionalDocumentSentPage.tsx'),
  route('account/loan', 'lending/loan/LoanPage.tsx'),
  route('account/loan/protect', 'lending/signing/SigningPage.tsx'),
  route('account/loan/contract', 'servicing/ContractPage.tsx'),
  route('loan/financial_proof', 'verification/FinancialProofPage.tsx'),
  route('account/profile', 'site/account/ProfilePage.tsx'),
  route('account/profile/alter_password', 'identity/account/AlterPasswordPage.tsx'),
  route('account/profile/suitability', 'investing/SuitabilityPage.tsx'),
  route('account/api', 'identity/api/ApiPage.tsx'),
  route('oauth/authorize', 'identity/api/ConsentPage.tsx'),
  route('account/notification', 'notices/NoticesPage.tsx'),
  route('account/mandate', 'mandates/MandatePage.tsx'),
  route('account/webhooks', 'webhooks/WebhooksPage.tsx'),
  route('account/webhooks/:id', 'webhooks/WebhookPage.tsx'),
  route('account/invoices', 'invoices/InvoicesPage.tsx'),
  route('account/invoices/:number', 'invoices/InvoicePage.tsx'),
  route('account/trust', 'reports/trust/TrustPage.tsx'),
  route('account/invest', 'investing/order/MyOrdersPage.tsx'),
  route('account/invest/ongoing', 'portfolio/OngoingPage.tsx'),
  route('account/invest/ongoing/contract', 'portfolio/ContractsPage.tsx'),
  route('account/invest/ongoing/contract/:id', 'portfolio/ContractPage.tsx'),
  route('account/invest/reports', 'portfolio/ReportsPage.tsx'),
  route('account/invest/ongoing/:id', 'portfolio/HoldingPage.tsx'),
];

/** Pages for everybody who is signed in. */
const signedIn: RouteConfig = [route('investment/:id', 'investing/cases/CasePage.tsx')];

/** Pages for members whose verification is complete. */
const verified: RouteConfig = [
  route('account/profile/alter_bank', 'verification/changes/AlterBankPage.tsx', {
    id: 'alter-bank-1',
  }),
  route('account/profile/bank', 'verification/changes/AlterBankPage.tsx', { id: 'alter-bank-2' }),
  route('account/profile/alter_bank/bank', 'verification/changes/AlterBankPage.tsx', {
    id: 'alter-bank-3',
  }),
  route('account/profile/alter_id', 'verification/changes/AlterIdPage.tsx', { id: 'alter-id-1' }),
  route('account/profile/id', 'verification/changes/AlterIdPage.tsx', { id: 'alter-id-2' }),
  route('account/profile/alter_id/id', 'verification/changes/AlterIdPage.tsx', {
    id: 'alter-id-3',
  }),
  route('investment/:id/confirm', 'investing/order/ConfirmPage.tsx'),
  route('investment/bank-transfer', 'investing/order/BankTransferPage.tsx'),
  route('investment/ErrorIndex', 'investing/order/InvestErrorPage.tsx'),
];

export default [
  layout('site/Layout.tsx', [
    layout('site/Page.tsx', [
      ...open,
      ...entrance,
      layout('site/Queries.tsx', [
        ...asking,
        layout('site/Member.tsx', [...members]),
        layout('site/SignedIn.tsx', [...signedIn]),
        layout('site/Verified.tsx', [...verified]),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
