// What the features after investing may use of it.
export { holdOrdering, lowerOutstanding } from './actions.ts';
export { suitabilityOf } from './order/suitability-queries.ts';
export { forgetSuitability } from './order/suitability.ts';
export { type ExpectedShare, expectedUntil } from './portfolio/expected-income.ts';
export {
  type OpenOrderRow,
  type WaitingRow,
  openOrders,
  receivedByMonth,
  waitingOf,
} from './portfolio/outlook-queries.ts';
export { standingOf } from './portfolio/portfolio-queries.ts';
