// A random market from a seed: people, cases, unusual payments of every kind, the clock and the
// operators. Each step does one thing that could happen; the caller checks the invariants
// afterwards.
import { investing } from '#contract/investing/calls.ts';
import { expectIdle } from '../idle.ts';
import { drain, runDay, runDays } from '../../server/worker.ts';
import { randomOf } from '../../actors/random.ts';
import { payReserve } from '../actors/bookings.ts';
import { boldInvestor, newCase, newInvestors } from '../actors/market.ts';
import { disburse } from '../actors/loans.ts';
import { newOperator, type Person } from '../actors/people.ts';
import type { TestServer } from '../server.ts';
import {
  book,
  chargeOrCredit,
  makeGood,
  payNobody,
  repeatOrReverse,
  returnPayment,
} from './bank.ts';
import {
  contradict,
  endClaim,
  holdDebits,
  overpay,
  payInParts,
  reverseFirst,
  sendMoneyBack,
  sendOut,
  takePartBack,
  takeRefundedBack,
} from './bounces.ts';
import { agree, askBack, changeDebits, giveMandate, mandate, vote } from './late.ts';
import { cancelLoan, cancelOrder, order, payOrder, prepay, repay, sign } from './members.ts';
import { collect, decide, settleReceipts, signDay } from './office.ts';
import { bringStatement, newLayout, rollBack } from './statements.ts';
import { bank, loanRows, type Move, orderRows, ownAccount, type World } from './world.ts';

/**
 * Jobs that take most of a night and change no money; most nights run without them, because the
 * caller checks the invariants itself.
 */
const PROOFS: ReadonlySet<string> = new Set([
  'reconcile',
  'proveAudit',
  'proofs.stampCheckpoint',
  'raiseAlarms',
  'retention',
  'retention.months',
  'reports.publishBook',
  'lending.certificates',
]);
/** One night out of so many runs with them. */
const NIGHTS_A_PROOF = 8;

/** In one night out of so many the bank does not close its day, which it does in the next. */
const NIGHTS_LATE = 10;

/** One step out of this many makes several moves at the same moment. */
const STEPS_TOGETHER = 4;

/** An account that the sandbox bank treats as closed: payments to it are returned. */
const CLOSED = '00400000000000';

/** Settings of the server: the bank reports at once, and its statement files are booked too. */
export const MARKET_ENVIRONMENT = { BANK_STATEMENT_BANKS: '812' };

export type Market = { step(): Promise<string>; seed: number };

/** What may happen, and how often in comparison with the others. */
type Moves = readonly (readonly [number, Move])[];

/**
 * Returns a market with its people; `step` does one random thing and describes it. If `bounces`,
 * much of the money comes back, is taken back and is reported wrongly.
 */
export async function openMarket(
  server: TestServer,
  seed: number,
  { bounces = false } = {},
): Promise<Market> {
  const random = randomOf(seed);
  const anonymous = await newInvestors(server, 12);
  // Only members with a verified identity may give a mandate.
  const identified: World['identified'] = [];
  for (let n = 0; n < 12; n += 1) {
    identified.push(await boldInvestor(server, `00400000001${String(n).padStart(3, '0')}`));
  }
  const investors = [...anonymous, ...identified];
  const operators = [
    await newOperator(server, ['reviewer', 'approver', 'finance']),
    await newOperator(server, ['reviewer', 'approver', 'finance']),
  ];
  await server.rows(`update verification.bank_account set account = $1 where member_id = $2`, [
    server.services.secrets.encrypt('verification.bank_account.account', investors[0]!.id, CLOSED),
    investors[0]?.id,
  ]);
  const layout = await newLayout(server, operators[0]!);
  await payReserve(server, 50_000);
  const world: World = { server, random, investors, identified, operators, layout };
  for (const [n, installments] of FIRST_LOANS.entries()) {
    await lend(world, identified[n]!, installments);
  }
  const moves = bounces ? [...MOVES, ...BOUNCES] : MOVES;
  const weight = moves.reduce((sum, [share]) => sum + share, 0);
  const draw = (): Move => {
    let at = random.int(1, weight);
    return moves.find(([share]) => (at -= share) <= 0)?.[1] ?? passDays;
  };
  return {
    seed,
    async step() {
      // Tries random moves until one is possible; moving the clock forward always is.
      for (;;) {
        const said =
          random.int(1, STEPS_TOGETHER) === 1 ? await atOnce(world, draw) : await draw()(world);
        if (said === null) continue;
        await drain(server.services);
        return said;
      }
    },
  };
}

