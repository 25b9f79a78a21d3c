// Documents of a case before an order: a sample of the contract, and a one-page risk sheet.
import { formatDay } from '#contract/core/day.ts';
import { GRADE_SAMPLE_MIN, type investingCase } from '#contract/investing/case.ts';
import { BORROWERS_MIN } from '#contract/reports/book/statistics.ts';
import { formatMoney, formatRate } from '#contract/core/money.ts';
import { RISK_VERSION, riskPoints } from '#contract/investing/risk-text.ts';
import type { Action } from '../../call.ts';
import type { Work } from '../../work.ts';
import { sampleContract } from '../../lending/front.ts';
import type { CaseRow } from './case-queries.ts';
import { visibleCase } from './cases.ts';
import { gradeHistoryOf } from './grade-history.ts';

const text = (label: string) => ({ label, numeric: false });
const figure = (label: string) => ({ label, numeric: true });

/** Returns the risk sheet as a PDF: the text to agree to, and the grade's track record. */
async function riskSheet(work: Work, row: CaseRow): Promise<Buffer> {
  const { config, documents } = work.services;
  const { brand } = config;
  const history = await gradeHistoryOf(work, row.grade);
  const [year, month, date] = work.today.split('-').map(Number);
  const few =
    history.loans > 0 && history.loans < GRADE_SAMPLE_MIN
      ? [`此等級公布的借款人少於 ${GRADE_SAMPLE_MIN} 位，比例的參考價值有限。`]
      : [];
  return documents.renderTypst('report', {
    brand: brand.name,
    company: brand.entity,
    title: '風險預告書',
    subtitle: `案件 ${row.caseNo}　第 ${RISK_VERSION} 版`,
    madeOn: formatDay(work.today),
    date: [year, month, date],
    facts: [
      { label: '方案', value: row.planName },
      { label: '風險等級', value: row.grade },
      { label: '年化利率', value: formatRate(row.rateBps) },
      { label: '預估年損失率', value: formatRate(row.expectedLossBps) },
      { label: '借款金額', value: formatMoney(row.target) },
      { label: '期數', value: `${row.installments} 期` },
    ],
    tables: [
      {
        title: '出資前請了解',
        none: '',
        columns: [text('項次'), text('說明')],
        rows: riskPoints.map((point, i) => [String(i + 1), point]),
        totals: [],
      },
      {
        title: `等級 ${row.grade} 至今的紀錄`,
        none: `逾期或未逾期的借款人少於 ${BORROWERS_MIN} 位，不公布。`,
        columns: ['借款人', '逾期 30 天以上或已轉銷'].map(figure),
        rows:
          history.loans === 0
            ? []
            : [[history.loans, history.lateOver30].map((count) => `${count} 位`)],
        totals: [],
      },
    ],
    notes: [
      '預估年損失率是依評分模型的估計，不是保證；實際損失可能更高。',
      '紀錄是平台統計最近一次公布的數字，過去的紀錄不代表未來的結果。',
      ...few,
    ],
    foot: `${brand.entity}　本文件由系統產生`,
  });
}

export const caseDocument: Action<typeof investingCase.caseDocument> = async (
  context,
  { id, kind },
) => {
  const row = await visibleCase(context, id, context.member.id);
  const bytes =
    kind === 'risk' ? await riskSheet(context, row) : await sampleContract(context, row.id);
  const name = kind === 'risk' ? '風險預告書' : '契約範本';
  return { contentType: 'application/pdf', filename: `${name}-${row.caseNo}.pdf`, bytes };
};
