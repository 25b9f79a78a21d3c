// An investor's documents: the monthly statement and the year's interest, as PDF or CSV.
import { csvText, type Cell } from '#contract/core/csv.ts';
import { addDays, addMonths, day, type Day, formatDay } from '#contract/core/day.ts';
import type { investingStatements } from '#contract/investing/statements.ts';
import { formatMoney, type Money, sum, thousands } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Member } from '../call.ts';
import type { Work } from '../work.ts';
import { maskedIdNumber, maskedName } from '../identity/rules.ts';
import { finalReport } from './final-statements.ts';
import type { Column, Report, Table } from './statement-form.ts';
import {
  type IncomeRow,
  incomeWithin,
  keptDays,
  type LentRow,
  lentWithin,
  type LostRow,
  lostWithin,
  type PaidOutRow,
  paidOutWithin,
  type Period,
  type Principal,
  type PrincipalRow,
  principalWithin,
  type ReturnRow,
  returnedWithin,
  encryptedNameOf,
  standingBefore,
} from './statement-queries.ts';
import { netOf } from './yields.ts';

type All = Actions<{ investing: typeof investingStatements }>['investing'];

/** Maximum rows of a document; an ordinary portfolio stays far below it. */
const ROWS_MAX = 20_000;

const text = (label: string): Column => ({ label, numeric: false });
const figure = (label: string): Column => ({ label, numeric: true });
const totalOf = <Row>(rows: readonly Row[], key: (row: Row) => Money) => sum(rows.map(key));

/** Refuses PERIOD_AHEAD for a period that has not begun. */
function assertBegun(from: Day, today: Day): void {
  if (from > today) throw new Refusal('PERIOD_AHEAD');
}

/** Labels for each part received besides principal, in documents and in files alike. */
const earnedColumns = [
  ['interest', '利息'],
  ['lateInterest', '遲延利息'],
  ['penalty', '違約金'],
  ['prepaymentFee', '提前清償分配'],
] as const;
type Earned = (typeof earnedColumns)[number][0];
const earnedLabels = earnedColumns.map(([, label]) => figure(label));
const earnedOf = (row: Record<Earned, Money>) => earnedColumns.map(([key]) => row[key]);

function returnsTable(rows: readonly ReturnRow[]): Table {
  return {
    title: '收回明細',
    none: '本期沒有收回款項。',
    columns: [
      text('日期'),
      text('案件'),
      figure('期別'),
      figure('本金'),
      ...earnedLabels,
      figure('服務費'),
      figure('淨額'),
    ],
    rows: rows.map((row) => [
      formatDay(row.on),
      row.caseNo,
      row.no,
      row.principal,
      ...earnedOf(row),
      row.fee,
      netOf(row),
    ]),
    totals: [
      '合計',
      '',
      '',
      totalOf(rows, ({ principal }) => principal),
      ...earnedColumns.map(([key]) => totalOf(rows, (row) => row[key])),
      totalOf(rows, ({ fee }) => fee),
      totalOf(rows, netOf),
    ],
  };
}

const lostTable = (rows: readonly LostRow[]): Table => ({
  title: '損失的本金',
  none: '本期沒有損失。',
  columns: [text('日期'), text('案件'), text('訂單'), text('項目'), figure('金額')],
  rows: rows.map((row) => [
    formatDay(row.on),
    row.caseNo,
    orderNoOf(row.orderId),
    row.isRecovered ? '轉銷後收回' : '轉銷',
    row.amount,
  ]),
  totals: ['合計', '', '', '', totalOf(rows, ({ amount }) => amount)],
});

/** The state of all principal ever lent: the last three figures add up to the first. */
const principalFacts = ({ lent, returned, lost, outstanding }: Principal): Report['facts'] => [
  ['累計撥款本金', lent],
  ['累計收回本金', returned],
  ['累計損失本金', lost],
  ['在貸本金', outstanding],
];

const principalTable = (rows: readonly PrincipalRow[]): Table => ({
  title: '各案件本金（截至期末）',
  none: '這一年沒有在貸的本金。',
  columns: [
    text('案件'),
    figure('出資金額'),
    figure('已收回本金'),
    figure('損失本金'),
    figure('在貸本金'),
  ],
  rows: rows.map((row) => [row.caseNo, row.lent, row.returned, row.lost, row.outstanding]),
  totals: [
    '合計',
    totalOf(rows, ({ lent }) => lent),
    totalOf(rows, ({ returned }) => returned),
    totalOf(rows, ({ lost }) => lost),
    totalOf(rows, ({ outstanding }) => outstanding),
  ],
});

