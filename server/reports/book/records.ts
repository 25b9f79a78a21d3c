// The rows of the loan book as they are published, and their lines in the files.
import { compareDays, type Day, daysBetween } from '#contract/core/day.ts';
import { csvLine, type Cell } from '#contract/core/csv.ts';
import { type Money, ZERO, percentOf, subtract, sum } from '#contract/core/money.ts';
import { type LossRates, type ValuationState, valuationStateOf } from '#contract/law/valuation.ts';
import { grades } from '#contract/investing/grades.ts';
import { LOAN } from '#contract/lending/loan-status.ts';
import {
  type BookClass,
  type BookField,
  type BookState,
  bookStates,
  type LateBand,
  type LoanField,
  type Phase,
  type RepaymentField,
} from '#contract/reports/book/fields.ts';
import type { BookLoanRow, BookRepaymentRow } from './book-queries.ts';
import type { Traits } from './anonymity.ts';

export type LoanRecord = {
  loan_id: string;
  disbursed_month: string;
  principal: Money;
  rate_bps: number;
  installments: number;
  /** Empty if it is none of our grades. */
  grade: string;
  occupation_group: string | null;
  income_band: string | null;
  age_band: string | null;
  county: string | null;
  state: BookState;
  late_band: LateBand | null;
  hours_to_fund: number | null;
  principal_repaid: Money;
  principal_forgiven: Money;
  principal_outstanding: Money;
  expected_loss_bps: number;
  expected_loss: Money;
  defaulted_month: string | null;
  defaulted_principal: Money;
  recovered_principal: Money;
  written_off_month: string | null;
  written_off_principal: Money;
  settled_month: string | null;
} & Record<LoanField, Cell>;

export type RepaymentRecord = {
  loan_id: string;
  no: number;
  month: string;
  instalment: number | null;
  class: BookClass;
  amount: Money;
  to_investors: Money;
  investor_fee: Money;
  phase: Phase;
} & Record<RepaymentField, Cell>;

const monthOf = (on: Day | null) => on?.slice(0, 7) ?? null;

const lateLimits: readonly (readonly [LateBand, number])[] = [
  ['none', 0],
  ['1-7', 7],
  ['8-30', 30],
  ['31-90', 90],
  ['91-180', 180],
];

function lateBandOf(payableUntil: Day | null, on: Day): LateBand {
  const days = payableUntil === null ? 0 : daysBetween(payableUntil, on);
  return lateLimits.find(([, most]) => days <= most)?.[0] ?? '181+';
}

const phaseOf = ({ bookedOn }: BookRepaymentRow, loan: BookLoanRow): Phase => {
  const since = (from: Day | null) => from !== null && compareDays(bookedOn, from) >= 0;
  if (since(loan.writtenOffOn)) return 'after_write_off';
  return since(loan.defaultedOn) ? 'after_default' : 'regular';
};

/** Returns the published rows of a loan's repayments; `rows` are in the order of allocation. */
export function repaymentRecords(
  loan: BookLoanRow,
  rows: readonly BookRepaymentRow[],
): RepaymentRecord[] {
  const batches = new Set<string>();
  const fees = new Set<string>();
  return rows.map((row, i) => {
    const isFirst = !batches.has(row.batch);
    batches.add(row.batch);
    return {
      loan_id: loan.publicId,
      no: i + 1,
      month: row.bookedOn.slice(0, 7),
      instalment: row.instalment,
      class: row.class,
      amount: row.amount,
      to_investors: toInvestors(row, fees),
      investor_fee: isFirst ? row.investorFee : ZERO,
      phase: phaseOf(row, loan),
    };
  });
}

/** `fees` holds the batches whose shared prepayment fee was already counted. */
function toInvestors(row: BookRepaymentRow, fees: Set<string>): Money {
  if (row.class === 'court') return ZERO;
  if (row.class !== 'prepaymentFee') return row.amount;
  const isCounted = fees.has(row.batch);
  fees.add(row.batch);
  return isCounted ? ZERO : row.sharedFee;
}

const principalOf = (rows: readonly RepaymentRecord[], phases: readonly Phase[]) =>
  sum(
    rows
      .filter((row) => row.class === 'principal' && phases.includes(row.phase))
      .map(({ amount }) => amount),
  );

function stateOf({ status, settledOn, writtenOffOn }: BookLoanRow, outstanding: Money): BookState {
  if (outstanding === 0 && settledOn !== null) return 'settled';
  if (writtenOffOn !== null) return 'written_off';
  const code = LOAN[status].code;
  return bookStates.find((state) => state === code) ?? 'repaying';
}

/** Returns the published row of a loan as of the end of the day `on`. */
export function loanRecord(
  loan: BookLoanRow,
  repayments: readonly RepaymentRecord[],
  { on, rates, traits }: { on: Day; rates: LossRates; traits: Traits },
): LoanRecord {
  const { principal, forgiven, defaultedOn, writtenOffOn } = loan;
  const before = principalOf(repayments, ['regular']);
  const after = principalOf(repayments, ['after_default']);
  const afterLoss = principalOf(repayments, ['after_write_off']);
  const repaid = sum([before, after, afterLoss]);
  const outstanding = subtract(subtract(principal, repaid), forgiven);
  const state = stateOf(loan, outstanding);
  const isOver = outstanding === 0;
  const valued: ValuationState = valuationStateOf(
    {
      status: state === 'written_off' ? 95 : state === 'legal' ? 80 : 60,
      payableUntil: loan.payableUntil,
    },
    on,
  );
  const lossBps = isOver ? 0 : rates[valued];
  return {
    loan_id: loan.publicId,
    disbursed_month: loan.lentOn.slice(0, 7),
    principal,
    rate_bps: loan.rateBps,
    installments: loan.installments,
    grade: grades.find((grade) => grade === loan.grade) ?? '',
    occupation_group: traits.occupationGroup,
    income_band: traits.incomeBand,
    age_band: traits.ageBand,
    county: traits.county,
    state,
    late_band: isOver ? null : lateBandOf(loan.payableUntil, on),
    hours_to_fund: loan.hoursToFund,
    principal_repaid: repaid,
    principal_forgiven: forgiven,
    principal_outstanding: outstanding,
    expected_loss_bps: lossBps,
    expected_loss: percentOf(outstanding, lossBps),
    defaulted_month: monthOf(defaultedOn),
    defaulted_principal: defaultedOn === null ? ZERO : subtract(principal, before),
    recovered_principal: defaultedOn === null ? ZERO : sum([after, afterLoss]),
    written_off_month: monthOf(writtenOffOn),
    written_off_principal: writtenOffOn === null ? ZERO : subtract(principal, sum([before, after])),
    settled_month: state === 'settled' ? monthOf(loan.settledOn) : null,
  };
}

type Row = Readonly<Record<string, Cell>>;

/** A line of the CSV file, with the fields in the order of the dictionary. */
export const csvOf = (fields: readonly BookField[], row: Row): string =>
  csvLine(fields.map(({ name }) => row[name] ?? null));

/** A line of the JSON Lines file: an object with the fields in the order of the dictionary. */
export const jsonOf = (fields: readonly BookField[], row: Row): string =>
  `${JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null])))}\n`;
