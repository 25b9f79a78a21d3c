// Work on a late loan: taking it, calling its borrower, messages, legal file, agencies.
import { formatDay } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { lateDeskOffice } from '#contract/servicing/late/desk.ts';
import type { LateTemplate } from '#contract/servicing/late/strategy.ts';
import type { ActionName } from '#contract/core/action-words.ts';
import { payToText } from '../../banking/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { personOf } from '../../verification/front.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { openBook, owedOf } from '../late/desk.ts';
import { accountOfLoan, insertContact } from '../late/late-queries.ts';
import { requestOf } from '../negotiation/negotiation-queries.ts';
import type { Book } from '../rules.ts';
import { noticeKinds } from '../words.ts';
import {
  claimLoan,
  clearOwner,
  colleagueWith,
  endPlacement,
  insertHearing,
  insertPlacement,
  legalFileOf,
  openPromise,
  ownerOf,
  setOwner,
  updateHearing,
  writeLegalFile,
} from './act-queries.ts';
import { roomOf } from './room.ts';

type At = Work & { operator: Operator };

const done = { data: { ok: true as const } };

const record = (context: At, id: number, action: ActionName, snapshot: Record<string, unknown>) =>
  recordMove(context, { subject: { type: 'loan', id }, action, snapshot });

/**
 * Returns a loan whose borrower may be contacted now, locked so that two operators cannot both use
 * the last contact; refuses CONTACT_HOURS and CONTACT_LIMIT.
 */
async function contactable(context: At, id: number, left: 'callsLeft' | 'messagesLeft') {
  await lockLoan(context.tx, id);
  const book = await openBook(context.tx, id);
  const room = await roomOf(context, id);
  if (!room.isWithinHours) throw new Refusal('CONTACT_HOURS');
  if (room[left] === 0) throw new Refusal('CONTACT_LIMIT');
  return book;
}

/**
 * Returns whether a template agrees with what the borrower's pages say: reminders are suspended
 * while a plan is negotiated, and help is offered as long as it can be requested.
 */
async function agrees({ tx }: Work, template: LateTemplate, { status, loanId }: Book) {
  if (template === 'callBack') return true;
  if (template !== 'help') return status !== 75;
  return [61, 65, 70].includes(status) && (await requestOf(tx, loanId)) === null;
}

/** Returns the notice of a template with its values; refuses NO_PROMISE. */
async function noticeOf({ services, tx, today }: Work, template: LateTemplate, book: Book) {
  const { caseNo, loanId } = book;
  const payTo = payToText(services, (await accountOfLoan(tx, loanId))?.account ?? null);
  if (template === 'callBack') return noticeKinds.collectCallBack({ caseNo });
  if (template === 'help') return noticeKinds.collectHelp({ caseNo });
  if (template === 'reminder') {
    const amount = formatMoney(owedOf(book, today).total);
    return noticeKinds.collectReminder({ caseNo, payTo, amount });
  }
  const promise = await openPromise(tx, loanId);
  if (!promise) throw new Refusal('NO_PROMISE');
  const amount = formatMoney(money(promise.amount));
  return noticeKinds.collectPromised({ caseNo, payTo, amount, day: formatDay(promise.dueOn) });
}

export const lateDeskActions: Actions<{ servicing: typeof lateDeskOffice }>['servicing'] = {
  async ownLate(context, { id, operator: to }) {
    const { tx, now } = context;
    await openBook(tx, id);
    const before = await ownerOf(tx, id);
    if (to === null) await clearOwner(tx, id);
    else {
      if (!(await colleagueWith(tx, to, ['reviewer', 'approver']))) throw new Refusal('NOT_FOUND');
      await setOwner(tx, id, to, now);
    }
    if ((before?.id ?? null) !== to) {
      await record(context, id, 'loan.collector_set', { before: before?.id ?? null, owner: to });
    }
    return done;
  },

  async revealLate(context, { id }) {
    const { tx, services, operator, now } = context;
    const { memberId } = await contactable(context, id, 'callsLeft');
    await claimLoan(tx, id, operator.id, now);
    await record(context, id, 'loan.phone_read', { member: memberId });
    const person = await personOf(tx, services, memberId);
    return { data: { phone: person?.phone ?? '' } };
  },

  async messageLate(context, { id, template }) {
    const { tx, now, operator } = context;
    const book = await contactable(context, id, 'messagesLeft');
    if (!(await agrees(context, template, book))) throw new Refusal('LOAN_STATUS');
    await tell(context, book.memberId, await noticeOf(context, template, book));
    const contact = { loanId: id, operatorId: operator.id, channel: 'sms', outcome: 'sent' };
    await insertContact(tx, { ...contact, note: '', template, now });
    await claimLoan(tx, id, operator.id, now);
    await record(context, id, 'loan.message_sent', { template });
    return done;
  },

  async saveLegalFile(context, { id, court, courtNo, filedOn }) {
    const { tx, now, operator } = context;
    await openBook(tx, id);
    const file = { loanId: id, court, courtNo, filedOn };
    await writeLegalFile(tx, { ...file, by: operator.id, now });
    await record(context, id, 'loan.legal_saved', { court, courtNo, filedOn });
    return done;
  },

  async saveHearing(context, { id, hearing, heldOn, purpose, place, result }) {
    const { tx, operator } = context;
    await openBook(tx, id);
    if (!(await legalFileOf(tx, id))) throw new Refusal('NO_LEGAL_FILE');
    const row = { loanId: id, heldOn, purpose, place, result: result ?? null, by: operator.id };
    const saved =
      hearing === undefined ? await insertHearing(tx, row) : await updateHearing(tx, hearing, row);
    if (!saved) throw new Refusal('NOT_FOUND');
    await record(context, id, 'loan.hearing_saved', { hearing: saved.id, heldOn });
    return done;
  },

  async placeLate(context, { id, agency, reason }) {
    const { tx, today, operator } = context;
    await openBook(tx, id);
    const row = { loanId: id, agency, reason, on: today, by: operator.id };
    if ((await insertPlacement(tx, row)) === 0) throw new Refusal('PLACED');
    await record(context, id, 'loan.placed', { agency });
    return done;
  },

  async recallLate(context, { id }) {
    const { tx, today, operator } = context;
    await openBook(tx, id);
    if ((await endPlacement(tx, id, today, operator.id)) === 0) throw new Refusal('NOT_PLACED');
    await record(context, id, 'loan.placement_ended', {});
    return done;
  },
};