const payoutsTable = (rows: readonly PaidOutRow[]): Table => ({
  title: '撥付至您帳戶',
  none: '本期沒有撥付。',
  columns: [text('日期'), text('撥付編號'), text('項目'), figure('金額')],
  rows: rows.map(({ on, id, isReturned, amount }) => [
    formatDay(on),
    `${id}`,
    isReturned ? '銀行退匯' : '撥付',
    amount,
  ]),
  totals: ['合計', '', '', totalOf(rows, ({ amount }) => amount)],
});

const lentTable = (rows: readonly LentRow[]): Table => ({
  title: '本期撥款的出資',
  none: '本期沒有新撥款的出資。',
  columns: [text('日期'), text('案件'), text('訂單'), figure('金額')],
  rows: rows.map((row) => [formatDay(row.on), row.caseNo, orderNoOf(row.orderId), row.amount]),
  totals: ['合計', '', '', totalOf(rows, ({ amount }) => amount)],
});

/**
 * Returns the period in words. One that has not ended reaches until today only and says so, because
 * its figures will still change.
 */
function periodText({ from, to }: Period, today: Day): string {
  if (to < today) return `${formatDay(from)} 至 ${formatDay(to)}`;
  return `${formatDay(from)} 至 ${formatDay(today)}（本期尚未結束）`;
}

/** Says which days of a closed year differ from the books, because they were shown so before. */
async function keptDayNotes({ tx }: Work, memberId: number, period: Period): Promise<string[]> {
  return (await keptDays(tx, memberId, period)).map(
    ({ caseNo, on, bookedOn }) =>
      `案件 ${caseNo} 計入 ${formatDay(on)} 之款項，信託帳簿的入帳日為 ${formatDay(bookedOn)}；` +
      '該年度已結帳，維持當時告知您的日期。',
  );
}

const DAYS =
  '日期為信託帳簿的入帳日：銀行交易日的帳簿尚未簽核者，即為銀行交易日；已簽核者，為其後第一個未簽核的日期。';

const LOST = '案件轉銷時尚未收回的本金列為損失；轉銷後收回的，計入收回本金，並自損失本金減除。';

async function monthReport(work: Work, memberId: number, period: Period): Promise<Report> {
  const { tx, today } = work;
  const before = await standingBefore(tx, memberId, period.from);
  const after = await standingBefore(tx, memberId, addDays(period.to, 1));
  const lent = await lentWithin(tx, memberId, period, ROWS_MAX);
  const returned = await returnedWithin(tx, memberId, period, ROWS_MAX);
  const lost = await lostWithin(tx, memberId, period, ROWS_MAX);
  const paidOut = await paidOutWithin(tx, memberId, period, ROWS_MAX);
  const of = (key: Earned | 'principal' | 'fee') => totalOf(returned, (row) => row[key]);
  const month = period.from.slice(0, 7);
  return {
    name: `出資月結單-${month}`,
    title: '出資月結單',
    subtitle: periodText(period, today),
    facts: [
      ['期初在貸本金', before.outstanding],
      ['本期撥款', totalOf(lent, ({ amount }) => amount)],
      ['本期收回本金', of('principal')],
      ['本期損失本金', totalOf(lost, ({ amount }) => amount)],
      ['期末在貸本金', after.outstanding],
      ['累計撥款本金', after.lent],
      ['累計收回本金', after.returned],
      ['累計損失本金', after.lost],
      ...earnedColumns.map(([key, label]): [string, Money] => [`本期${label}`, of(key)]),
      ['出資人服務費', of('fee')],
      ['本期淨收', totalOf(returned, netOf)],
      ['期初待撥付', before.payable],
      ['期末待撥付', after.payable],
    ],
    tables: [returnsTable(returned), lostTable(lost), payoutsTable(paidOut), lentTable(lent)],
    notes: [
      '金額單位為新臺幣元。期末在貸本金＝期初在貸本金＋本期撥款－本期收回本金－本期損失本金；' +
        '累計撥款本金＝累計收回本金＋累計損失本金＋期末在貸本金。',
      LOST,
      '期末待撥付＝期初待撥付＋本期淨收－本期撥付；遭銀行退匯的撥付回到待撥付，' +
        '待撥付款項存放於信託專戶。',
      DAYS,
      ...(await keptDayNotes(work, memberId, period)),
      '平台不保證本金與收益；過去的收回紀錄不代表未來的結果。',
    ],
  };
}

