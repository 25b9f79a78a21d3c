// The office's member page: search, masked details, history, and unmasking with a reason.
import type { verificationLists } from '#contract/verification/lists.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { loanWordsForOfficeWith } from '#contract/lending/loan-status.ts';
import { annualIncomes, occupations, optionText } from '#contract/options.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { type StoredOrderStatus, orderStatusOf } from '#contract/investing/order-status.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type {
  ServerMemberHit,
  PersonalField,
  verificationMembersOffice,
} from '#contract/verification/members.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { sessionIdleMs } from '../../operators/rules.ts';
import { maskedAccount, maskedEmail, maskedName, maskedPhone } from '../../identity/rules.ts';
import { recipientHashesOf, tell } from '../../notices/front.ts';
import { closeTask, recordMove } from '../../tasks/front.ts';
import { webhookHealth } from '../../webhooks/front.ts';
import { reader } from '../../tables/table.ts';
import {
  type AccountOf,
  type HappeningRow,
  type OrderOf,
  accountOf,
  bankAccountsOf,
  livingSessions,
  loansOf,
  exposureOf,
  orderTotals,
  papersOfMember,
  ordersOf,
  tasksOf,
  timelineOf,
} from './member-queries.ts';
import {
  countMembers,
  type MemberHitRow,
  listMembers,
  type MembersOf,
  membersWithTail,
} from './member-list-queries.ts';
import { nameOfKind } from '../../notices/rules.ts';
import { memberSearchOf } from './member-search.ts';
import { accountWith } from '../change/account-queries.ts';
import { withdrawChanges } from '../change/changes.ts';
import { accountIn, personIn, phoneIn } from '../person.ts';
import { holdOn } from '../hold/payout-hold-queries.ts';
import { heldBy, reopenHits } from '../screening/screening.ts';
import { lockProfile, readProfile, setFile } from '../queries.ts';
import { ageOn, assertMayReset, fileState, stepText } from '../rules.ts';
import { financialStanding } from '../documents/statement-queries.ts';
import { noticeKinds } from '../words.ts';
import { hooks } from '../../hooks.ts';
import { papersMoved } from '../documents/statements.ts';

type Promised = typeof verificationMembersOffice & Pick<typeof verificationLists, 'findMembers'>;
type MemberView = Output<Promised['getMember']>['data'];

/** Stored status of an order whose visible status is that of its loan. */
const FUNDED = 20;

async function accountFor({ tx }: Pick<Work, 'tx'>, id: number): Promise<AccountOf> {
  const account = await accountOf(tx, id);
  if (!account) throw new Refusal('NOT_FOUND');
  return account;
}

async function fileOf(work: Work, account: AccountOf): Promise<MemberView['file']> {
  const { services, today, tx } = work;
  const profile = await readProfile(tx, account.id);
  const person = personIn(services, profile);
  const { status: financial } = await financialStanding(tx, account.id);
  const banks = await bankAccountsOf(tx, account.id);
  const bankWith = (isInForce: boolean) => {
    const row = banks.find(({ status }) => (status === 'in_force') === isInForce);
    if (!row) return null;
    const { accountTail, bankCode, inForceFrom } = row;
    return {
      bankCode,
      bankName: bankName(bankCode),
      accountMasked: maskedAccount(accountTail),
      inForceFrom,
    };
  };
  return {
    stage: profile?.stage ?? 0,
    status: profile?.status ?? 0,
    financial,
    supplement: profile?.supplement ?? [],
    submittedAt: profile?.submittedAt ?? null,
    approvedAt: account.approvedAt,
    phoneMasked: profile?.phone ? maskedPhone(phoneIn(services, profile) ?? '') : null,
    person: person && {
      nameMasked: maskedName(person.name),
      idNumberMasked: person.idNumberMasked,
      birthYear: Number(person.birthday.slice(0, 4)),
      age: ageOn(person.birthday, today),
      city: person.city,
      occupation: optionText(occupations, person.occupation),
      company: person.company,
      jobTitle: person.jobTitle,
      annualIncome: optionText(annualIncomes, person.annualIncome),
    },
    bank: bankWith(true),
    bankWaiting: bankWith(false),
    screening: await heldBy(tx, account.id),
  };
}

