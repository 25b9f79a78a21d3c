// Every path of the back office; no other file writes paths by hand.
import type { LateBucketName } from '#contract/servicing/collections.ts';
import type { ArticleType } from '#contract/content/shapes.ts';
import type { CaseState } from '#contract/investing/office.ts';
import type { ReportName } from '#contract/reports/print.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { TimelineGroup } from '#contract/verification/members.ts';

export type InboxView = {
  kind?: TaskKind | undefined;
  status?: 'open' | 'done' | undefined;
  /** Assignee to filter by: `me`, `none`, or the id of another operator. */
  assignee?: string | undefined;
  order?: 'due' | 'priority' | 'newest' | undefined;
  page?: number;
};

export const overview = () => '/';
/**
 * The login page, which leads back to `redirectTo`. A search text in the fragment of the page stays
 * a fragment, because in `redirectTo` browsers would send it to the server.
 */
export const login = (redirectTo?: string, fragment = '') =>
  redirectTo ? `/login?redirectTo=${encodeURIComponent(redirectTo)}${fragment}` : '/login';
export const inbox = ({ kind, status, assignee, order, page = 1 }: InboxView = {}) => {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(status === 'done' && { status }),
    ...(assignee && { assignee }),
    ...(order && order !== 'due' && { order }),
    ...(page > 1 && { page: String(page) }),
  });
  const text = query.toString();
  return text ? `/tasks?${text}` : '/tasks';
};
export const loans = () => '/loans';
export const orders = () => '/orders';
/** Parts of the case file of a loan, in the order of its tabs. */
export const caseTabs = [
  'overview',
  'application',
  'papers',
  'contract',
  'schedule',
  'money',
  'collections',
  'timeline',
  'notes',
] as const;
export type CaseTab = (typeof caseTabs)[number];
export const loan = (id: string, tab: CaseTab = 'overview') =>
  `/loans/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;
export const order = (id: string, page = 1) =>
  `/orders/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ''}`;
export const mentions = () => '/mentions';
export const task = (id: string) => `/tasks/${encodeURIComponent(id)}`;
export const books = () => '/books';
export const audit = () => '/audit';
export const security = () => '/security';
export const securityOf = (of: Record<string, string>) => `/security?${new URLSearchParams(of)}`;
export const ledger = () => '/books/ledger';
export const ledgerOf = (of: Record<string, string>) => `/books/ledger?${new URLSearchParams(of)}`;
export const fees = () => '/books/fees';
export const invoices = ({ member }: { member?: string } = {}) =>
  member ? `/invoices?${new URLSearchParams({ member })}` : '/invoices';
export const invoice = (id: string) => `/invoices/${encodeURIComponent(id)}`;
export const invoicePeriods = () => '/invoices/periods';
export const invoiceTracks = () => '/invoices/tracks';
export const invoiceMessages = () => '/invoices/messages';
export const trialBalance = () => '/books/trial-balance';
export const accountLedger = () => '/books/accounts';
export const accountLedgerOf = (of: Record<string, string>) =>
  `/books/accounts?${new URLSearchParams(of)}`;
export const incomeStatement = () => '/books/income-statement';
export const balanceSheet = () => '/books/balance-sheet';
export const trustReports = () => '/books/trust-reports';
export const trustReport = (month: string) => `/books/trust-reports/${encodeURIComponent(month)}`;
export const vouchers = () => '/books/vouchers';
export const years = () => '/books/years';
export const reports = () => '/reports';
export const reportSchedules = () => '/reports/schedules';
export const report = (place: ReportName) => `/reports/${place}`;
export type MoneyPlace =
  | 'batches'
  | 'disbursements'
  | 'refunds'
  | 'payouts'
  | 'receipts'
  | 'debits'
  | 'statements'
  | 'reconciliation'
  | 'bookings';
export const moneyDesk = () => '/money';
/** Returns a page of the money section; with an id (or a day), the page of one item. */
export const money = (place: MoneyPlace, id?: string) =>
  id === undefined ? `/money/${place}` : `/money/${place}/${encodeURIComponent(id)}`;
export const moneyOf = (place: MoneyPlace, of: Record<string, string>) =>
  `/money/${place}?${new URLSearchParams(of)}`;
export const receiptLot = () => '/money/receipts/lot';
export const mandates = ({ member }: { member?: string } = {}) =>
  member ? `/money/debits/mandates?${new URLSearchParams({ member })}` : '/money/debits/mandates';
export const collectionFiles = () => '/money/debits/files';
export const newBooking = () => '/money/bookings/new';
export const newBookingOf = (of: Record<string, string>) =>
  `/money/bookings/new?${new URLSearchParams(of)}`;
export const health = () => '/health';
export const collections = ({ bucket }: { bucket?: LateBucketName | undefined } = {}) =>
  bucket ? `/collections?${new URLSearchParams({ bucket })}` : '/collections';
export const fundedCases = ({ state }: { state?: CaseState } = {}) =>
  state && state !== 'open' ? `/cases?state=${state}` : '/cases';
export const polls = () => '/polls';
export const holidays = (year?: number) => (year ? `/holidays?year=${year}` : '/holidays');
/** Returns the search text as a URL fragment, which browsers send to no server. */
export const typedPart = (q: string) => (q === '' ? '' : `#${new URLSearchParams({ q })}`);
export const members = (q = '') => `/members${typedPart(q)}`;
export const member = (
  id: string,
  { group, page = 1 }: { group?: TimelineGroup | undefined; page?: number } = {},
) => {
  const query = new URLSearchParams({
    ...(group && { group }),
    ...(page > 1 && { page: String(page) }),
  });
  const text = query.toString();
  return `/members/${encodeURIComponent(id)}${text ? `?${text}` : ''}`;
};

