// Calls to the office and the site that are measured at scale: each list and page, with the filters
// people use and with subjects found in the data.
import type { Pool } from '../server/database/db.ts';
import { emailOf, phoneOf } from './scale/people.ts';

/** Subjects of the calls, found in each database by the same query. */
export type Subjects = {
  member: number;
  email: string;
  phone: string;
  loan: number;
  late: number;
  order: number;
  caseNo: string;
  listed: number;
  day: string;
  month: string;
};
export type Call = { name: string; method: 'GET' | 'POST'; path: string; body?: object };

/** Finds the investor with the most orders and the records related to them. */
export async function subjectsIn(pool: Pool): Promise<Subjects> {
  const { rows } = await pool.query<Omit<Subjects, 'email' | 'phone'>>(
    `with most as (
       select member_id from investing."order" group by 1 order by count(*) desc, 1 limit 1
     )
     select o.member_id as member, l.id as loan, l.case_no as "caseNo", o.id as "order",
       (select id from lending.loan where status = 65 order by id limit 1) as late,
       (select id from lending.loan where status = 40 order by id limit 1) as listed,
       (current_date - 2)::text as day, to_char(current_date, 'YYYY-MM') as month
     from most join investing."order" o using (member_id) join lending.loan l on l.id = o.loan_id
     where l.status = 60 order by o.id limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('the house is empty');
  return { ...row, email: emailOf(row.member), phone: phoneOf(row.member) };
}

const get = (name: string, path: string): Call => ({ name, method: 'GET', path });
const post = (name: string, path: string, body: object): Call => ({
  name,
  method: 'POST',
  path,
  body,
});

/** Reports whose cost grows with what happened, because they add up every row they show. */
const reports = [
  'outstanding',
  'outstanding/loans',
  'cash-flow',
  'vintages',
  'defaults',
  'income',
  'returns',
  'funnel',
  'service',
];

/** Returns the office's calls; each `path` begins with /ops/v1. */
export function officeCalls(of: Subjects): Call[] {
  return [
    get('inbox, all kinds', '/tasks'),
    get('inbox, done', '/tasks?status=done&order=newest'),
    get('inbox, one kind', '/tasks?kind=loan_review&order=priority'),
    post('Ctrl-K: a case number', '/search', { q: of.caseNo }),
    post('Ctrl-K: the beginning of one', '/search', { q: of.caseNo.slice(0, 9) }),
    post('Ctrl-K: an e-mail', '/search', { q: of.email.slice(0, 5) }),
    post('Ctrl-K: last four digits', '/search', { q: of.phone.slice(-4) }),
    post('members, all', '/members/search', {}),
    post('members, page 20', '/members/search', { offset: 475 }),
    post('members, by telephone', '/members/search', { q: of.phone }),
    get('member', `/members/${of.member}`),
    get('member, timeline', `/members/${of.member}/timeline`),
    get('cases, open', '/cases?state=open'),
    get('cases, ended', '/cases?state=ended'),
    get('case', `/cases/${of.listed}`),
    get('loan', `/loans/${of.loan}`),
    get('loan, timeline', `/loans/${of.loan}/timeline`),
    get('order', `/orders/${of.order}`),
    get('order, timeline', `/orders/${of.order}/timeline`),
    get('collections', '/collections'),
    get('collections, one loan', `/collections/${of.late}`),
    get('polls', '/polls'),
    get('ledger, newest', '/ledger'),
    get('ledger, a member', `/ledger?member=${of.member}`),
    get('ledger, an order', `/ledger?order=${of.order}`),
    get('ledger, one kind', '/ledger?kind=fee_income'),
    get('ledger, a day', `/ledger?from=${of.day}&to=${of.day}`),
    get('accounts', '/ledger/accounts'),
    get('books', '/books'),
    get('accounts, of a member', `/ledger/accounts?member=${of.member}`),
    get('audit log, newest', '/audit'),
    get('audit log, of an order', `/audit?subject=order&subjectId=${of.order}`),
    get('audit log, an action', '/audit?action=loan.rejected'),
    get('audit log, a day', `/audit?from=${of.day}&to=${of.day}`),
    get('deliveries, newest', '/deliveries'),
    get('deliveries, failing', '/deliveries?state=failing'),
    get('deliveries, of a member', `/deliveries?member=${of.member}`),
    get('deliveries, rare kind', '/deliveries?about=servicing.settled'),
    get('deliveries, a feature', '/deliveries?about=servicing.&state=sent'),
    get('deliveries, a day', `/deliveries?from=${of.day}&to=${of.day}`),
    get('receipts', '/receipts'),
    get('receipts, in suspense', '/receipts?state=suspense'),
    get('receipts, a day', `/receipts?from=${of.day}&to=${of.day}`),
    get('refunds', '/refunds'),
    get('payouts', '/payouts'),
    get('payouts, payable', '/payouts?state=payable'),
    get('disbursements', '/disbursements'),
    get('batches', '/batches'),
    get('reconciliation', '/reconciliation'),
    get('reconciliation, a day', `/reconciliation/${of.day}`),
    get('plans', '/plans'),
    get('settings', '/settings'),
    get('sign-ins', '/sign-ins'),
    get('health', '/health'),
    get('report: fees of a month', `/reports/fees?month=${of.month}`),
    get('report: payouts by day', '/payouts/days'),
    ...reports.map((name) => get(`report: ${name}`, `/reports/${name}`)),
  ];
}

/** Calls that export whole tables, the long ones first; each `path` begins with /ops/v1. */
export const officeExports = (of: Subjects): Call[] => [
  get('export: audit log', '/audit/export'),
  get('export: deliveries', '/deliveries/export?format=csv'),
  get('export: receipts', '/receipts/table'),
  get('export: ledger of a month', `/ledger/table?from=${of.day.slice(0, 7)}-01&to=${of.day}`),
  get('export: journal of a month', `/ledger/journal?from=${of.day.slice(0, 7)}-01&to=${of.day}`),
  get('export: fees of a month', `/reports/fees/file?month=${of.month}`),
  get('export: payouts', '/payouts/table'),
  get('export: refunds', '/refunds/table'),
  get('export: tasks done', '/tasks/table?status=done'),
  get('export: outstanding loans', '/reports/outstanding/file'),
];

/** Returns the site's calls of a member with many orders. */
export function siteCalls(of: Subjects): Call[] {
  const own = (name: string, path: string, body: object = {}) => post(`site: ${name}`, path, body);
  return [
    own('cases', '/v1/invest/search'),
    own('a case', '/v1/invest/get', { id: String(of.listed) }),
    own('his orders, 20 of them', '/v1/me/invest-order', { item_per_page: 20 }),
    own('his holdings, 20 of them', '/v1/me/invest-search', { item_per_page: 20 }),
    own('a holding', '/v1/me/invest-detail', { invest_id: String(of.order) }),
    get('site: his notices', '/v1/notification/list'),
  ];
}
