// The many people of the demonstration whose accounts nobody signs in to: who borrows, what for,
// and what happens to each loan on which day. A random seed determines everything.
import { addDays, addMonths, type Day, daysBetween } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import { occupations, planSeeds } from '#contract/options.ts';
import { accountNumber, mobile, nationalId, personName, type Random } from '../../actors/random.ts';
import { addresses, companies, notes } from './words.ts';

/** Number of days before today on which the demonstration's history starts: thirteen months. */
export const DAYS_OF_HISTORY = 400;
/** Loans of each end that were or are open for funding, and applications that never were. */
const COUNTS = { lent: 52, listed: 5, unfilled: 2, lapsed: 2, withdrawn: 2, rejected: 3 };
/** Investors besides the named ones. */
const INVESTORS = 20;

export type Someone = {
  email: string;
  name: string;
  phone: string;
  idNumber: string;
  birthday: Day;
  address: { zip: string; city: string; district: string; road: string };
  occupation: number;
  company: string;
  jobTitle: string;
  bank: { bankCode: string; account: string };
};

export type Wish = {
  plan: string;
  amount: Money;
  installment: number;
  purpose: number;
  note: string;
  since: string;
  monthlyIncome: Money;
  cardBalance: Money;
};

/** What happens to a loan on a day; `part` is the part of the case that is ordered and paid. */
export type Act =
  | { kind: 'apply' | 'review' | 'agree' | 'sign' | 'pay' | 'settle' | 'withdraw' | 'reject' }
  | { kind: 'sendBack' }
  | { kind: 'fund'; part: number; from: number }
  | { kind: 'prepay'; amount: Money }
  | { kind: 'recover'; amount: Money }
  /** 1 is to negotiate, 2 legal proceedings. */
  | { kind: 'vote'; answer: 1 | 2 }
  | { kind: 'propose' };

export type Fate = keyof typeof COUNTS;
export type Planned = { fate: Fate; borrower: Someone; wish: Wish };
/** `day` counts from today, `minute` from midnight in Taipei. */
export type Event = { day: number; minute: number; loan: Planned; act: Act };

/** Returns one of the investors or borrowers, with random data that are valid. */
export function someone(random: Random, email: string, plan: string, occupation: number): Someone {
  const [zip, city, district, road] = random.pick(addresses);
  return {
    email,
    name: personName(random),
    phone: mobile(random),
    idNumber: nationalId(random),
    birthday: `${random.int(1972, 1999)}-0${random.int(1, 9)}-${random.int(10, 28)}` as Day,
    address: { zip, city, district, road: `${road} ${random.int(1, 280)} 號` },
    occupation,
    company: random.pick(companies[plan] ?? companies['office'] ?? ['']),
    jobTitle: occupations.find(({ id }) => id === occupation)?.description ?? '',
    bank: {
      bankCode: random.pick(['004', '013', '700', '808', '822']),
      account: accountNumber(random),
    },
  };
}

/** Returns the investors who are not named in the cast. */
export const investorsOf = (random: Random): Someone[] =>
  Array.from({ length: INVESTORS }, (_, k) => {
    const { slug, occupations: of } = random.pick(planSeeds);
    return someone(random, `investor.${k + 7}@people.baixi.example`, slug, random.pick(of));
  });

/** Monthly incomes in NT$1,000. */
const INCOMES: Record<string, readonly [number, number]> = {
  office: [33, 56],
  engineer: [45, 105],
  licensed: [44, 110],
};

/**
 * Kinds of borrowers, from whose job and debts the scorecard calculates a grade: months in the job,
 * part of the plan's usual income in percent, card balances in NT$1,000, and the wanted amount as a
 * multiple of the monthly income.
 */
const SITUATIONS = {
  settled: { months: [38, 150], income: 100, cards: [0, 0, 20, 40], times: [1.5, 3.5] },
  building: { months: [13, 46], income: 92, cards: [0, 40, 80, 110], times: [2, 4] },
  starting: { months: [4, 15], income: 80, cards: [20, 80, 120, 150], times: [1.5, 3.2] },
  burdened: { months: [3, 30], income: 80, cards: [420, 480], times: [3, 4] },
} as const;

