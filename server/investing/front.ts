// What the features after investing may use of it.
export { holdOrdering, lowerOutstanding } from './actions.ts';
export { type OrderRow, orderView, originalOf } from './order/order-view.ts';
export { suitabilityOf } from './order/suitability-queries.ts';
export { forgetSuitability } from './order/suitability.ts';
