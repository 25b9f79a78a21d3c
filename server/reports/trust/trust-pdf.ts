// The signed trust report as PDF: the same bytes for everybody, without personal data.
import { day, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, sum, thousands } from '#contract/core/money.ts';
import { accountName } from '#contract/ledger/chart.ts';
import { transferText } from '#contract/ledger/words.ts';
import { differenceWords } from '#contract/banking/words.ts';
import type { TrustFigures } from '#contract/reports/trust/parts.ts';
import { troublesOf } from '#contract/reports/trust/troubles.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import { daysOfMonth } from './trust-figures.ts';
import { type ReportRow, reportsOf } from './trust-queries.ts';

/** Returns the report of a month that two persons signed; refuses TRUST_REPORT_NOT_FOUND. */
export async function signedReport({ tx }: Pick<Work, 'tx'>, month: string): Promise<ReportRow> {
  const rows = await reportsOf(tx, daysOfMonth(month).first);
  const row = rows.find(({ secondAt }) => secondAt !== null);
  if (!row) throw new Refusal('TRUST_REPORT_NOT_FOUND');
  return row;
}

const text = (label: string) => ({ label, numeric: false });
const figure = (label: string) => ({ label, numeric: true });

/** A hash in groups, so that it can be compared by eye and is broken across lines. */
const grouped = (hash: string) => hash.match(/.{1,8}/g)?.join(' ') ?? '';

function tablesOf({ parts, moves, differences }: TrustFigures) {
  return [
    {
      title: '帳上餘額的歸屬',
      none: '月底沒有餘額。',
      columns: [text('會計項目'), figure('金額')],
      rows: parts.map(({ kind, amount }) => [accountName(kind), thousands(amount)]),
      totals: ['合計', thousands(sum(parts.map(({ amount }) => amount)))],
    },
    {
      title: '本月收付',
      none: '本月沒有收付。',
      columns: [text('交易'), figure('收入'), figure('支出')],
      rows: moves.map(({ kind, received, paid }) => [
        transferText[kind],
        thousands(received),
        thousands(paid),
      ]),
      totals: [
        '合計',
        thousands(sum(moves.map(({ received }) => received))),
        thousands(sum(moves.map(({ paid }) => paid))),
      ],
    },
    {
      title: '銀行與帳上的差額',
      none: '沒有差額。',
      columns: [text('日期'), text('類型'), text('原因'), text('工作'), figure('金額')],
      rows: differences.map(({ day: on, kind, reason, taskId, amount }) => [
        formatDay(day(on)),
        differenceWords[kind].text,
        reason ?? '查明中',
        taskId === null ? '已結束' : taskId,
        thousands(amount),
      ]),
      totals: ['合計', '', '', '', thousands(sum(differences.map(({ amount }) => amount)))],
    },
  ];
}

export async function trustPdf(work: Pick<Work, 'tx' | 'services'>, month: string) {
  const row = await signedReport(work, month);
  const { documents, config } = work.services;
  const { first, last } = daysOfMonth(month);
  const { figures } = row;
  const madeOn = dayOf(row.secondAt ?? row.signedAt);
  const bytes = await documents.renderTypst('report', {
    brand: config.brand.name,
    company: config.brand.entity,
    title: '信託專戶月報',
    subtitle: `${formatDay(first)} 至 ${formatDay(last)}`,
    madeOn: formatDay(madeOn),
    date: madeOn.split('-').map(Number),
    facts: [
      ['銀行餘額證明', formatMoney(figures.bank ?? figures.books)],
      ['帳上餘額', formatMoney(figures.books)],
      ['期初餘額', formatMoney(figures.opening)],
      ['有款項的會員', `${figures.members} 位`],
      ['屬於會員的款項', formatMoney(figures.membersAmount)],
      ['簽核', `${formatDay(dayOf(row.signedAt))}，兩人`],
    ].map(([label, value]) => ({ label, value })),
    tables: tablesOf(figures),
    notes: [
      ...troublesOf(figures),
      '金額單位為新臺幣元，依入帳日計算至月底日終。屬於會員的款項為出資款、應付出資人、應付會員退款與借款人預繳款。',
      `會員款項驗證碼：${grouped(row.root)}。每位會員可在帳戶的「信託專戶月報」驗證自己的款項計入上列總額。`,
      '驗證碼是雜湊樹的根：每一筆以 SHA-256 計算，每個節點同時包含左右兩邊的雜湊與金額，任何一筆減少或遺漏都會使驗證失敗。',
    ],
    foot: `${config.brand.entity}　本文件由系統產生`,
  });
  return { contentType: 'application/pdf', filename: `信託專戶月報-${month}.pdf`, bytes };
}
