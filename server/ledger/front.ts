// What the features after ledger may use of it.
export {
  accountingDay,
  balanceOf,
  closeThrough,
  keepBooksProof,
  lockPosting,
  movedAfter,
  openSince,
  provenBooks,
  totals,
  undoing,
} from './actions.ts';
export { kindTotals } from './financial/financial-queries.ts';
export { post } from './posting.ts';
export { bookVatThrough } from './vat.ts';
export { type YearResult, isInClosedYear, yearEnd, yearResults } from './years.ts';
