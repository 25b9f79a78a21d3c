// Collection at the office: overdue loans, one loan in detail, contacts and promises.
import type { servicingLists } from '#contract/servicing/lists.ts';
import {
  type collectionsOffice,
  lateBucketNames,
  lateBucketOf,
  lateBuckets,
  type LateBucketName,
  type ServerLateLoan,
  PROMISE_WITHIN_DAYS,
} from '#contract/servicing/collections.ts';
import { addBusinessDays, addDays, type Day } from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import { lateDaysOf } from '#contract/law/late.ts';
import { loanWordsForOfficeWith } from '#contract/lending/loan-status.ts';
import { add, type Money, percentOfBps, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context, FilterOf } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Part } from '../../database/sql.ts';
import { maskedEmail, maskedName } from '../../identity/rules.ts';
import { calendarOf, loanById } from '../../lending/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { personOf } from '../../verification/front.ts';
import { type ExportContext, reader } from '../../tables/table.ts';
import { type Work, inWork } from '../../work.ts';
import { readBook, readBooks } from '../repayment/use-money.ts';
import { hearingsOf, legalFileOf, ownerOf, placementsOf } from '../collecting/act-queries.ts';
import { roomOf } from '../collecting/room.ts';
import {
  countLate,
  lateCounts,
  lateList,
  type LateLoanRow,
  type QueueOf,
  stepOf,
} from '../collecting/queue-queries.ts';
import {
  accountOfLoan,
  contactsOf,
  emailOf,
  insertContact,
  insertPromise,
  measuresOf,
  promisesOf,
  settlePromises,
  type ContactRow,
} from './late-queries.ts';
import { claimOf, COLLECTED, dueAndRest, outstandingOf, type Book } from '../rules.ts';
import { arrearsOf } from './arrears.ts';
import { isAccelerated } from './violation.ts';
import { runningPoll } from '../negotiation/poll-queries.ts';

type Office = typeof collectionsOffice & Pick<typeof servicingLists, 'listLate'>;

/**
 * After the bank has closed a day, marks which promises to pay were kept by that day and which were
 * broken.
 */
export async function findPromises(services: Services, closed: Day): Promise<void> {
  await inWork(services, ({ tx }) => settlePromises(tx, addDays(closed, 1)));
}

/** Returns the first overdue day after a range; null for the last range. */
function endOf(bucket: LateBucketName): number | null {
  const next = lateBucketNames[lateBucketNames.indexOf(bucket) + 1];
  return next === undefined ? null : lateBuckets[next];
}

const bucketOf = (bucket: LateBucketName | undefined) => ({
  from: bucket ? lateBuckets[bucket] : 1,
  to: bucket ? endOf(bucket) : null,
});

const inThreeDays = async (tx: Work['tx'], today: Day) =>
  addBusinessDays(today, 3, await calendarOf(tx));

/** Counts the queue: all loans of its ranges, unless a filter leaves some out. */
async function totalOf(
  tx: Work['tx'],
  today: Day,
  of: QueueOf,
  ranges: readonly { from: number; loans: number }[],
): Promise<number> {
  const { from, to, owner, action, dueBy } = of;
  if (owner ?? action ?? dueBy) return (await countLate(tx, today, of)).total;
  return ranges
    .filter((range) => range.from >= from && (to === null || range.from < to))
    .reduce((total, { loans }) => total + loans, 0);
}

type FoundLoan = LateLoanRow & { book: Book };

export const late = reader({
  of: (
    { operator, today }: ExportContext,
    { bucket, owner, action, due }: FilterOf<Office['listLate']>,
  ): QueueOf => ({
    ...bucketOf(bucket),
    owner: owner === 'me' ? operator.id : owner,
    action,
    ...(due && { dueBy: today }),
  }),
  rows: async ({ tx, today }, of, part: Part<FoundLoan>) => {
    const rows = await lateList(tx, today, of, part);
    const books = await readBooks(
      tx,
      rows.map(({ loanId }) => loanId),
    );
    return rows.map((row) => ({ ...row, book: books.get(row.loanId)! }));
  },
  view: ({ book, ...row }, { today, services }) => rowView(row, book, today, services),
  beside: async ({ tx, today }, of) => {
    const counts = await lateCounts(tx, today, Object.values(lateBuckets));
    const buckets = counts.map(({ from, ...count }) => ({ bucket: lateBucketOf(from), ...count }));
    return {
      total: await totalOf(tx, today, of, counts),
      buckets,
      inThreeDays: await inThreeDays(tx, today),
    };
  },
});