export const settings = () => '/settings';
export const setting = (name: string) => `/settings/${encodeURIComponent(name)}`;
export const absences = () => '/absences';
export const operators = () => '/operators';
export const partners = () => '/partners';
export const signIns = (operator?: string) =>
  operator ? `/sign-ins?operator=${encodeURIComponent(operator)}` : '/sign-ins';
export const impersonations = () => '/impersonations';
export const ownSessions = () => '/sessions';
/** Target of a mailed link; its token is in the URL fragment. */
export const setup = () => '/setup';
export const articles = () => '/articles';
export const newArticle = (type: ArticleType) => `/articles/new?type=${type}`;
export const article = (id: string) => `/articles/${encodeURIComponent(id)}`;
export const questions = () => '/questions';
export const newQuestion = () => '/questions/new';
export const question = (id: string) => `/questions/${encodeURIComponent(id)}`;
export const policies = () => '/policies';
export const newPolicy = () => '/policies/new';
export const policy = (id: string) => `/policies/${encodeURIComponent(id)}`;
export const plans = () => '/plans';
export const newPlan = () => '/plans/new';
export const plan = (id: string) => `/plans/${encodeURIComponent(id)}`;
export const ads = () => '/ads';
export const newAd = () => '/ads/new';
export const ad = (id: string) => `/ads/${encodeURIComponent(id)}`;
export const wordings = () => '/wordings';
export const wording = (key: string) => `/wordings/${encodeURIComponent(key)}`;
export const broadcasts = () => '/broadcasts';
export const newBroadcast = () => '/broadcasts/new';
export const broadcast = (id: string) => `/broadcasts/${encodeURIComponent(id)}`;
export const deliveries = (narrowed: Record<string, string> = {}) => {
  const query = new URLSearchParams(narrowed).toString();
  return query ? `/deliveries?${query}` : '/deliveries';
};
export const images = () => '/images';
export const synonyms = () => '/synonyms';

/** Returns the page to which the login page at this location leads; null if it names none. */
export function targetOfLogin({ search, hash }: { search: string; hash: string }): string | null {
  const redirectTo = new URLSearchParams(search).get('redirectTo');
  return redirectTo && redirectTo + hash;
}

/** Returns a path of this office to redirect to, or the front page; never another origin. */
export function safePath(redirectTo: string | null): string {
  return redirectTo && /^\/(?![/\\])/.test(redirectTo) ? redirectTo : overview();
}
