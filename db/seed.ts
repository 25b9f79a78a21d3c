// Creates the demonstration's people and loans by simulating five months: every state is reached
// through the same calls that members and operators use, so that the books are genuine.
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { passDays, transfer } from '../actors/bank.ts';
import { assess, loanOf, placeOrder } from '../actors/loan.ts';
import { type Person, join } from '../actors/member.ts';
import { about, decideAll } from '../actors/operator.ts';
import {
  type Stage,
  type Terms,
  apply,
  approve,
  giveFile,
  listCase,
  payInParts,
  releaseMoney,
  setStage,
  signAndDisburse,
  verifiedMember,
} from '../actors/stage.ts';
import type { Transport } from '../actors/transport.ts';
import type { Services } from '../server/action.ts';
import { withTransaction } from '../server/database/db.ts';
import { beginDays, writeAccounts } from '../server/demonstration/actions.ts';
import { createOperator } from '../server/identity/actions.ts';
import { inWork } from '../server/work.ts';
import { casts, operators, PASSWORD } from './seed-cast.ts';

/** Number of days before today on which the demonstration's history starts. */
const DAYS_OF_HISTORY = 150;
/** Random seed that determines the names and numbers of the people. */
const SEED = 20_261_121;

type Play = Stage & { services: Services; investors: Person[]; today: number };

/**
 * Fills an empty demonstration database. Sets the clock back by 150 days and plays everything that
 * happens up to today; `say` is called with progress messages.
 */
export async function seed(
  services: Services,
  transport: Transport,
  say: (line: string) => void,
): Promise<void> {
  const clock = services.demonstration?.clock;
  if (!clock) throw new Error('only a demonstration is seeded');
  await inWork(services, async (work) => {
    for (const operator of operators) await createOperator(work, operator);
  });
  await clock.advance(-DAYS_OF_HISTORY);
  await beginDays(services);
  const [reviewer, approver, finance] = operators;
  const stage = await setStage(transport, async () => ({ reviewer, approver, finance }), SEED);
  const play: Play = { ...stage, services, investors: [], today: -DAYS_OF_HISTORY };

  say('示範資料：出資人加入');
  play.investors = await together(casts.investors, async (cast) => {
    const investor = await verifiedMember(play, 'invest', cast);
    await assess(play.client, investor);
    return investor;
  });
  say('示範資料：過去五個月的申貸、出資與還款');
  const running = await olderLoans(play);
  await liveUntil(play, 0, running);
  say('示範資料：今天的案件');
  await newerLoans(play);
  await remember(services);
}

/** Runs two tasks at a time, because two keep both cores of the machine busy. */
async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let k = 0; k < items.length; k += 2) {
    results.push(...(await Promise.all(items.slice(k, k + 2).map(work))));
  }
  return results;
}

/**
 * How the borrower of an older loan pays: up to which instalment, and whether they prepay the rest.
 */
type Paying = { borrower: Person; loanId: string; stopsAfter: number; settlesAfter: number | null };

async function olderLoans(play: Play): Promise<Paying[]> {
  const running: Paying[] = [];
  for (const cast of casts.repaying) {
    await liveUntil(play, cast.startsOn, running);
    const borrower = await verifiedMember(play, 'borrow', cast);
    const loan = await listCase(play, borrower, cast.terms);
    await fundFully(play, loan);
    await signAndDisburse(play, borrower, loan.id);
    const { stopsAfter, settlesAfter } = cast;
    running.push({ borrower, loanId: loan.id, stopsAfter, settlesAfter });
  }
  return running;
}

async function fundFully(play: Play, loan: Loan): Promise<void> {
  const count = play.investors.length;
  const each = Math.floor(loan.amount / count / 1000) * 1000;
  for (const [k, investor] of play.investors.entries()) {
    const amount = k === count - 1 ? loan.amount - each * (count - 1) : each;
    const order = await placeOrder(play.client, investor, loan.id, amount);
    await payInParts(play, investor, order, k === 1 ? 2 : 1);
  }
}

