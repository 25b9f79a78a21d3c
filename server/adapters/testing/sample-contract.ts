// A contract with every part filled in, for the tests that typeset and seal it.
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { instalmentsOf } from '#contract/law/schedule.ts';
import type { ContractDocument, ContractKind } from '../pdf/contract-document.ts';

export const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/**
 * Returns a contract for 100,000 at 12 % over 12 months from three investors, the example used for
 * the loan arithmetic.
 */
export function sampleContract(
  kind: ContractKind,
  changed: Partial<ContractDocument> = {},
): ContractDocument {
  const principal = money(100_000);
  const rows = instalmentsOf({
    principal,
    rateAnnualBps: 1_200,
    periods: 12,
    startsOn: day('2026-11-24'),
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
  });
  return {
    kind,
    caseNo: 'L20261121-0007',
    contractNo: 'BX-115-000123',
    issuedOn: day('2026-11-21'),
    borrower: {
      name: '林小溪',
      idNumberMasked: 'A12****789',
      address: '臺北市和平東路一段 162 號',
    },
    investors: [
      { orderNo: 'O20261121001', nameMasked: '陳○明', amount: money(50_000) },
      { orderNo: 'O20261121002', nameMasked: '王○', amount: money(33_000) },
      { orderNo: 'O20261121003', nameMasked: '歐陽○○', amount: money(17_000) },
    ],
    platform: { name: '百溪', company: '百溪金融科技股份有限公司' },
    trustBank: '臺灣銀行信託部',
    principal,
    rateAnnualBps: 1_200,
    apr: 19.86,
    periods: 12,
    method: 'level',
    fees: [
      { label: '平台服務費', amount: money(4_000) },
      { label: '撥款匯費', amount: money(15) },
    ],
    netDisbursement: money(95_985),
    schedule: rows.map(({ dueOn, ...row }) => ({
      ...row,
      due: kind === 'annex' ? dueOn : `撥款後第 ${row.no} 個月`,
    })),
    clauses: [
      { title: '第一條　當事人', paragraphs: ['借款人與出資人如附表二。', '平台為媒合者。'] },
      { title: '第二條　管轄', paragraphs: ['以臺灣臺北地方法院為第一審管轄法院。'] },
    ],
    ...changed,
  };
}