function rowView(row: LateLoanRow, book: Book, today: Work['today'], { secrets }: Services) {
  const arrears = arrearsOf(book.instalments, book.rateBps, today);
  return {
    loanId: row.loanId,
    caseNo: row.caseNo,
    borrower:
      row.sealedName === null
        ? ''
        : maskedName(secrets.decrypt('verification.profile.name', row.memberId, row.sealedName)),
    status: row.status,
    statusText: loanWordsForOfficeWith(book).text,
    bucket: lateBucketOf(row.lateDays),
    lateDays: row.lateDays,
    arrears: add(arrears.amount, book.court),
    charges: add(arrears.lateInterest, arrears.penalty),
    outstanding: outstandingOf(book.instalments),
    accelerated: isAccelerated(book),
    lastContactAt: row.lastContactAt,
    promise:
      row.promised === null
        ? null
        : { amount: row.promised, dueOn: row.promisedOn!, madeOn: row.promiseMadeOn! },
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName! },
    nextAction: row.nextAction,
    nextOn: row.nextOn,
  };
}

const contactView = (row: ContactRow) => row as ServerLateLoan['contacts'][number];

async function bookOf(tx: Work['tx'], id: number): Promise<Book> {
  const book = await readBook(tx, id);
  if (book === undefined) throw new Refusal('LOAN_NOT_FOUND');
  return book;
}

export async function getLate(
  context: Context<Office['getLate']>,
  { id }: Input<Office['getLate']>,
): Promise<Output<Office['getLate']>> {
  const { tx, today, services } = context;
  const book = await bookOf(tx, id);
  const { loanId, memberId } = book;
  const loan = await loanById(tx, loanId);
  const person = await personOf(tx, services, memberId);
  const { email } = await emailOf(tx, memberId);
  const account = await accountOfLoan(tx, loanId);
  const poll = await runningPoll(tx, loanId);
  return {
    data: {
      ...factsView(book, today),
      poll: poll && { status: poll.status, closesAt: poll.closesAt },
      memberId,
      borrower: {
        name: person ? maskedName(person.name) : '',
        phone: person?.phoneMasked ?? '',
        email: maskedEmail(email),
      },
      account: account?.account ?? null,
      amount: loan!.amount,
      owner: await ownerOf(tx, loanId),
      // A loan that is not late has nothing due before its next instalment.
      ...((await stepOf(tx, today, loanId)) ?? { nextAction: 'message', nextOn: today }),
      room: await roomOf(context, loanId),
      inThreeDays: await inThreeDays(tx, today),
      legal: await legalFileOf(tx, loanId),
      hearings: await hearingsOf(tx, loanId),
      placements: await placementsOf(tx, loanId),
      contacts: (await contactsOf(tx, loanId)).map(contactView),
      promises: await promisesOf(tx, loanId),
      measures: await measuresOf(tx, loanId),
    },
  };
}

/** Returns what brings a loan up to date on a day, by class, before prepaid money is deducted. */
export function owedOf({ instalments, rateBps, court }: Book, today: Day) {
  const claims = dueAndRest(instalments, today).due.map((row) => claimOf(row, rateBps, today));
  const of = (name: 'interestDue' | 'principalDue' | 'lateInterestDue' | 'penaltyDue') =>
    sum(claims.map((claim) => claim[name]));
  const [principal, interest] = [of('principalDue'), of('interestDue')];
  const [lateInterest, penalty] = [of('lateInterestDue'), of('penaltyDue')];
  return {
    courtCosts: court,
    principal,
    interest,
    lateInterest,
    penalty,
    total: add(court, principal, interest, lateInterest, penalty),
  };
}

