// What the features after portfolio may use of it.
export { type ExpectedShare, expectedUntil } from './expected-income.ts';
export {
  type OpenOrderRow,
  type WaitingRow,
  openOrders,
  receivedByMonth,
  waitingOf,
} from './outlook-queries.ts';
export { standingOf } from './portfolio-queries.ts';
