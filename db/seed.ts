// Creates the demonstration's people and loans by playing thirteen months: every state is reached
// through the same actions that members and operators use, so that the books are genuine. The
// members who can be signed in to play through the calls themselves.
import { type Day, addDays, addMonths, dayOf, daysBetween } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { notices } from '#contract/notices/calls.ts';
import { assess } from '../actors/loan.ts';
import { join } from '../actors/member.ts';
import { about, decideAll } from '../actors/operator.ts';
import {
  type Terms,
  type Worker,
  apply,
  engineer,
  giveFile,
  setStage,
  verifiedMember,
} from '../actors/stage.ts';
import type { Transport } from '../actors/transport.ts';
import type { Services } from '../server/services.ts';
import type { Documents } from '../server/adapters/pdf/pdf.ts';
import { withTransaction } from '../server/database/db.ts';
import { beginDays, writeAccounts } from '../server/demonstration/actions.ts';
import { createOperator } from '../server/operators/front.ts';
import { stampCheckpoint } from '../server/proofs/stamping.ts';
import { inWork } from '../server/work.ts';
import { drain } from '../server/worker.ts';
import { type Clerk, type Investor, admit, openedSession } from './seed/acts.ts';
import * as acts from './seed/loan-acts.ts';
import {
  type Event,
  type Planned,
  DAYS_OF_HISTORY,
  eventsBefore,
  investorsOf,
  someone,
  votesOn,
} from './seed/crowd.ts';
import { chargeByBank } from './seed/bookings.ts';
import { payReserve } from './seed/bookings.ts';
import { closeLastYear, signTrustReports } from './seed/closing.ts';
import { chooseCarriers, enterNumbers } from './seed/invoices.ts';
import { startsOf } from './seed/starts.ts';
import { type Known, moveTo, play } from './seed/past.ts';
import type { Past } from './seed/stage.ts';
import { casts, operators, PASSWORD } from './seed-cast.ts';

/** Random seed that determines the names and numbers of the people. */
const SEED = 20_261_121;
/** Day from today on which the investors renew their suitability profiles, valid for a year. */
const ASSESSED_AGAIN = -200;
/** Days from the beginning until the first loan can be disbursed. */
const FIRST_FEE = 13;
/** Minutes of the day at which something happens. */
const [OPENING, NOON] = [9 * 60 + 12, 12 * 60 + 35];

type Story = Past & { cast: Investor[]; known: Known; events: readonly Event[] };

/**
 * Fills an empty demonstration database. Sets the clock back by thirteen months and plays what
 * happens up to today; `say` is called with progress messages. A test plays up to another day.
 */
export async function seed(
  services: Services,
  transport: Transport,
  say: (line: string) => void,
  today: Day = dayOf(services.clock.realNow()),
): Promise<void> {
  const clock = services.demonstration?.clock;
  if (!clock) throw new Error('only a demonstration is seeded');
  const { documents } = services;
  // Timestamps take most of the time of a seal; the job of a minute adds them after the start.
  const seal: Documents['seal'] = (pdf, shown) =>
    documents.seal(pdf, shown, { stampedLater: true });
  const sending = sendingFirst(services, transport);
  const sealing = { ...services, documents: { ...documents, seal } };
  const story = await beginStory(sealing, sending, today);
  const begin = addDays(story.today, story.at + FIRST_FEE);
  await enterNumbers(story, begin, { from: 0, to: 5 });
  await payReserve(story);
  say('示範資料：出資人加入');
  await investorsJoin(story);
  await chooseCarriers(story, story.investors);
  say('示範資料：過去十三個月的申貸、出資與還款');
  await playTo(story, ASSESSED_AGAIN);
  for (const { token } of story.investors) await assess(story.client, { token });
  // Numbers are entered a year ahead at most; these last until after today.
  await enterNumbers(story, begin, { from: 6, to: 8 });
  await olderLoans(story);
  say('示範資料：今天的案件');
  await newerLoans(story);
  await playTo(story, 0);
  await closeLastYear(story);
  await signTrustReports(story);
  // One timestamp of the newest checkpoint covers the whole log.
  await stampCheckpoint(services);
  await clock.set(null);
  await waitingPeople(story);
  await remember(services);
}

/**
 * Sends whatever waits before each request that reads, because the worker, which sends messages and
 * payments otherwise, begins only after the seeding.
 */
function sendingFirst(services: Services, transport: Transport): Transport {
  return async (request) => {
    if (request.method === 'GET') await drain(services);
    return transport(request);
  };
}

