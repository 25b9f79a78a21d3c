// The key figures of terms, for the bar of the decision about them.
import { add } from '#contract/core/money.ts';
import type { OfferFigures, ReviewDetail } from '#contract/lending/tasks.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import type { Fact } from '../../ui/display/Card.tsx';
import type { Summary } from '../../office/kit/bars/DecisionBar.tsx';
import { figuresOf, termsOf } from './term-figures.ts';

/** `debtRatioBps`: the debt ratio of the score, if the terms are about an applicant. */
export const offerFacts = (
  of: Omit<OfferFigures, 'grade' | 'totalInterest' | 'platformFee'>,
  debtRatioBps?: number,
): Fact[] => [
  { name: '金額', value: <Money amount={of.amount} /> },
  { name: '年利率', value: <Percent value={of.annualRate} /> },
  { name: '總費用年百分率', value: <Percent value={of.apr} /> },
  {
    name: '月付',
    value: (
      <>
        <Money amount={of.instalment} /> × {of.installments} 期
      </>
    ),
  },
  ...(debtRatioBps === undefined
    ? []
    : [{ name: '負債比', value: <Percent value={debtRatioBps / 100} /> }]),
];

/**
 * What the bar of a review shows: while terms are chosen these, with the share of the income that
 * they take, otherwise the scorecard's suggestion, or what was asked for.
 */
export function reviewSummary(
  { plan, burden, suggestion, score, loan }: ReviewDetail,
  values: Record<string, unknown>,
): Summary | undefined {
  const figures =
    plan && values['decision'] === 'approve' ? figuresOf(plan, termsOf(values)) : null;
  if (figures && burden && burden.monthlyIncome > 0) {
    const share = add(figures.instalment, burden.monthlyDebts) / burden.monthlyIncome;
    const income = { name: '月付占收入', value: <Percent value={share * 100} /> };
    return { title: '核准條件', facts: [...offerFacts(figures), income] };
  }
  if (suggestion?.offer) {
    return { title: '評分建議', facts: offerFacts(suggestion.offer, score?.debtRatioBps) };
  }
  if (!loan) return undefined;
  return {
    title: '申請',
    facts: [
      { name: '金額', value: <Money amount={loan.amount} /> },
      { name: '期數', value: `${loan.installments} 期` },
      ...(score ? [{ name: '負債比', value: <Percent value={score.debtRatioBps / 100} /> }] : []),
    ],
  };
}
