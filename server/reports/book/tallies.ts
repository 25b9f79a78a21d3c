// Sums over the published rows of the loan book by month, quarter, grade and state. They hold no
// rows, so that their memory does not grow with the book.
import { type Money, ZERO, add } from '#contract/core/money.ts';
import type { LoanRecord, RepaymentRecord } from './records.ts';

type Sums<Name extends string> = { loans: number; sums: Readonly<Record<Name, Money>> };

/** Sums by key; a key to which nothing was added has sums of zero. */
function tally<Name extends string>(...names: readonly Name[]) {
  const all = new Map<string, Sums<Name>>();
  const zeros = Object.fromEntries(names.map((name) => [name, ZERO])) as Record<Name, Money>;
  const of = (key: string): Sums<Name> => all.get(key) ?? { loans: 0, sums: zeros };
  return {
    keys: () => [...all.keys()].toSorted(),
    of,
    add(key: string, amounts: Partial<Record<Name, Money>>, loans = 0) {
      const before = of(key);
      const sums: Record<Name, Money> = { ...before.sums };
      for (const name of names) sums[name] = add(sums[name], amounts[name] ?? ZERO);
      all.set(key, { loans: before.loans + loans, sums });
    },
  };
}

const newTallies = () => ({
  total: tally('principal', 'repaid', 'interest', 'lateCharges', 'expected'),
  open: tally('outstanding'),
  states: tally('principal', 'outstanding'),
  /** By quarter, by grade, and by both. */
  lent: tally('principal', 'defaulted', 'recovered'),
  /** Loans that ever defaulted, by the same keys. */
  everDefaulted: tally(),
  /** By quarter of the default, and all under the key ''. */
  defaults: tally('defaulted', 'recovered'),
  late: tally('outstanding'),
  months: tally('lent', 'repaid', 'writtenOff', 'income', 'fees', 'recoveries'),
  hours: new Map<number, number>(),
});
export type Tallies = ReturnType<typeof newTallies>;

/** Quarter of a month: 2026-11 → 2026-Q4. */
const quarterOf = (month: string) =>
  `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;

function addLoan(to: Tallies, row: LoanRecord): void {
  const { principal, principal_outstanding: outstanding } = row;
  const { defaulted_principal: defaulted, recovered_principal: recovered } = row;
  const expected = row.state === 'written_off' ? ZERO : row.expected_loss;
  to.total.add('', { principal, expected }, 1);
  to.states.add(row.state, { principal, outstanding }, 1);
  if (outstanding > 0) to.open.add('', { outstanding }, 1);
  if (row.late_band !== null) to.late.add(row.late_band, { outstanding }, 1);
  const quarter = quarterOf(row.disbursed_month);
  for (const key of [quarter, row.grade, `${quarter} ${row.grade}`]) {
    to.lent.add(key, { principal, defaulted, recovered }, 1);
    if (row.defaulted_month !== null) to.everDefaulted.add(key, {}, 1);
  }
  if (row.defaulted_month !== null) {
    for (const key of [quarterOf(row.defaulted_month), '']) {
      to.defaults.add(key, { defaulted, recovered }, 1);
    }
  }
  if (row.hours_to_fund !== null) {
    to.hours.set(row.hours_to_fund, (to.hours.get(row.hours_to_fund) ?? 0) + 1);
  }
  to.months.add(row.disbursed_month, { lent: principal }, 1);
  if (row.written_off_month !== null) {
    to.months.add(row.written_off_month, { writtenOff: row.written_off_principal });
  }
}

function addRepayment(to: Tallies, row: RepaymentRecord): void {
  const { amount, month, to_investors: income, investor_fee: fees } = row;
  to.months.add(month, { fees });
  if (row.class !== 'principal') to.months.add(month, { income });
  else if (row.phase === 'after_write_off') to.months.add(month, { recoveries: amount });
  else to.months.add(month, { repaid: amount });
  if (row.class === 'principal') to.total.add('', { repaid: amount });
  else if (row.class === 'interest') to.total.add('', { interest: amount });
  else if (row.class === 'lateInterest' || row.class === 'penalty') {
    to.total.add('', { lateCharges: amount });
  }
}

/** Collects published rows one by one. */
export function createTallies() {
  const tallies = newTallies();
  return {
    tallies,
    loan: (row: LoanRecord) => addLoan(tallies, row),
    repayment: (row: RepaymentRecord) => addRepayment(tallies, row),
  };
}