/** Creates the operators, sets the clock back and plans what will happen. */
async function beginStory(services: Services, transport: Transport, today: Day): Promise<Story> {
  const clerks = await inWork(services, async (work) => {
    const all: Clerk[] = [];
    for (const operator of operators) {
      all.push({ ...operator, id: await createOperator(work, operator) });
    }
    return all;
  });
  const [reviewer, approver, finance] = operators;
  const stage = await setStage(transport, async () => ({ reviewer, approver, finance }), SEED);
  const hash = await services.passwords.hashPassword(PASSWORD);
  const passwords = { ...services.passwords, hashPassword: async () => hash };
  const story: Story = {
    ...stage,
    services,
    investors: [],
    cast: [],
    known: new Map(),
    events: [],
    admitting: { ...services, passwords },
    office: { reviewer: clerks[0]!, approver: clerks[1]!, finance: clerks[2]! },
    today,
    at: -DAYS_OF_HISTORY,
    signedAt: -DAYS_OF_HISTORY,
  };
  await moveTo(story, story.at, OPENING);
  await beginDays(services);
  story.events = eventsBefore(today, stage.random);
  return story;
}

async function playTo(story: Story, day: number): Promise<void> {
  story.events = await play(story, story.known, story.events, day);
}

/** Creates a verified person of the cast. */
async function castMember(
  { admitting, random }: Story,
  { email, terms }: { email: string; terms?: { worker?: Worker } },
  purpose: 'borrow' | 'invest',
): Promise<acts.Borrower> {
  const { plan, occupation, company, title } = terms?.worker ?? engineer;
  const file = { ...someone(random, email, plan, occupation), company, jobTitle: title };
  return { ...file, id: await admit(admitting, file, purpose) };
}

async function investorsJoin(story: Story): Promise<void> {
  const join = async ({ id, bank }: acts.Borrower) => {
    const token = await openedSession(story.services, id);
    await assess(story.client, { token });
    story.investors.push({ id, token, bank });
  };
  for (const cast of casts.investors) await join(await castMember(story, cast, 'invest'));
  story.cast.push(...story.investors);
  for (const file of investorsOf(story.random)) {
    await join({ ...file, id: await admit(story.admitting, file, 'invest') });
  }
}

/** A borrower of the cast applies, and two operators approve the agreed terms; returns the loan. */
async function offerTo(
  { services, office }: Story,
  borrower: acts.Borrower,
  terms: Terms,
): Promise<number> {
  const id = await acts.applyFor(services, borrower, wishOf(terms));
  const { amount, annualRate, installment: installments } = terms;
  await acts.approve(services, office, id, { amount: money(amount), annualRate, installments });
  return id;
}

/** The loans of the named borrowers, each of which runs among all the others. */
async function olderLoans(story: Story): Promise<void> {
  for (const cast of startsOf(story.today, casts.repaying)) {
    await playTo(story, cast.startsOn);
    await moveTo(story, cast.startsOn, OPENING);
    const { services, office, random } = story;
    const borrower = await castMember(story, cast, 'borrow');
    const id = await offerTo(story, borrower, cast.terms);
    await acts.agree(services, borrower, id);
    await fundFully(story, id, cast.terms);
    await moveTo(story, cast.startsOn, NOON);
    await acts.sign(services, { borrower, office }, id, random);
    await drain(services);
    const planned = { fate: 'lent', borrower, wish: wishOf(cast.terms) } as const;
    story.known.set(planned, { borrower, id });
    const payments = paymentsOf(story.today, planned, cast);
    story.events = [...story.events, ...payments].toSorted(
      (a, b) => a.day - b.day || a.minute - b.minute,
    );
  }
}

const wishOf = ({ amount, installment, purpose, note, worker = engineer }: Terms) => {
  const { plan, since, monthlyIncome, cardBalance } = worker;
  const [income, balance] = [money(monthlyIncome), money(cardBalance)];
  return {
    plan,
    amount: money(amount),
    installment,
    purpose,
    note,
    since,
    monthlyIncome: income,
    cardBalance: balance,
  };
};

type Lent = (typeof casts.repaying)[number];

/** Payments on the due days: up to an instalment, or until the rest is prepaid; then the vote. */
function paymentsOf(today: Day, loan: Planned, cast: Lent): Event[] {
  const events: Event[] = [];
  for (let no = 1; no <= Math.min(cast.stopsAfter, loan.wish.installment); no += 1) {
    const day = daysBetween(today, addMonths(addDays(today, cast.startsOn), no));
    if (day >= 0) break;
    const settles = cast.settlesAfter !== null && no > cast.settlesAfter;
    const act = { kind: settles ? ('settle' as const) : ('pay' as const) };
    events.push({ day, minute: NOON + no * 7, loan, act });
    if (settles) break;
  }
  if (cast.vote !== null) {
    const { vote: answer, stopsAfter, startsOn } = cast;
    const missed = daysBetween(today, addMonths(addDays(today, startsOn), stopsAfter + 1));
    events.push(...votesOn(loan, missed, answer).filter(({ day }) => day < 0));
    if (answer === 1) events.push({ day: -1, minute: NOON, loan, act: { kind: 'propose' } });
  }
  return events;
}

