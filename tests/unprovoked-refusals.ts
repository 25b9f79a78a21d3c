// The declared refusals that no integration test provokes, each with the reason why none can.
import type { RefusalPair } from './recorded-refusals.ts';

const ofOrder = 'The amount is that of the missed order, which was taken when it was placed.';

export const unprovokedRefusals: Partial<Record<RefusalPair, string>> = {
  'site investing.reApply AMOUNT_INVALID': ofOrder,
  'site investing.reApply AMOUNT_MIN': ofOrder,
  'site investing.reApply CASE_NOT_FOUND':
    'The case is that of the missed order, and no case is ever deleted.',
  'office banking.proposeBooking COMPANY_ACCOUNT':
    'Every demonstration has an account of the company at its bank, so no test server lacks one.',
};
