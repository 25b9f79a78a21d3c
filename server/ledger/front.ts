// What the features after ledger may use of it.
export {
  accountingDay,
  balanceOf,
  closeThrough,
  keepBooksProof,
  openSince,
  provenBooks,
  undoing,
} from './bookkeeping.ts';
export { kindTotals } from './financial/financial-queries.ts';
export { post } from './posting.ts';
export { bookVatThrough } from './vat.ts';
export { type YearResult, isInClosedYear, yearEnd, yearResults } from './years.ts';
export { lockPosting } from './closing-queries.ts';
export { movedAfter, totals } from './queries.ts';