/** The named investors fund half of a case, one in two transfers; others fund the rest. */
async function fundFully(story: Story, id: number, { amount }: Terms): Promise<void> {
  const { cast, investors, services, random } = story;
  const each = Math.max(1, Math.floor(amount / cast.length / 2000)) * 1000;
  for (const [k, investor] of cast.entries()) {
    const first = k === 1 ? random.int(1, each - 1) : each;
    const parts = first === each ? [each] : [first, each - first];
    await acts.orderAndPay(services, investor, { id, amount: each }, parts);
  }
  await services.demonstration?.bank.report();
  await acts.fund(services, investors.slice(cast.length), id, { part: 1, from: id });
  await services.demonstration?.bank.report();
}

/** Lists the cases that are open today on the last days, each funded to another part. */
async function newerLoans(story: Story): Promise<void> {
  const { services } = story;
  const unpaid: { id: number; amount: number }[] = [];
  for (const [k, cast] of casts.listed.entries()) {
    await playTo(story, cast.startsOn);
    await moveTo(story, cast.startsOn, OPENING + k * 37);
    if (k === 0) await readNotices(story);
    const borrower = await castMember(story, cast, 'borrow');
    const id = await offerTo(story, borrower, cast.terms);
    await acts.agree(services, borrower, id);
    await moveTo(story, cast.startsOn, NOON + k * 53);
    if (cast.funded === 1) await fundFully(story, id, cast.terms);
    else if (cast.funded > 0) {
      const part = { part: cast.funded - 0.15, from: 0 };
      await acts.fund(services, story.investors, id, part);
      const { amount } = cast.terms;
      unpaid.push({ id, amount: Math.floor(amount / 10_000) * 1_000 });
    }
  }
  await chargeByBank(story);
  await playTo(story, 0);
  const second = story.cast[1];
  for (const order of second ? unpaid : []) await acts.orderAndPay(services, second!, order, []);
}

/** The named investors have read what is older than a few days. */
async function readNotices({ client, cast }: Story): Promise<void> {
  for (const { token } of cast) await client.ok(notices.readAllNotices, {}, { token });
}

/** Two at a time, because two keep both cores of the machine busy. */
async function waitingPeople(story: Story): Promise<void> {
  for (let k = 0; k < casts.waiting.length; k += 2) {
    const two = casts.waiting.slice(k, k + 2);
    await Promise.all(two.map((cast) => leaveWaiting(story, cast)));
  }
}

type Waiting = (typeof casts.waiting)[number];

/**
 * Those whose documents the back office reviews make all calls themselves, with their uploads; the
 * others are admitted like everybody.
 */
async function leaveWaiting(story: Story, cast: Waiting): Promise<void> {
  if (cast.at === 'verified' || cast.at === 'offer' || cast.at === 'rejected') {
    await leaveAdmitted(story, cast);
    return;
  }
  if (cast.at === 'email') {
    await join(story.client, story.random, cast.purpose, cast);
    return;
  }
  if (cast.at === 'identity') {
    await giveFile(story, await join(story.client, story.random, cast.purpose, cast));
    return;
  }
  const person = await verifiedMember(story, cast.purpose, cast);
  const loan = await apply(story, person, cast.terms);
  if (cast.at === 'supplement') {
    const items = [{ item: 'job', reason: '請補在職證明，需看得到姓名、公司與到職日' }];
    const more = { decision: 'supplement' as const, reason: '現職年資需要佐證', items };
    await decideAll(story.client, story.reviewer, 'loan_review', more, about(loan.id));
  }
}

async function leaveAdmitted(story: Story, cast: Waiting): Promise<void> {
  const borrower = await castMember(story, cast, 'borrow');
  const terms: Terms = cast.terms;
  if (cast.at === 'offer') await offerTo(story, borrower, terms);
  if (cast.at !== 'rejected') return;
  const id = await acts.applyFor(story.services, borrower, wishOf(terms));
  await acts.reject(story.services, story.office, id);
}

/** Stores the names of the accounts last, so that nobody can sign in before all data is ready. */
async function remember({ pool }: Services): Promise<void> {
  const members = [
    ...casts.investors.map((cast) => ({ ...cast, role: '出資人' })),
    ...casts.repaying.map((cast) => ({ ...cast, role: '借款人' })),
    ...casts.listed.map((cast) => ({ ...cast, role: '借款人' })),
    ...casts.waiting.map((cast) => ({
      ...cast,
      role: cast.purpose === 'borrow' ? '借款人' : '出資人',
    })),
  ];
  await withTransaction(pool, (tx) =>
    writeAccounts(tx, {
      members: members.map(({ email, role, about }) => ({
        email,
        password: PASSWORD,
        role,
        about,
      })),
      operators: operators.map(({ email, password, totpSecret, roles }) => ({
        email,
        password,
        totpSecret,
        roles: [...roles],
      })),
    }),
  );
}
