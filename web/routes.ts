// Every page of the member site: its address and the file that shows it.
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Rendered on the server, for everyone. */
const open: RouteConfig = [
  index('site/HomePage.tsx'),
  route('investment', 'investing/CasesPage.tsx'),
  route('loan/alllist', 'lending/PlansPage.tsx'),
  route('loan/:type', 'lending/PlanPage.tsx'),
  route('sitemap', 'site/SiteMapPage.tsx'),
  route('about', 'content/AboutPage.tsx'),
  route('knowledge', 'content/KnowledgePage.tsx'),
  route('knowledge/article', 'content/ArticlesPage.tsx'),
  route('knowledge/article/:id', 'content/ArticlePage.tsx'),
  route('knowledge/news', 'content/NewsListPage.tsx'),
  route('knowledge/news/:id', 'content/NewsPage.tsx'),
  route('knowledge/story', 'content/StoriesPage.tsx'),
  route('knowledge/story/:id', 'content/StoryPage.tsx'),
  route('support', 'content/SupportPage.tsx'),
  route('support/loan', 'content/SupportLoanPage.tsx'),
  route('support/invest', 'content/SupportInvestPage.tsx'),
  route('support/member', 'content/SupportMemberPage.tsx'),
  route('support/Search', 'content/SearchPage.tsx'),
  route('support/policy', 'content/PoliciesPage.tsx'),
  route('support/policy/allPolicies', 'content/AllPoliciesPage.tsx'),
  route('support/policy/:id', 'content/PolicyPage.tsx'),
  route('dev/style', 'site/StylePage.tsx'),
  route('*', 'site/NotFoundPage.tsx'),
];

/** For everyone too, and asking for more once they stand in the browser. */
const asking: RouteConfig = [
  route('account/faker', 'demonstration/FakerPage.tsx'),
  route('account/faker_api', 'demonstration/FakerApiPage.tsx'),
  route('member/verify', 'identity/VerifyPage.tsx'),
];

/** Coming in: for everyone. */
const entrance: RouteConfig = [
  route('member/login', 'identity/LoginPage.tsx'),
  route('member/register', 'identity/RegisterPage.tsx'),
  route('member/forgot', 'identity/ForgotPage.tsx'),
  route('member/resetPassword', 'identity/ResetPasswordPage.tsx'),
  route('member/verifyStatus', 'identity/VerifyStatusPage.tsx'),
  route('account', 'identity/AccountPage.tsx'),
  route('viewing', 'identity/ViewingPage.tsx'),
];

/** Rendered in the browser, for members whose e-mail is confirmed. */
const members: RouteConfig = [
  route('member/profile', 'verification/VerificationPage.tsx'),
  route('member/profile/phone', 'verification/PhonePage.tsx'),
  route('member/profile/basic', 'verification/BasicPage.tsx'),
  route('member/profile/id', 'verification/IdPage.tsx'),
  route('member/profile/bank', 'verification/BankPage.tsx'),
  route('member/additional_document', 'verification/SupplementPage.tsx'),
  route('member/additional_document/basic', 'verification/SupplementBasicPage.tsx'),
  route('member/additional_document/id', 'verification/SupplementIdPage.tsx'),
  route('member/additional_document/bank', 'verification/SupplementBankPage.tsx'),
  route('loan/:plan?/apply', 'lending/ApplyPage.tsx'),
  route('loan/success', 'lending/LoanSuccessPage.tsx'),
  route('loan/additional_document', 'lending/AdditionalDocumentPage.tsx'),
  route('loan/additional_document_success', 'lending/AdditionalDocumentSentPage.tsx'),
  route('account/loan', 'lending/LoanPage.tsx'),
  route('account/loan/protect', 'lending/SigningPage.tsx'),
  route('account/loan/contract', 'servicing/ContractPage.tsx'),
  route('loan/financial_proof', 'verification/FinancialProofPage.tsx'),
  route('account/profile', 'identity/ProfilePage.tsx'),
  route('account/profile/alter_password', 'identity/AlterPasswordPage.tsx'),
  route('account/profile/suitability', 'investing/SuitabilityPage.tsx'),
  route('account/notification', 'notices/NoticesPage.tsx'),
  route('account/invest', 'investing/MyOrdersPage.tsx'),
  route('account/invest/ongoing', 'investing/OngoingPage.tsx'),
  route('account/invest/ongoing/contract', 'investing/ContractsPage.tsx'),
  route('account/invest/ongoing/contract/:id', 'investing/ContractPage.tsx'),
  route('account/invest/ongoing/:id', 'investing/HoldingPage.tsx'),
];

/** For anyone signed in. */
const signedIn: RouteConfig = [route('investment/:id', 'investing/CasePage.tsx')];

/** For members who are fully verified. */
const verified: RouteConfig = [
  route('account/profile/alter_bank', 'verification/AlterBankPage.tsx', { id: 'alter-bank-1' }),
  route('account/profile/bank', 'verification/AlterBankPage.tsx', { id: 'alter-bank-2' }),
  route('account/profile/alter_bank/bank', 'verification/AlterBankPage.tsx', {
    id: 'alter-bank-3',
  }),
  route('account/profile/alter_id', 'verification/AlterIdPage.tsx', { id: 'alter-id-1' }),
  route('account/profile/id', 'verification/AlterIdPage.tsx', { id: 'alter-id-2' }),
  route('account/profile/alter_id/id', 'verification/AlterIdPage.tsx', { id: 'alter-id-3' }),
  route('investment/:id/confirm', 'investing/ConfirmPage.tsx'),
  route('investment/bank-transfer', 'investing/BankTransferPage.tsx'),
  route('investment/ErrorIndex', 'investing/InvestErrorPage.tsx'),
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
