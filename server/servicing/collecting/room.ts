// How often a late borrower may still be contacted: the hours and the limits of collection.
import { isWithin } from '#contract/servicing/contact-hours.ts';
import { contactLimits } from '#contract/servicing/late/strategy.ts';
import type { Work } from '../../work.ts';
import { contactCounts } from './act-queries.ts';

/** How often the borrower of a loan may still be contacted today. */
export async function roomOf({ tx, today, now }: Work, loanId: number) {
  const { calls, messages, weekMessages } = await contactCounts(tx, loanId, today);
  const { callsADay, messagesADay, messagesAWeek } = contactLimits;
  return {
    isWithinHours: isWithin('collection', now),
    callsLeft: Math.max(0, callsADay - calls),
    messagesLeft: Math.max(0, Math.min(messagesADay - messages, messagesAWeek - weekMessages)),
  };
}
