// Structured data of a plan for search engines: schema.org's loan.
import { occupations } from '#contract/options.ts';
import type { Plan } from '#contract/lending/calls.ts';
import { brand } from '../../site/kit/brand.ts';
import * as paths from '../../site/kit/paths.ts';

/**
 * Returns a plan as https://schema.org/LoanOrCredit: amounts in TWD, rates in percent, terms in
 * months.
 */
export function loanDataOf(origin: string, plan: Plan) {
  const groups = occupations.filter(({ id }) => plan.occupations.includes(id));
  return {
    '@context': 'https://schema.org',
    '@type': 'LoanOrCredit',
    name: plan.listName,
    description: plan.description,
    url: origin + paths.plan(plan.slug),
    provider: { '@type': 'Organization', name: brand.name, url: origin },
    currency: 'TWD',
    amount: {
      '@type': 'MonetaryAmount',
      currency: 'TWD',
      minValue: plan.amountMin,
      maxValue: plan.amountMax,
    },
    interestRate: {
      '@type': 'QuantitativeValue',
      unitText: 'PERCENT',
      minValue: plan.rateMin,
      maxValue: plan.rateMax,
    },
    annualPercentageRate: plan.example.apr,
    loanTerm: {
      '@type': 'QuantitativeValue',
      unitCode: 'MON',
      minValue: Math.min(...plan.installments),
      maxValue: Math.max(...plan.installments),
    },
    loanRepaymentForm: {
      '@type': 'RepaymentSpecification',
      loanPaymentFrequency: 12,
      loanPaymentAmount: {
        '@type': 'MonetaryAmount',
        currency: 'TWD',
        value: plan.example.instalment,
      },
    },
    requiredCollateral: '無',
    audience: {
      '@type': 'Audience',
      audienceType: [...new Set(groups.map(({ group }) => group))].join('、'),
    },
  };
}
