// What the features after servicing may use of it.
export { forgetHardship } from './actions.ts';
export { WRITE_OFF_FROM_DAY } from './late/loss.ts';
export { borrowerView } from './negotiation/negotiation-view.ts';
export { returnRest, surplusTo } from './repayment/surplus.ts';
export { readBook } from './repayment/use-money.ts';