async function yearReport(work: Work, memberId: number, period: Period): Promise<Report> {
  const { tx, today } = work;
  const year = period.from.slice(0, 4);
  const rows = await incomeWithin(tx, memberId, period);
  const principal = await principalWithin(tx, memberId, period);
  const end = await standingBefore(tx, memberId, addDays(period.to, 1));
  const of = (key: Earned | 'fee') => totalOf(rows, (row) => row[key]);
  const grossOf = (row: IncomeRow) => sum(earnedOf(row));
  const gross = totalOf(rows, grossOf);
  return {
    name: `利息所得明細-${year}`,
    title: '利息所得明細',
    subtitle: periodText(period, today),
    facts: [
      ...earnedColumns.map(([key, label]): [string, Money] => [label, of(key)]),
      ['所得合計', gross],
      ['已付出資人服務費', of('fee')],
      ...principalFacts(end),
    ],
    tables: [
      {
        title: '各案件所得',
        none: '這一年沒有利息所得。',
        columns: [text('案件'), ...earnedLabels, figure('所得'), figure('服務費')],
        rows: rows.map((row) => [row.caseNo, ...earnedOf(row), grossOf(row), row.fee]),
        totals: ['合計', ...earnedColumns.map(([key]) => of(key)), gross, of('fee')],
      },
      principalTable(principal),
    ],
    notes: [
      '金額單位為新臺幣元；本金各欄截至期末，累計自第一筆出資起。',
      `所得依收回款項的日期計入年度（出資契約第十條）。${DAYS}`,
      ...(await keptDayNotes(work, memberId, period)),
      '提前清償分配為借款人所付提前清償手續費中分給出資人的部分。' +
        '累計撥款本金＝累計收回本金＋累計損失本金＋在貸本金。',
      LOST,
      '「各案件本金」只列這一年曾在貸或有收回的案件；其餘以前年度已全部收回或損失的，只計入上方的累計。',
      '本明細由平台依實際收付整理，供您申報綜合所得稅時參考，並非扣繳憑單；平台未代為扣繳。',
      '所得稅之申報方式依財政部規定，有疑問時請洽國稅局或專業人員。',
    ],
  };
}

const printed = (cell: Cell) => (typeof cell === 'number' ? thousands(cell) : cell);

async function answer(work: Work & { member: Member }, report: Report, format: 'pdf' | 'csv') {
  const { id: memberId, impersonation } = work.member;
  const { tables, facts, notes } = report;
  if (format === 'csv') {
    const rows: Cell[][] = [[report.title], [report.subtitle], []];
    for (const [label, value] of facts) rows.push([label, value]);
    for (const table of tables) {
      rows.push(
        [],
        [table.title],
        table.columns.map(({ label }) => label),
      );
      rows.push(...table.rows, ...(table.rows.length > 0 ? [table.totals] : []));
    }
    const bytes = Buffer.from(csvText(rows));
    return { contentType: 'text/csv; charset=utf-8', filename: `${report.name}.csv`, bytes };
  }
  const { secrets, config, documents } = work.services;
  const person = await encryptedNameOf(work.tx, memberId);
  const named = (name: string) => (impersonation ? maskedName(name) : name);
  const whose = person?.name
    ? [
        named(secrets.decrypt('verification.profile.name', memberId, person.name)),
        person.idNumber &&
          maskedIdNumber(
            secrets.decrypt('verification.profile.id_number', memberId, person.idNumber),
          ),
      ]
    : [];
  const [year, month, date] = work.today.split('-').map(Number);
  const bytes = await documents.renderTypst('report', {
    brand: config.brand.name,
    company: config.brand.entity,
    title: report.title,
    subtitle: [...whose.filter(Boolean), report.subtitle].join('　'),
    madeOn: formatDay(work.today),
    date: [year, month, date],
    facts: facts.map(([label, value]) => ({
      label,
      value: typeof value === 'number' ? formatMoney(value) : value,
    })),
    tables: tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map((cell) => printed(cell) ?? '')),
      totals: table.totals.map((cell) => printed(cell) ?? ''),
    })),
    notes,
    foot: `${config.brand.entity}　本文件由系統產生`,
  });
  return { contentType: 'application/pdf', filename: `${report.name}.pdf`, bytes };
}

export const statementActions: All = {
  async statement(context, { month, format }) {
    const from = day(`${month}-01`);
    assertBegun(from, context.today);
    const period = { from, to: addDays(addMonths(from, 1), -1) };
    const of = { kind: 'month', period } as const;
    const report = await finalReport(context, of, (work) =>
      monthReport(work, context.member.id, period),
    );
    return answer(context, report, format);
  },

  async interestReport(context, { year, format }) {
    const period = { from: day(`${year}-01-01`), to: day(`${year}-12-31`) };
    assertBegun(period.from, context.today);
    const report = await finalReport(context, { kind: 'year', period }, (work) =>
      yearReport(work, context.member.id, period),
    );
    return answer(context, report, format);
  },
};