function plannedLoan(random: Random, fate: Fate, no: number, appliedOn: Day): Planned {
  const plan = random.pick(planSeeds);
  const email = `borrower.${no}@people.baixi.example`;
  const borrower = someone(random, email, plan.slug, random.pick(plan.occupations));
  const kind =
    fate === 'rejected'
      ? 'burdened'
      : random.pick([
          ...(['settled', 'settled', 'settled', 'settled', 'building'] as const),
          ...(['building', 'building', 'building', 'starting', 'starting'] as const),
        ]);
  const { months, income: part, cards, times } = SITUATIONS[kind];
  const [least, most] = INCOMES[plan.slug] ?? [40, 78];
  const income = Math.round((random.int(least, most) * part) / 100);
  const periods = plan.installments.filter((n) => n <= random.pick([12, 12, 18, 24, 24, 36]));
  const [purpose, note] = random.pick(notes);
  const multiple = times[0] + (times[1] - times[0]) * random.next();
  const since = addMonths(appliedOn, -random.int(months[0], months[1]));
  return {
    fate,
    borrower,
    wish: {
      plan: plan.slug,
      amount: money(Math.max(5, Math.min(35, Math.round((income * multiple) / 10))) * 10_000),
      installment: periods.at(-1) ?? 12,
      purpose,
      note,
      since: since.slice(0, 7),
      monthlyIncome: money(income * 1_000),
      cardBalance: money(random.pick(cards) * 1_000),
    },
  };
}

const minuteOf = (random: Random) => random.int(9 * 60 + 40, 21 * 60 + 30);

/** Days from an application until its contract is signed. */
const DAYS_TO_SIGN = 5;

/** The lent loan whose disbursement the bank sends back, by its place in time. */
const SENT_BACK = 45;
/**
 * The loan that is written off, which is small, because the house lends well; and the one that was
 * recovered in full.
 */
const [LOST, RECOVERED] = [1, 4];
const LOST_AMOUNT = money(60_000);
const NOON = 12 * 60;

/** Which of the lent loans does not simply pay on each due day, by its place in time. */
function conductOf(place: number, random: Random) {
  if (place === LOST) return 'lost' as const;
  if (place === RECOVERED) return 'recovered' as const;
  return random.pick([
    ...(['prompt', 'prompt', 'prompt', 'prompt', 'prompt', 'grace'] as const),
    ...(['prompt', 'prompt', 'early', 'partial', 'cured', 'grace'] as const),
  ]);
}

/** Returns the events from the application to the present of a loan that was disbursed. */
function lifeOf(loan: Planned, place: number, started: number, random: Random, today: Day) {
  const events = openingOf(loan, started, random, 1);
  const isSentBack = place === SENT_BACK;
  // A disbursement that the bank sent back is signed again two days later.
  const signed = started + DAYS_TO_SIGN + (isSentBack ? 2 : 0);
  const at = (day: number, act: Act) => events.push({ day, minute: minuteOf(random), loan, act });
  at(signed, { kind: 'sign' });
  if (isSentBack) {
    events.push({ day: signed - 2, minute: NOON, loan, act: { kind: 'sign' } });
    events.push({ day: signed - 1, minute: NOON, loan, act: { kind: 'sendBack' } });
  }
  const conduct = conductOf(place, random);
  const odd = random.int(2, 5);
  const last = conduct === 'lost' || conduct === 'recovered' ? 2 : loan.wish.installment;
  for (let no = 1; no <= last; no += 1) {
    const due = daysBetween(today, addMonths(addDays(today, signed), no));
    if (due >= 0) break;
    if (conduct === 'early' && no === odd + 1) {
      at(due - 9, { kind: 'settle' });
      break;
    }
    if (conduct === 'partial' && no === odd) {
      at(due + 3, { kind: 'prepay', amount: money(20_000) });
    }
    const late = no !== odd ? 0 : conduct === 'cured' ? random.int(12, 20) : 4;
    at(due + (conduct === 'cured' || conduct === 'grace' ? late : 0), { kind: 'pay' });
  }
  const missed = daysBetween(today, addMonths(addDays(today, signed), last + 1));
  if (conduct === 'lost' || conduct === 'recovered') {
    events.push(...votesOn(loan, missed, 2));
  }
  if (conduct === 'lost') {
    // A payment before the write-off could settle the oldest instalment, and the loan would be less
    // late than a write-off demands.
    at(missed + 200, { kind: 'recover', amount: money(9_000) });
    at(-24, { kind: 'recover', amount: money(15_000) });
  }
  if (conduct === 'recovered') {
    at(missed + 80, { kind: 'recover', amount: money(12_000) });
    at(missed + 120, { kind: 'pay' });
  }
  return events.filter(({ day }) => day < 0);
}

