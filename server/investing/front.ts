// What the features after investing may use of it.
export { lowerOutstanding } from './actions.ts';
export { holdOrdering } from './actions.ts';
export { forgetSuitability } from './order/suitability.ts';
