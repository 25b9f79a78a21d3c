// Answers of a quote, kept in this browser until the application takes them over.
import type { Quote, QuoteAnswers } from '#contract/lending/quote.ts';
import { addMonths, type Day } from '#contract/core/day.ts';
import { storedName } from '../../drafts.ts';
import { dayIn, now } from '../../ui/clock.ts';

/** Long enough to register and to verify oneself; after it somebody else may use the browser. */
const KEPT_MS = 2 * 3_600_000;

type Values = Record<string, unknown>;

/** Returns the answers with the field names of the application, for the terms that were quoted. */
export function valuesOf(answers: QuoteAnswers, quote: Quote, today = dayIn()): Values {
  const { occupation, tenureMonths, debts, installment } = answers;
  const { monthly, balance, cardBalance } = debts;
  const owes = monthly > 0 || balance > 0;
  return {
    plan: quote.plan.slug,
    amount: quote.amount,
    installment,
    job: { occupation, since: addMonths(today as Day, -tenureMonths).slice(0, 7) },
    ...(cardBalance > 0 && { hasCards: true }),
    finance: { cardBalance, otherLoans: owes ? [{ kind: '其他貸款', monthly, balance }] : [] },
  };
}

export function keepQuote(values: Values): void {
  try {
    localStorage.setItem(storedName.quote, JSON.stringify({ at: now(), values }));
  } catch {
    // Without storage the application asks again.
  }
}

/** Returns the kept answers; null if there are none or they are older than a day. */
export function readQuote(): Values | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storedName.quote) ?? 'null') as {
      at: number;
      values: Values;
    } | null;
    return kept && now() - kept.at < KEPT_MS && typeof kept.values === 'object'
      ? kept.values
      : null;
  } catch {
    return null;
  }
}

export function dropQuote(): void {
  try {
    localStorage.removeItem(storedName.quote);
  } catch {
    // Storage is unavailable, so nothing was kept in it.
  }
}

const partOf = (values: Values, name: string) => (values[name] ?? {}) as Values;

/**
 * Returns the answers of an application with the terms of the quote. Of work and debts the quote
 * fills only what is not answered yet, because the application asks for them more exactly.
 */
export function withQuote(values: Values, quote: Values): Values {
  const { plan, amount, installment, ...facts } = quote;
  return {
    ...facts,
    ...values,
    ...(plan !== undefined && { plan }),
    ...(amount !== undefined && { amount }),
    ...(installment !== undefined && { installment }),
    job: { ...partOf(quote, 'job'), ...partOf(values, 'job') },
    finance: { cardBanks: [], ...partOf(quote, 'finance'), ...partOf(values, 'finance') },
  };
}
