// The fact and the page of each act that waits for an investor.
import type { WaitingAct } from '#contract/investing/portfolio.ts';
import { factRow, sentenceOf } from '#contract/today/facts.ts';
import * as paths from '../../site/kit/paths.ts';

const factOf = { pay: 'orderUnpaid', vote: 'pollOpen', agree: 'termsAgreed' } as const;

export function wordsOfAct({ kind }: WaitingAct) {
  const { amount, button } = factRow(factOf[kind]);
  return { title: sentenceOf(factOf[kind]), amount, action: button.label };
}

export const pathOfAct = ({ kind, investId }: WaitingAct): string =>
  kind === 'pay' ? paths.bankTransfer({ order: investId }) : paths.myHolding(investId);