const MOVES: Moves = [
  [6, listCase],
  [22, order],
  [24, payOrder],
  [3, repeatOrReverse],
  [2, payNobody],
  [2, returnPayment],
  [2, chargeOrCredit],
  [4, book],
  [6, makeGood],
  [3, cancelOrder],
  [1, cancelLoan],
  [5, sign],
  [18, decide],
  [12, repay],
  [2, prepay],
  [3, collect],
  [4, vote],
  [4, agree],
  [2, mandate],
  [1, changeDebits],
  [1, askBack],
  [1, settleReceipts],
  [2, signDay],
  [2, bringStatement],
  [1, rollBack],
  [6, passDays],
  [1, payInParts],
  [1, takePartBack],
  [1, takeRefundedBack],
  [1, sendMoneyBack],
  [1, overpay],
  [1, holdDebits],
  [1, contradict],
  [1, reverseFirst],
];

/** These come in addition to those of every market. */
const BOUNCES: Moves = [
  [12, sendOut],
  [14, payInParts],
  [8, takePartBack],
  [10, takeRefundedBack],
  [10, sendMoneyBack],
  [8, overpay],
  [5, askBack],
  [3, cancelLoan],
  [2, endClaim],
  [2, holdDebits],
  [3, mandate],
  [2, contradict],
  [2, reverseFirst],
  [2, passDays],
];

/** Moves that are made without a call, so that nothing would refuse them if two happen at once. */
const ALONE: ReadonlySet<Move> = new Set([sign, listCase, passDays, changeDebits, holdDebits]);

/**
 * Makes two to four moves at once, each with random numbers of its own: the seed determines what
 * is tried, but not in which order the database sees it.
 */
async function atOnce(world: World, draw: () => Move): Promise<string | null> {
  const { random } = world;
  const moves = Array.from({ length: random.int(2, 4) }, draw).filter((move) => !ALONE.has(move));
  const said = await Promise.all(
    moves.map((move) => move({ ...world, random: randomOf(random.int(1, 1e9)) })),
  );
  const done = said.filter((one) => one !== null);
  return done.length === 0 ? null : `at once: ${done.join(' | ')}`;
}

/** Number of instalments of the loans that live from the first step on. */
export const FIRST_LOANS = [3, 6, 12, 24];

/**
 * Funds, signs and disburses a loan whose borrower gives a mandate, so that not only the end of a
 * market has loans.
 */
async function lend(world: World, borrower: Person, installments: number): Promise<void> {
  const { server, identified, operators } = world;
  const id = await newCase(server, { amount: 30_000, borrowerId: borrower.id, installments });
  for (const investor of identified.filter((one) => one !== borrower).slice(-3)) {
    const asked = { id: String(id), invest_amount: 10_000, payment_mode: 1 };
    await server.ok(investing.quickApply, asked, investor);
  }
  for (const { account, amount, memberId } of await orderRows(world, `loan_id = ${id}`)) {
    const from = ownAccount(world, memberId);
    await bank(world).transfer({ virtualAccount: account, amount, ...from });
  }
  await drain(server.services);
  await sign(world);
  const [maker, checker] = operators;
  await disburse(server, { id }, { maker: maker!, checker: checker! });
  await giveMandate(world, borrower);
  await drain(server.services);
}

async function listCase(world: World): Promise<string | null> {
  const { server, random, investors } = world;
  if ((await loanRows(world, [40])).length >= 2) return null;
  const free = [];
  for (const investor of investors) {
    const [row] = await server.rows(
      `select from lending.loan where member_id = $1 and status not in (90, 95, 96, 97, 98, 99)`,
      [investor.id],
    );
    if (!row) free.push(investor);
  }
  // A long market would come to rest once everybody repays a loan: then somebody new joins.
  if (free.length === 0) {
    free.push(...(await newInvestors(server, 1)));
    investors.push(...free);
  }
  const amount = random.int(3, 8) * 10_000;
  const id = await newCase(server, {
    amount,
    borrowerId: random.pick(free).id,
    rateBps: random.int(500, 1500),
    installments: random.pick([6, 12, 24]),
  });
  return `case ${id} of ${amount} is listed`;
}

async function passDays(world: World): Promise<string> {
  const { server, random } = world;
  // While cases are open, time moves in small steps, because otherwise none would ever be fully
  // funded.
  const open = (await loanRows(world, [40, 50, 55])).length > 0;
  const days = open ? random.pick([1, 1, 1, 2]) : random.pick([2, 8, 15, 31]);
  for (let day = 0; day < days; day += 1) {
    await server.advance(1, { bankIsLate: random.int(1, NIGHTS_LATE) === 1 });
    const isProven = random.int(1, NIGHTS_A_PROOF) === 1;
    if (isProven) await expectIdle(server);
    await (isProven ? runDay(server.services) : runDays(server.services, PROOFS));
    await drain(server.services);
  }
  return `${days} days pass`;
}