/**
 * Advances the clock to `day` (0 is today); on the way borrowers pay each instalment on its due
 * date.
 */
async function liveUntil(play: Play, day: number, running: readonly Paying[]): Promise<void> {
  while (play.today < day) {
    const days = Math.min(5, day - play.today);
    await passDays(play.client, days);
    play.today += days;
    for (const paying of running) await payWhatIsDue(play, paying, days);
    await releaseMoney(play);
    await signYesterday(play);
  }
}

/** Two persons sign off the books through the last finished day on which bank and books agree. */
async function signYesterday({ client, finance, approver }: Play): Promise<void> {
  const { listDays, getDay, signDay } = reconciliationOffice;
  const list = await client.ok(listDays, { item_per_page: 2 }, finance);
  const yesterday = list.data[1];
  if (!yesterday || yesterday.closed) return;
  const { day } = yesterday;
  const { data } = await client.ok(getDay, { day }, finance);
  if (data.blocked !== null) return;
  await client.ok(signDay, { day, note: '銀行與帳上相符' }, finance);
  await client.ok(signDay, { day, note: '已逐項覆核' }, approver);
}

async function payWhatIsDue({ client }: Play, paying: Paying, within: number): Promise<void> {
  const { borrower } = paying;
  const loan = await loanOf(client, borrower, paying.loanId);
  if (loan.status === 90 || !loan.nextDue || !loan.virtualAccount) return;
  const { no, daysLeft, amount } = loan.nextDue;
  if (no > paying.stopsAfter || daysLeft > within) return;
  const pay = (due: number) => transfer(client, loan.virtualAccount, due, borrower.bank);
  if (paying.settlesAfter === null || no <= paying.settlesAfter) return pay(amount);
  const { token } = borrower;
  const input = { id: loan.id, kind: 'full' } as const;
  return pay((await client.ok(servicing.instructPrepayment, input, { token })).data.total);
}

/** Creates the recent loans, each in the state that its entry in `casts` names. */
async function newerLoans(play: Play): Promise<void> {
  for (const cast of casts.listed) {
    const borrower = await verifiedMember(play, 'borrow', cast);
    const loan = await listCase(play, borrower, cast.terms);
    if (cast.funded === 1) await fundFully(play, loan);
    else await fundPartly(play, loan, cast.funded);
  }
  await together(casts.waiting, (cast) => leaveWaiting(play, cast));
}

async function fundPartly(play: Play, loan: Loan, share: number): Promise<void> {
  const [first, second] = play.investors;
  if (!first || !second || share === 0) return;
  const amount = Math.floor((loan.amount * share) / 2000) * 1000;
  const paid = await placeOrder(play.client, first, loan.id, Math.min(amount, 90_000));
  await payInParts(play, first, paid, 1);
  await placeOrder(play.client, second, loan.id, Math.min(amount, 50_000));
}

type Waiting = (typeof casts.waiting)[number];

async function leaveWaiting(play: Play, cast: Waiting): Promise<void> {
  if (cast.at === 'email') {
    await join(play.client, play.random, cast.purpose, cast);
    return;
  }
  if (cast.at === 'identity') {
    await giveFile(play, await join(play.client, play.random, cast.purpose, cast));
    return;
  }
  const person = await verifiedMember(play, cast.purpose, cast);
  if (cast.at === 'verified') return;
  const terms: Terms = cast.terms;
  const loan = await apply(play, person, terms);
  if (cast.at === 'offer') await approve(play, person, loan.id, terms);
  const mine = about(loan.id);
  if (cast.at === 'supplement') {
    const items = [{ item: 'job', reason: '請補在職證明，需看得到姓名、公司與到職日' }];
    const more = { decision: 'supplement' as const, reason: '現職年資需要佐證', items };
    await decideAll(play.client, play.reviewer, 'loan_review', more, mine);
  }
  if (cast.at === 'rejected') {
    const reason = '目前負債占收入比例偏高';
    const no = { decision: 'reject' as const, reason, reasonCode: 'DEBT_RATIO' };
    await decideAll(play.client, play.reviewer, 'loan_review', no, mine);
  }
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
