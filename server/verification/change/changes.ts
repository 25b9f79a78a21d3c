// Changes of bank account or ID document after approval: requested by the member, announced, and in
// force later.
import { accountObject } from '#contract/identity/step-up.ts';
import { accountChangeText } from '#contract/verification/words.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { optionText } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  idChangeReasons,
  RENAMED,
  type verificationChanges,
} from '#contract/verification/changes.ts';
import { idFileNames } from '#contract/verification/calls.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import { consumeStepUp } from '../../identity/front.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import { maskedAccount, maskedName, maskedPhone } from '../../identity/rules.ts';
import {
  accountById,
  accountInForce,
  accountWith,
  dropComing,
  enforceComing,
  insertAccount,
  setProposed,
} from './account-queries.ts';
import {
  type ChangeRow,
  changesOf,
  insertChange,
  withdrawComingPhone,
  withdrawOpen,
} from './change-queries.ts';
import { keepUploads, resettersOf } from '../file.ts';
import { accountColumnsOf, accountHashesOf } from '../person.ts';
import { lockProfile, readProfile } from '../queries.ts';
import { assertEachOnce, assertNotAhead, assertOpenBank, assertSomeFile } from '../rules.ts';
import { changeNotices } from '../words.ts';

type Promised = typeof verificationChanges;
type Calls = Actions<{ verification: Promised }>['verification'];

export const subjectOf = ({ id }: ChangeRow) => ({ type: 'account_change', id }) as const;

/**
 * Returns the change as text: 812 台新國際商業銀行 ****5678, the reason for replacing the document, or the
 * masked new phone.
 */
export async function changeText(
  { services, tx }: Pick<Work, 'services' | 'tx'>,
  change: ChangeRow,
): Promise<string> {
  if (change.kind === 'phone') {
    const { memberId, phone } = change;
    const column = 'verification.account_change.phone';
    return phone === null ? '' : maskedPhone(services.secrets.decrypt(column, memberId, phone));
  }
  if (change.bankAccountId === null) return optionText(idChangeReasons, change.reason ?? 0) ?? '';
  const row = await accountById(tx, change.bankAccountId);
  if (!row) throw new Error(`change ${change.id} has lost its account`);
  return `${row.bankCode} ${bankName(row.bankCode)} ${maskedAccount(row.accountTail)}`;
}

async function changeView(work: Pick<Work, 'services' | 'tx'>, change: ChangeRow) {
  const { id, kind, status, items, requestedAt, decidedAt, inForceFrom } = change;
  return {
    id,
    kind,
    status,
    text: await changeText(work, change),
    items: items.map(({ item, fields, reason }) => ({ item, fields, reason })),
    requestedAt,
    decidedAt,
    inForceFrom,
  };
}

/**
 * Withdraws earlier requests and their tasks, so that only the newest is reviewed. Returns their
 * number.
 */
export async function withdraw(
  work: Work,
  memberId: number,
  kinds: readonly ChangeRow['kind'][],
): Promise<number> {
  const changes = await withdrawOpen(work.tx, memberId, kinds, work.now);
  for (const change of changes) {
    if (change.bankAccountId !== null) {
      await setProposed(work.tx, change.bankAccountId, 'replaced');
    }
    await closeTask(work, 'account_change_review', subjectOf(change), 'overtaken');
    await recordMove(work, {
      subject: subjectOf(change),
      action: 'verification.change_withdrawn',
      to: 'withdrawn',
    });
  }
  return changes.length;
}

/**
 * Withdraws all changes when a verification is reset, including approved ones that are not in force
 * yet.
 */
export async function withdrawChanges(work: Work, memberId: number): Promise<void> {
  await withdraw(work, memberId, ['bank', 'id', 'phone']);
  await withdrawComingPhone(work.tx, memberId, work.now);
  await enforceComing(work.tx, memberId, work.now);
  await dropComing(work.tx, memberId);
}

