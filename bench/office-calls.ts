// Calls to the office and the site that are measured at scale: each list and page, with the filters
// people use and with subjects found in the data.
import { refundList } from '#contract/investing/lists.ts';
import { payoutList } from '#contract/servicing/lists.ts';
import { entryList } from '#contract/ledger/lists.ts';
import { receiptList } from '#contract/banking/lists.ts';
import { deliveryList } from '#contract/messages/lists.ts';
import { auditList, taskList } from '#contract/tasks/lists.ts';
import type { z } from 'zod';
import type { Endpoint, TableCall } from '#contract/core/endpoint.ts';
import { office, site } from '#contract/index.ts';
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
export type Call = { name: string; endpoint: Endpoint; input: object };

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

const call = <E extends Endpoint>(
  name: string,
  endpoint: E,
  input?: z.input<E['input']>,
): Call => ({
  name,
  endpoint,
  input: { ...(input as object) },
});

const file = (name: string, { tables }: { tables: { data: TableCall } }, input = {}): Call =>
  call(name, tables.data.file, { ...input, format: 'csv' } as never);

/** Reports that become slower as data accumulates, because they add up every row they show. */
const reports = [
  'outstanding',
  'outstandingLoans',
  'cashFlow',
  'vintages',
  'defaults',
  'income',
  'returns',
  'funnel',
  'service',
] as const;

/** The registers of loans and orders, in several orders and with several filters. */
const registers = ({ caseNo }: Subjects): Call[] => {
  const { servicing } = office;
  return [
    call('loans', servicing.listLoans),
    call('loans, late, by amount', servicing.listLoans, { stage: 'late', sort: 'amount' }),
    call('loans, by disbursement', servicing.listLoans, { sort: 'disbursed', offset: 450 }),
    call('orders', servicing.listOrders),
    call('orders, by amount', servicing.listOrders, { sort: 'amount', direction: 'asc' }),
    call('orders, refunding', servicing.listOrders, { status: 60 }),
    call('orders, of a case', servicing.listOrders, { caseNo: caseNo }),
  ];
};

/** Returns the calls of the office. */
export function officeCalls(of: Subjects): Call[] {
  const { banking, identity, investing, ledger, lending } = office;
  const { messages, servicing, settings, tasks, verification } = office;
  const [member, order] = [String(of.member), String(of.order)];
  const onDay = { from: of.day, to: of.day };
  return [
    call('inbox, all kinds', tasks.listTasks),
    call('inbox, done', tasks.listTasks, { status: 'done', order: 'newest' }),
    call('inbox, one kind', tasks.listTasks, { kind: 'loan_review', order: 'priority' }),
    call('Ctrl-K: a case number', servicing.lookUp, { q: of.caseNo }),
    call('Ctrl-K: the beginning of one', servicing.lookUp, { q: of.caseNo.slice(0, 9) }),
    call('Ctrl-K: an e-mail', servicing.lookUp, { q: of.email.slice(0, 5) }),
    call('Ctrl-K: last four digits', servicing.lookUp, { q: of.phone.slice(-4) }),
    call('members, all', verification.findMembers, {}),
    call('members, page 20', verification.findMembers, { offset: 475 }),
    call('members, by telephone', verification.findMembers, { q: of.phone }),
    call('member', verification.getMember, { id: member }),
    call('member, timeline', verification.memberTimeline, { id: member }),
    call('cases, open', investing.officeCases, { state: 'open' }),
    call('cases, ended', investing.officeCases, { state: 'ended' }),
    call('case', investing.officeCase, { id: String(of.listed) }),
    ...registers(of),
    call('loan', servicing.officeLoan, { id: String(of.loan) }),
    call('loan, timeline', servicing.loanHistory, { id: String(of.loan) }),
    call('order', servicing.officeOrder, { id: order }),
    call('order, timeline', servicing.orderHistory, { id: order }),
    call('collections', servicing.listLate),
    call('collections, one loan', servicing.getLate, { id: String(of.late) }),
    call('polls', servicing.listPolls),
    call('ledger, newest', ledger.entries),
    call('ledger, a member', ledger.entries, { member }),
    call('ledger, an order', ledger.entries, { order }),
    call('ledger, one kind', ledger.entries, { kind: 'fee_income' }),
    call('ledger, a day', ledger.entries, onDay),
    call('accounts', ledger.accounts),
    call('books', ledger.books),
    call('accounts, of a member', ledger.accounts, { member }),
    call('audit log, newest', tasks.listAudit),
    call('audit log, of an order', tasks.listAudit, { subject: 'order', subjectId: order }),
    call('audit log, an action', tasks.listAudit, { action: 'loan.rejected' }),
    call('audit log, a day', tasks.listAudit, onDay),
    call('deliveries, newest', messages.listDeliveries),
    call('deliveries, failing', messages.listDeliveries, { state: 'failing' }),
    call('deliveries, of a member', messages.listDeliveries, { member }),
    call('deliveries, rare kind', messages.listDeliveries, { about: 'servicing.settled' }),
    call('deliveries, a feature', messages.listDeliveries, { about: 'servicing.', state: 'sent' }),
    call('deliveries, a day', messages.listDeliveries, onDay),
    call('receipts', banking.listReceipts),
    call('receipts, in suspense', banking.listReceipts, { state: 'suspense' }),
    call('receipts, a day', banking.listReceipts, onDay),
    call('refunds', investing.listRefunds),
    call('payouts', servicing.listPayouts),
    call('payouts, payable', servicing.listPayouts, { state: 'payable' }),
    call('disbursements', servicing.listDisbursements),
    call('batches', banking.listBatches),
    call('reconciliation', banking.listDays),
    call('reconciliation, a day', banking.getDay, { day: of.day }),
    call('plans', lending.listPlans),
    call('settings', settings.listSettings),
    call('sign-ins', identity.listSignIns),
    call('health', tasks.health),
    call('report: fees of a month', ledger.feeReport, { month: of.month }),
    call('report: payouts by day', servicing.payoutDays),
    ...reports.map((name) => {
      const endpoint = office.reports[name];
      return call(`report: ${endpoint.path.replace('/ops/v1/reports/', '')}`, endpoint);
    }),
  ];
}

/** Returns the calls that export whole tables, the long ones first. */
export function officeExports(of: Subjects): Call[] {
  const { ledger, reports } = office;
  const month = { from: `${of.day.slice(0, 7)}-01`, to: of.day };
  return [
    file('export: audit log', auditList),
    file('export: deliveries', deliveryList),
    file('export: receipts', receiptList),
    file('export: ledger of a month', entryList, month),
    call('export: journal of a month', ledger.journalFile, month),
    call('export: fees of a month', ledger.feeReportFile, { month: of.month }),
    file('export: payouts', payoutList),
    file('export: refunds', refundList),
    file('export: tasks done', taskList, { status: 'done' }),
    call('export: outstanding loans', reports.outstandingFile),
  ];
}

/** Returns the site's calls of a member with many orders. */
export function siteCalls(of: Subjects): Call[] {
  const { investing, notices } = site;
  return [
    call('site: cases', investing.searchCases),
    call('site: a case', investing.getCase, { id: String(of.listed) }),
    call('site: his orders, 20 of them', investing.orders, { item_per_page: 20 }),
    call('site: his holdings, 20 of them', investing.holdings, { item_per_page: 20 }),
    call('site: a holding', investing.holding, { invest_id: String(of.order) }),
    call('site: his notices', notices.listNotices),
  ];
}
