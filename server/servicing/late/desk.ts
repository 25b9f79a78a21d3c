// Collection at the office: overdue loans, one loan in detail, contacts and promises.
import {
  type collectionsOffice,
  lateBucketNames,
  lateBucketOf,
  lateBuckets,
  type LateBucketName,
  type ServerLateLoan,
  PROMISE_WITHIN_DAYS,
} from '#contract/servicing/collections.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import { lateDaysOf } from '#contract/law/late.ts';
import { loanWordsForOffice } from '#contract/lending/loan-status.ts';
import { add, percentOfBps, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context, FilterOf, Services, Work } from '../../action.ts';
import type { Part } from '../../database/sql.ts';
import { maskedEmail, maskedName } from '../../identity/rules.ts';
import { loanById } from '../../lending/actions.ts';
import { reader } from '../../tables/table.ts';
import { recordMove } from '../../tasks/actions.ts';
import { personOf } from '../../verification/actions.ts';
import { inWork } from '../../work.ts';
import { readBook, readBooks } from '../repayment/use-money.ts';
import {
  accountOfLoan,
  contactsOf,
  emailOf,
  insertContact,
  insertPromise,
  lateCounts,
  lateList,
  type LateLoanRow,
  measuresOf,
  promisesOf,
  settlePromises,
  type ContactRow,
} from './late-queries.ts';
import { claimOf, COLLECTED, dueAndRest, outstandingOf, type Book } from '../rules.ts';
import { arrearsOf } from './arrears.ts';
import { isAccelerated } from './violation.ts';
import { runningPoll } from '../negotiation/poll-queries.ts';

type Office = typeof collectionsOffice;

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

type FoundLoan = LateLoanRow & { book: Book };

export const late = reader({
  of: (_work: Work, { bucket }: FilterOf<Office['listLate']>) => bucket,
  rows: async ({ tx, today }, bucket, part: Part<FoundLoan>) => {
    const rows = await lateList(tx, today, bucketOf(bucket), part);
    const books = await readBooks(
      tx,
      rows.map(({ loanId }) => loanId),
    );
    return rows.map((row) => ({ ...row, book: books.get(row.loanId)! }));
  },
  view: ({ book, ...row }, { today, services }) => rowView(row, book, today, services),
  beside: async ({ tx, today }, bucket) => {
    const counts = await lateCounts(tx, today, Object.values(lateBuckets));
    const buckets = counts.map(({ from, ...count }) => ({ bucket: lateBucketOf(from), ...count }));
    const inside = buckets.filter((one) => bucket === undefined || one.bucket === bucket);
    return { total: inside.reduce((total, { loans }) => total + loans, 0), buckets };
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
    statusText: loanWordsForOffice(row.status).text,
    bucket: lateBucketOf(row.lateDays),
    lateDays: row.lateDays,
    arrears: add(arrears.amount, book.court),
    charges: add(arrears.lateInterest, arrears.penalty),
    outstanding: outstandingOf(book.instalments),
    accelerated: isAccelerated(book),
    lastContactAt: row.lastContactAt,
    promise: row.promised === null ? null : { amount: row.promised, dueOn: row.promisedOn! },
  };
}

const contactView = ({ id, at, operator, channel, outcome, note }: ContactRow) =>
  ({
    id,
    at,
    operator,
    channel,
    outcome,
    note,
  }) as ServerLateLoan['contacts'][number];

async function bookOf(tx: Work['tx'], id: number): Promise<Book> {
  const book = await readBook(tx, id);
  if (book === undefined) throw new Refusal('LOAN_NOT_FOUND');
  return book;
}

export async function getLate(
  { tx, today, services }: Context<Office['getLate']>,
  { id }: Input<Office['getLate']>,
): Promise<Output<Office['getLate']>> {
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
      contacts: (await contactsOf(tx, loanId)).map(contactView),
      promises: await promisesOf(tx, loanId),
      measures: await measuresOf(tx, loanId),
    },
  };
}

/** Returns the part of the loan's page that follows from the ledger alone. */
function factsView(book: Book, today: Work['today']) {
  const { loanId, caseNo, status, rateBps, instalments, court, acceleration } = book;
  const { due } = dueAndRest(instalments, today);
  const claims = new Map(due.map((row) => [row.no, claimOf(row, rateBps, today)]));
  const of = (name: 'interestDue' | 'principalDue' | 'lateInterestDue' | 'penaltyDue') =>
    sum([...claims.values()].map((claim) => claim[name]));
  const [principal, interest] = [of('principalDue'), of('interestDue')];
  const [lateInterest, penalty] = [of('lateInterestDue'), of('penaltyDue')];
  const { lateDays } = arrearsOf(instalments, rateBps, today);
  return {
    loanId,
    caseNo,
    status,
    statusText: loanWordsForOffice(status).text,
    rate: percentOfBps(rateBps),
    disbursedOn: book.disbursedOn,
    outstanding: outstandingOf(instalments),
    prepaid: book.prepaid,
    arrears: {
      lateDays,
      bucket: lateBucketOf(lateDays),
      courtCosts: court,
      principal,
      interest,
      lateInterest,
      penalty,
      total: add(court, principal, interest, lateInterest, penalty),
    },
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
async function openBook(tx: Work['tx'], id: number): Promise<Book> {
  const book = await bookOf(tx, id);
  const { status } = book;
  if (!COLLECTED.includes(status)) throw new Refusal('LOAN_STATUS', { data: { status } });
  return book;
}

export async function addContact(
  context: Context<Office['addContact']>,
  { id, channel, outcome, note }: Input<Office['addContact']>,
): Promise<Output<Office['addContact']>> {
  const { tx, now, operator } = context;
  const { loanId } = await openBook(tx, id);
  const row = { loanId, operatorId: operator.id, channel, outcome, note, now };
  const made = await insertContact(tx, row);
  // The note stays in the contact log; the audit log stores no text about a person.
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.contacted',
    snapshot: { contact: made.id, channel, outcome },
  });
  return {
    data: {
      id: made.id,
      at: now,
      operator: operator.name,
      channel,
      outcome,
      note,
    },
  };
}

export async function addPromise(
  context: Context<Office['addPromise']>,
  { id, amount, dueOn, note: said }: Input<Office['addPromise']>,
): Promise<Output<Office['addPromise']>> {
  const { tx, today, operator } = context;
  const note = said ?? null;
  const { loanId } = await openBook(tx, id);
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
    data: {
      id: made.id,
      operator: operator.name,
      amount,
      madeOn: today,
      dueOn,
      note,
      status: 'open',
      foundOn: null,
    },
  };
}