function orderView(row: OrderOf): MemberView['orders'][number] {
  const stored = row.storedStatus === FUNDED ? 'funded' : (row.storedStatus as StoredOrderStatus);
  const loan = { status: row.loanStatus, isClosed: row.isClosed };
  const { text, tone } = orderWordsWith(orderStatusOf(stored, loan.status), loan);
  return {
    id: row.id,
    orderNo: orderNoOf(row.id),
    caseNo: row.caseNo,
    statusText: text,
    tone,
    amount: row.amount,
    createdAt: row.createdAt,
  };
}

async function dealingsOf({ realNow, today, tx }: Work, memberId: number) {
  const idleSince = new Date(realNow.getTime() - sessionIdleMs);
  const sessions = await livingSessions(tx, memberId, realNow, idleSince);
  const loans = await loansOf(tx, memberId);
  return {
    sessions,
    loans: loans.map(({ status, isClosed, ...loan }) => {
      const { text, tone } = loanWordsForOfficeWith({ status, isClosed });
      return { ...loan, statusText: text, tone };
    }),
    orders: (await ordersOf(tx, memberId)).map(orderView),
    orderTotals: await orderTotals(tx, memberId),
    exposure: await exposureOf(tx, memberId, today),
    papers: await papersOfMember(tx, memberId),
    tasks: await tasksOf(tx, memberId),
  };
}

const happening = ({ actorName, actorType, total: _total, ...row }: HappeningRow) => ({
  ...row,
  text: row.group === 'message' ? nameOfKind(hooks.kinds, row.text) : row.text,
  actor: { type: actorType, name: actorName },
});

/**
 * Returns the bank account to show: the account that waits for review, or else the account in
 * force.
 */
async function newestAccount(tx: Work['tx'], memberId: number) {
  for (const status of ['proposed', 'pending', 'coming', 'in_force'] as const) {
    const row = await accountWith(tx, memberId, status);
    if (row) return row;
  }
  return null;
}

/** Returns the requested personal fields unmasked; no others are returned. */
async function opened(work: Work, account: AccountOf, fields: readonly PersonalField[]) {
  const { services, tx } = work;
  const profile = await readProfile(tx, account.id);
  const person = personIn(services, profile);
  const bank = await newestAccount(tx, account.id);
  const inFull = accountFieldsOf(services, bank);
  const whole: Record<PersonalField, string | null | undefined> = {
    email: account.email,
    name: person?.name,
    idNumber: person?.idNumber,
    birthday: person?.birthday,
    phone: phoneIn(services, profile),
    address: person?.address,
    mailingAddress: person?.mailingAddress,
    bankAccount: inFull,
  };
  return Object.fromEntries(
    [...new Set(fields)].flatMap((field) => (whole[field] ? [[field, whole[field]]] : [])),
  ) as Partial<Record<PersonalField, string>>;
}

function accountFieldsOf(services: Services, row: Awaited<ReturnType<typeof accountWith>>) {
  if (!row) return null;
  const { account, bankCode, bankName: name } = accountIn(services, row);
  return `${bankCode} ${name} ${account}`;
}

const memberSubject = (id: number) => ({ type: 'member', id }) as const;

/**
 * Searches members for the office's search box: like `findMembers`, but also finds phone and
 * account numbers that end with the given digits.
 */
export async function membersLike({ services, tx }: Work, q: string, limit: number) {
  const { tail, ...whole } = memberSearchOf(services, q);
  const view = (row: { id: number; email: string; name: string | null }) => ({
    id: row.id,
    emailMasked: maskedEmail(row.email),
    nameMasked:
      row.name &&
      maskedName(services.secrets.decrypt('verification.profile.name', row.id, row.name)),
  });
  const wanted = { ...whole, tail: null };
  const found = await listMembers(tx, { wanted, direction: 'desc' }, { limit, offset: 0 });
  const tailed = tail === null ? [] : await membersWithTail(tx, tail, limit);
  const ending = (by: 'phone' | 'account') => ({
    phoneMasked: by === 'phone' ? maskedAccount(tail ?? '') : null,
    accountMasked: by === 'account' ? maskedAccount(tail ?? '') : null,
  });
  return [
    ...found.map((row) => ({ ...view(row), phoneMasked: null, accountMasked: null })),
    ...tailed.map((row) => ({ ...view(row), ...ending(row.by) })),
  ];
}

