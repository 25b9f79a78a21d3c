// Every path of the member site as a typed function; no other code writes paths by hand.

type Id = string | number;
type Query = Record<string, string | number | boolean | undefined>;

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
const part = (value: Id) => encodeURIComponent(String(value));

export const home = () => '/';
export const about = () => '/about';
export const statistics = () => '/statistics';
export const verifyProof = () => '/verify';
export const siteMap = () => '/sitemap';
/** Guide and reference of the API, which is no page of this app. */
export const apiDocs = () => '/docs/';
export const style = () => '/dev/style';

// Paths of the account. `/account` and `/account/` redirect to the profile.
export const account = () => '/account';
export const accountWithSlash = () => '/account/';
export const myInvest = () => '/account/invest';
export const myOngoing = () => '/account/invest/ongoing';
export const myHolding = (id: Id) => `/account/invest/ongoing/${part(id)}`;
export const myInvestContracts = () => '/account/invest/ongoing/contract';
export const myInvestContract = (id: Id) => `/account/invest/ongoing/contract/${part(id)}`;
export const myReports = () => '/account/invest/reports';
export const myTrustReports = () => '/account/trust';
export const myMandate = () => '/account/mandate';
export const myWebhooks = () => '/account/webhooks';
export const myWebhook = (id: Id) => `/account/webhooks/${part(id)}`;
export const myApi = () => '/account/api';
export const myInvoices = () => '/account/invoices';
export const myInvoice = (number: string) => `/account/invoices/${part(number)}`;
export const myLoan = () => '/account/loan';
export const myLoanContract = () => '/account/loan/contract';
export const signing = () => '/account/loan/protect';
export const myNotices = () => '/account/notification';
/** `section` is the part of the account page to show; without it, the member's own data. */
export const profile = (query: { section?: 'security' | 'settings' | 'privacy' } = {}) =>
  withQuery('/account/profile', query);
export const suitability = () => '/account/profile/suitability';
export const alterBank = () => '/account/profile/alter_bank';
export const alterBankForm = () => '/account/profile/alter_bank/bank';
export const alterBankAlias = () => '/account/profile/bank';
export const alterId = () => '/account/profile/alter_id';
export const alterIdForm = () => '/account/profile/alter_id/id';
export const alterIdAlias = () => '/account/profile/id';
export const alterPassword = () => '/account/profile/alter_password';
/** Where applications of partners send members, with the parameters of OAuth. */
export const consent = () => '/oauth/authorize';
/** Target of an operator's one-time link, and the page where the impersonation ends. */
export const impersonation = () => '/impersonation';
export const faker = () => '/account/faker';
export const fakerApi = () => '/account/faker_api';

// Paths of investing.
export const investment = (query: Query = {}) => withQuery('/investment', query);
export const investCase = (id: Id) => `/investment/${part(id)}`;
export const confirmInvest = (id: Id, amount?: number) =>
  withQuery(`/investment/${part(id)}/confirm`, { amount });
export const bankTransfer = (query: { order?: Id } = {}) =>
  withQuery('/investment/bank-transfer', query);
export const investError = () => '/investment/ErrorIndex';

// Paths of articles, news, policies and help.
type ListQuery = { category?: string | undefined; page?: number | undefined };
export const knowledge = () => '/knowledge';
export const articles = (query: ListQuery = {}) => withQuery('/knowledge/article', query);
export const article = (id: Id) => `/knowledge/article/${part(id)}`;
export const newsList = (query: ListQuery = {}) => withQuery('/knowledge/news', query);
export const news = (id: Id) => `/knowledge/news/${part(id)}`;
export const stories = (query: ListQuery = {}) => withQuery('/knowledge/story', query);
export const story = (id: Id) => `/knowledge/story/${part(id)}`;
export const support = () => '/support';
export const supportInvest = () => '/support/invest';
export const supportLoan = () => '/support/loan';
export const supportMember = () => '/support/member';
export const policies = () => '/support/policy';
export const allPolicies = () => '/support/policy/allPolicies';
/**
 * Path of a policy. `version` selects a version other than the one in force; `since` is the version
 * to compare with.
 */
export const policy = (
  id: Id,
  query: { version?: number | undefined; since?: number | undefined } = {},
) => withQuery(`/support/policy/${part(id)}`, query);
export const supportSearch = (q?: string) => withQuery('/support/Search', { q });

// Paths of borrowing.
export const plans = () => '/loan/alllist';
/** Page that quotes a loan; the plan, amount and term of a calculator are filled in there. */
export const quote = (query: { plan?: string; amount?: number; term?: number } = {}) =>
  withQuery('/loan/quote', query);
export const plan = (slug: Id) => `/loan/${part(slug)}`;
export const apply = (slug?: Id, query: { step?: number } = {}) =>
  withQuery(slug === undefined ? '/loan/apply' : `/loan/${part(slug)}/apply`, query);
export const loanDocuments = () => '/loan/additional_document';
export const loanDocumentsSent = () => '/loan/additional_document_success';
/**
 * Path of the income proof. `from` names the page to which the user returns, such as the
 * application that they are filling in.
 */
export const financialProof = (query: { from?: 'apply' } = {}) =>
  withQuery('/loan/financial_proof', query);
export const loanSuccess = () => '/loan/success';

// Paths of signing in and registering. Links to login and register always load a new document.
export const login = (query: { redirectTo?: string; expired?: boolean } = {}) =>
  withQuery('/member/login', { ...query, expired: query.expired ? 1 : undefined });
export const register = (query: { redirectTo?: string } = {}) =>
  withQuery('/member/register', query);
export const forgot = () => '/member/forgot';
/** `recover` is set in the mail to members who lost phone and passkeys. */
export const resetPassword = (query: { email?: string; recover?: 1 } = {}) =>
  withQuery('/member/resetPassword', query);
export const verifyEmail = (query: { email?: string } = {}) => withQuery('/member/verify', query);
export const verifyStatus = () => '/member/verifyStatus';
export const verification = () => '/member/profile';
export const verifyBasic = () => '/member/profile/basic';
export const verifyBank = () => '/member/profile/bank';
export const verifyId = () => '/member/profile/id';
export const verifyPhone = () => '/member/profile/phone';
export const supplement = () => '/member/additional_document';
export const supplementBank = () => '/member/additional_document/bank';
export const supplementBasic = () => '/member/additional_document/basic';
export const supplementId = () => '/member/additional_document/id';

/** Returns whether a path loads a new document instead of navigating within the app. */
export function loadsDocument(path: string): boolean {
  return /^\/(?:member\/(?:login|register)|docs)(?:[?#/]|$)/.test(path);
}