/**
 * Returns the votes on a loan that was not paid on day `missed`. The poll opens when the jobs have
 * declared the violation, which holidays delay; whoever has voted does not vote again.
 */
export const votesOn = (loan: Planned, missed: number, answer: 1 | 2): Event[] =>
  Array.from({ length: 8 }, (_, k) => ({
    day: missed + 31 + 3 * k,
    minute: 12 * 60 + 40,
    loan,
    act: { kind: 'vote', answer },
  }));

/** Returns the events until a case is funded by `part`, over five days. */
function openingOf(loan: Planned, started: number, random: Random, part: number): Event[] {
  const at = (day: number, act: Act): Event => ({ day, minute: minuteOf(random), loan, act });
  const from = random.int(0, 99);
  const first = Math.min(part, random.pick([0.3, 0.5, 0.6]));
  return [
    at(started, { kind: 'apply' }),
    at(started + 1, { kind: 'review' }),
    at(started + 2, { kind: 'agree' }),
    ...(part > 0 ? [at(started + 3, { kind: 'fund', part: first, from })] : []),
    ...(part > first ? [at(started + 4, { kind: 'fund', part, from: from + 5 })] : []),
  ];
}

/** Returns the events of an application that never became a loan, or of a case that is open now. */
function otherEvents(loan: Planned, place: number, started: number, random: Random): Event[] {
  const at = (day: number, act: Act): Event => ({ day, minute: minuteOf(random), loan, act });
  const opening = openingOf(loan, started, random, 0.4);
  if (loan.fate === 'unfilled') return opening;
  const [apply, review] = opening as [Event, Event];
  if (loan.fate === 'lapsed') return [apply, review];
  if (loan.fate === 'withdrawn') return [apply, at(started + 1, { kind: 'withdraw' })];
  if (loan.fate === 'rejected') return [apply, at(started + 1, { kind: 'reject' })];
  // Cases that are open today were listed within the last days, and each is funded to another part.
  const parts = [0.9, 0.15, 0.75, 0.05, 0.55, 0.3, 0.95];
  return openingOf(loan, -8 + (place % 4), random, parts[place] ?? 0.5).filter(
    ({ day }) => day < 0,
  );
}

/**
 * Returns the day from today on which a loan begins whose disbursement arrives on the last day of a
 * tax period and comes back on the next one, so that its invoice gets an allowance and is not void.
 */
function startedBeforePeriod(started: number, today: Day): number {
  const { from } = taxPeriodOf(addDays(today, started));
  return daysBetween(today, from) - DAYS_TO_SIGN - 1;
}

/** Loans that begin on the same day, so that their acts are carried out at the same time. */
const BEGIN_AT_ONCE = 2;

/** Returns the days on which so many loans begin: more in recent months than in the first ones. */
function startDays(count: number, random: Random): number[] {
  const groups = Math.ceil(count / BEGIN_AT_ONCE);
  return Array.from({ length: groups }, (_, k) => {
    const share = ((k + random.next()) / groups) ** 0.77;
    return -DAYS_OF_HISTORY + 8 + Math.floor(share * (DAYS_OF_HISTORY - 26));
  });
}

/** Returns everything that happens before today, in order. */
export function eventsBefore(today: Day, random: Random): Event[] {
  let no = 0;
  const events = (Object.keys(COUNTS) as Fate[]).flatMap((fate) => {
    const days = startDays(COUNTS[fate], random);
    return Array.from({ length: COUNTS[fate] }, (_, place) => {
      const planned = days[Math.floor(place / BEGIN_AT_ONCE)]!;
      const isSentBack = fate === 'lent' && place === SENT_BACK;
      const started = isSentBack ? startedBeforePeriod(planned, today) : planned;
      const loan = plannedLoan(random, fate, (no += 1), addDays(today, started));
      if (fate === 'lent' && place === LOST) loan.wish.amount = LOST_AMOUNT;
      return fate === 'lent'
        ? lifeOf(loan, place, started, random, today)
        : otherEvents(loan, place, started, random);
    }).flat();
  });
  return events.toSorted((a, b) => a.day - b.day || a.minute - b.minute);
}
