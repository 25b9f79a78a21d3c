// The key figures of terms, for the bar of the decision about them.
import { add } from '#contract/core/money.ts';
import type { OfferFigures, ReviewDetail } from '#contract/lending/tasks.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import type { Fact } from '../../ui/display/Card.tsx';
import type { Summary } from '../../office/kit/bars/DecisionBar.tsx';
import { formatPercent } from '../../ui/format.ts';
import { burdenOf } from '../plans/estimate.ts';
import { figuresOf, termsOf } from './term-figures.ts';

type Income = Pick<NonNullable<ReviewDetail['burden']>, 'monthlyDebts' | 'monthlyIncome'>;

/**
 * The monthly burden is the instalment that stands beside it with the other debts, and not the debt
 * ratio of the score, which assumes a rate of its own. Terms that are not about an applicant have
 * none.
 */
export function offerFacts(
  of: Omit<OfferFigures, 'grade' | 'totalInterest' | 'platformFee'>,
  income?: Income,
): Fact[] {
  const share = income && burdenOf(add(of.instalment, income.monthlyDebts), income.monthlyIncome);
  return [
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
    ...(share == null ? [] : [{ name: '每月負擔', value: `收入的 ${formatPercent(share * 100)}` }]),
  ];
}

/**
 * What the bar of a review shows: the terms that are chosen, otherwise the scorecard's suggestion,
 * or what was asked for.
 */
export function reviewSummary(
  { plan, burden, suggestion, loan }: ReviewDetail,
  values: Record<string, unknown>,
): Summary | undefined {
  const figures =
    plan && values['decision'] === 'approve' ? figuresOf(plan, termsOf(values)) : null;
  if (figures) return { title: '核准條件', facts: offerFacts(figures, burden) };
  if (suggestion?.offer) return { title: '評分建議', facts: offerFacts(suggestion.offer, burden) };
  if (!loan) return undefined;
  return {
    title: '申請',
    facts: [
      { name: '金額', value: <Money amount={loan.amount} /> },
      { name: '期數', value: `${loan.installments} 期` },
    ],
  };
}
