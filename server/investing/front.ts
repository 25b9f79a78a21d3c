// What the features after investing may use of it.
export { holdOrdering, lowerOutstanding } from './actions.ts';
export { forgetSuitability } from './order/suitability.ts';