/** Opens the review and notifies the member, with this text, that a change was requested. */
export async function askForReview(
  work: Work,
  change: ChangeRow,
  reference: string,
  said: Parameters<typeof tell>[2],
): Promise<void> {
  const { memberId, kind } = change;
  const profile = await readProfile(work.tx, memberId);
  const name = profile?.name
    ? maskedName(work.services.secrets.decrypt('verification.profile.name', memberId, profile.name))
    : '';
  await openTask(work, {
    kind: 'account_change_review',
    otherMakers: await resettersOf(work, memberId),
    subject: { ...subjectOf(change), label: `${name}　變更${accountChangeText[kind].replaces}` },
  });
  await recordMove(work, {
    subject: subjectOf(change),
    action: `verification.change_${kind}`,
    from: null,
    to: 'reviewing',
    snapshot: { memberId, reference },
  });
  await tell(work, memberId, said);
}

async function ask(work: Work, change: ChangeRow, reference: string): Promise<void> {
  const text = await changeText(work, change);
  const said =
    change.kind === 'bank'
      ? changeNotices.bankAsked({ account: text })
      : changeNotices.idAsked({ reason: text });
  await askForReview(work, change, reference, said);
}

export const changeActions: Pick<Calls, 'changeBank' | 'changeId' | 'accountChanges'> = {
  async changeBank(context, { bankCode, branchCode, account }) {
    const { files, member, now, services, tx } = context;
    await lockProfile(tx, member.id, now);
    assertOpenBank(bankCode);
    assertSomeFile(files);
    const columns = accountColumnsOf(services, member.id, { bankCode, branchCode, account });
    const current = await accountInForce(tx, member.id, now);
    const same = accountHashesOf(services, bankCode, account);
    if (current && same.includes(current.accountHash)) throw new Refusal('ACCOUNT_SAME');
    await enforceComing(tx, member.id, now);
    if (await accountWith(tx, member.id, 'coming')) throw new Refusal('CHANGE_WAITING');
    const object = accountObject(bankCode, account);
    const { reference } = await consumeStepUp(context, member, { act: 'bank-info', object });
    await withdraw(context, member.id, ['bank']);
    const uploads = await keepUploads(context, member.id, files);
    const asked = { ...columns, uploads };
    const bankAccountId = await insertAccount(tx, member.id, asked, now, 'proposed');
    const change = { memberId: member.id, kind: 'bank', bankAccountId, now } as const;
    const row = await insertChange(tx, change);
    await ask(context, row, reference);
    return { data: await changeView(context, row) };
  },

  async changeId(context, { reason, name, ...issue }) {
    const { files, member, now, services, today, tx } = context;
    await lockProfile(tx, member.id, now);
    assertNotAhead('idIssueDate', issue.idIssueDate, today);
    if (reason === RENAMED && !name) {
      throw new Refusal('INVALID_INPUT', { fields: { name: '請輸入更名後的姓名' } });
    }
    assertEachOnce(idFileNames, files);
    const { reference } = await consumeStepUp(context, member, { act: 'id-info' });
    await withdraw(context, member.id, ['id']);
    const ids = await keepUploads(context, member.id, files);
    const uploads = Object.fromEntries(files.map(({ field }, k) => [field, ids[k] ?? 0]));
    const seal = (column: 'id_document' | 'name', text: string) =>
      services.secrets.encrypt(`verification.account_change.${column}`, member.id, text);
    const row = await insertChange(tx, {
      memberId: member.id,
      kind: 'id',
      idDocument: { sealed: seal('id_document', JSON.stringify(issue)), uploads },
      reason,
      name: reason === RENAMED && name ? seal('name', name) : null,
      now,
    });
    await ask(context, row, reference);
    return { data: await changeView(context, row) };
  },

  async accountChanges(context) {
    const rows = await changesOf(context.tx, context.member.id);
    const data = [];
    for (const row of rows) data.push(await changeView(context, row));
    return { data };
  },
};
