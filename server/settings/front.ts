// What the features after settings may use of it.
export {
  assertOffered,
  ifOffered,
  listInForce,
  lossRatesInForce,
  numbersInForce,
  optionsKnown,
  optionsOffered,
  refundFeeAt,
  remittanceFeeNow,
} from './in-force.ts';