const hitView = (row: MemberHitRow, { services: { secrets } }: Work): ServerMemberHit => ({
  id: row.id,
  emailMasked: maskedEmail(row.email),
  nameMasked:
    row.name && maskedName(secrets.decrypt('verification.profile.name', row.id, row.name)),
  stage: row.stage,
  status: row.status,
  standing: row.closed ? 'closed' : row.suspended ? 'suspended' : 'open',
  purpose: row.purpose,
  createdAt: row.createdAt,
});

type Filter = FilterOf<Promised['findMembers']>;
const membersOf = (services: Services, { q, ...filter }: Filter): MembersOf => ({
  wanted: q === '' ? null : memberSearchOf(services, q),
  ...filter,
});

/**
 * List of members with masked data. The search text may be a personal number, so only its keyed
 * hash is used.
 */
export const members = reader({
  of: ({ services }: Work, filter: Filter) => membersOf(services, filter),
  rows: ({ tx }, of, part) => listMembers(tx, of, part),
  view: hitView,
  beside: ({ tx }, of) => countMembers(tx, of),
});

export const memberPageActions: Actions<{ verification: Promised }>['verification'] = {
  findMembers: members,

  async getMember(context, { id }) {
    const account = await accountFor(context, id);
    return {
      data: {
        id: account.id,
        emailMasked: maskedEmail(account.email),
        emailVerifiedAt: account.emailVerifiedAt,
        isGoogleLogin: account.isGoogleLogin,
        purpose: account.purpose,
        createdAt: account.createdAt,
        suspendedAt: account.suspendedAt,
        closedAt: account.closedAt,
        file: await fileOf(context, account),
        payoutHold: await holdOn(context.tx, account.id),
        webhooks: await webhookHealth(context, account.id),
        ...(await dealingsOf(context, account.id)),
      },
    };
  },

  async memberTimeline(context, { id, group, item_per_page: limit, offset }) {
    const { services, tx } = context;
    const account = await accountFor(context, id);
    const profile = await readProfile(tx, account.id);
    const phone = phoneIn(services, profile);
    const recipients = [account.email, ...(phone ? [phone] : [])].flatMap((to) =>
      recipientHashesOf(services.secrets, to),
    );
    const rows = await timelineOf(tx, account.id, recipients, group ?? null, { limit, offset });
    return { data: rows.map(happening), total: rows[0]?.total ?? 0 };
  },

  async revealMember(context, { id, fields, reason }) {
    const account = await accountFor(context, id);
    // The audit row is written before the data is returned, so that nobody can see data without a
    // record.
    await recordMove(context, {
      subject: memberSubject(account.id),
      action: 'verification.revealed',
      reason,
      snapshot: { fields },
    });
    return { data: { fields: await opened(context, account, fields) } };
  },

  async reopenScreening(context, { id, reason }) {
    const { id: memberId } = await accountFor(context, id);
    await reopenHits(context, memberId, reason);
    return { data: {} };
  },

  async resetStage(context, { id, stage, reason }) {
    const { now, tx } = context;
    const { id: memberId } = await accountFor(context, id);
    const before = await lockProfile(tx, memberId, now);
    assertMayReset(before, stage);
    const after = { stage, status: fileState.open, supplement: [] };
    await setFile(tx, memberId, after, now);
    await closeTask(context, 'identity_review', memberSubject(memberId), 'overtaken', reason);
    await withdrawChanges(context, memberId);
    await recordMove(context, {
      subject: memberSubject(memberId),
      action: 'verification.reset',
      from: `${before.stage}/${before.status}`,
      to: `${after.stage}/${after.status}`,
      reason,
    });
    await tell(context, memberId, noticeKinds.reset({ step: stepText(stage + 1), reason }));
    await papersMoved(context, memberId);
    return { data: { stage: after.stage, status: after.status } };
  },
};