/** Returns the part of the loan's page that follows from the ledger alone. */
function factsView(book: Book, today: Work['today']) {
  const { loanId, caseNo, status, rateBps, instalments, acceleration } = book;
  const { due } = dueAndRest(instalments, today);
  const claims = new Map(due.map((row) => [row.no, claimOf(row, rateBps, today)]));
  const { lateDays } = arrearsOf(instalments, rateBps, today);
  return {
    loanId,
    caseNo,
    status,
    statusText: loanWordsForOfficeWith(book).text,
    rate: percentOfBps(rateBps),
    disbursedOn: book.disbursedOn,
    outstanding: outstandingOf(instalments),
    prepaid: book.prepaid,
    arrears: { lateDays, bucket: lateBucketOf(lateDays), ...owedOf(book, today) },
    notice:
      acceleration === null
        ? null
        : {
            cause: acceleration.cause,
            noticeOn: acceleration.noticeOn,
            payBy: acceleration.payBy,
            acceleratedOn: acceleration.acceleratedOn,
          },
    instalments: instalments.map((row) => ({
      no: row.no,
      dueOn: row.dueOn,
      payableUntil: row.payableUntil,
      lateDays: row.paidOn === null ? lateDaysOf(row.payableUntil, today) : 0,
      principal: row.principal,
      interest: row.interest,
      paid: add(row.principalPaid, row.interestPaid),
      lateInterest: claims.get(row.no)?.lateInterestDue ?? 0,
      penalty: claims.get(row.no)?.penaltyDue ?? 0,
      waived: row.waived,
      accelerated: row.accelerated,
      paidOn: row.paidOn,
    })),
  };
}

/** Returns a loan that can still receive money; refuses LOAN_NOT_FOUND and LOAN_STATUS. */
export async function openBook(tx: Work['tx'], id: number): Promise<Book> {
  const book = await bookOf(tx, id);
  const { status } = book;
  if (!COLLECTED.includes(status)) throw new Refusal('LOAN_STATUS', { data: { status } });
  return book;
}

export async function addContact(
  context: Context<Office['addContact']>,
  { id, channel, outcome, note: said, promise }: Input<Office['addContact']>,
): Promise<Output<Office['addContact']>> {
  const { tx, now, operator } = context;
  const { loanId } = await openBook(tx, id);
  const note = said ?? '';
  const row = { loanId, operatorId: operator.id, channel, outcome, note, template: null, now };
  const made = await insertContact(tx, row);
  // The note stays in the contact log; the audit log stores no text about a person.
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.contacted',
    snapshot: { contact: made.id, channel, outcome },
  });
  if (promise) await promised(context, loanId, { ...promise, note: null });
  return {
    data: {
      id: made.id,
      at: now,
      operator: operator.name,
      channel,
      outcome,
      note,
      template: null,
    },
  };
}

export async function addPromise(
  context: Context<Office['addPromise']>,
  { id, amount, dueOn, note: said }: Input<Office['addPromise']>,
): Promise<Output<Office['addPromise']>> {
  const { loanId } = await openBook(context.tx, id);
  return { data: await promised(context, loanId, { amount, dueOn, note: said ?? null }) };
}

/** Records a promise to pay; refuses PROMISE_DAY. */
async function promised(
  context: ExportContext,
  loanId: number,
  { amount, dueOn, note }: { amount: Money; dueOn: Day; note: string | null },
) {
  const { tx, today, operator } = context;
  if (dueOn < today || dueOn > addDays(today, PROMISE_WITHIN_DAYS)) {
    throw new Refusal('PROMISE_DAY', { fields: { dueOn: '請填今天起 60 天內的日期' } });
  }
  const row = { loanId, operatorId: operator.id, amount, madeOn: today, dueOn, note };
  const made = await insertPromise(tx, row);
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.promised',
    snapshot: { promise: made.id, amount, dueOn },
  });
  return {
    id: made.id,
    operator: operator.name,
    amount,
    madeOn: today,
    dueOn,
    note,
    status: 'open' as const,
    foundOn: null,
  };
}
