// Review of a change: the current value next to the requested one, and the decision.
import { nameHashesOf } from '../../adapters/name-hashes.ts';
import { accountChangeText } from '#contract/verification/words.ts';
import { addMonths } from '#contract/core/day.ts';
import { optionText } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import { BANK_CHANGE_HOURS, idChangeReasons, RENAMED } from '#contract/verification/changes.ts';
import type { TaskFlag, TaskHandler, TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { accountById, accountInForce, setProposed } from './account-queries.ts';
import { type ChangeRow, changeById, decideChange, recentOf, setName } from './change-queries.ts';
import { changeText } from './changes.ts';
import { accountDetail, idDetail } from '../documents/papers.ts';
import { approvePhone, phoneSides, refusePhone } from './phone-change.ts';
import { personIn } from '../person.ts';
import {
  checkAccount,
  checksIn,
  compared,
  type Compared,
  flagsIn,
  lockAccount,
} from '../payee/compared.ts';
import { type ProfileRow, lockProfile, readProfile, setIdDocument } from '../queries.ts';
import { fileState, steps, supplementOf } from '../rules.ts';
import { changeNotices } from '../words.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Number of past days whose other changes to the account are shown to the reviewer. */
const RECENT_DAYS = 7;

async function subjectOf(work: Work, task: TaskRow<'account_change_review'>): Promise<ChangeRow> {
  const change = await changeById(work.tx, task.subjectId);
  if (!change) throw new Refusal('TASK_NOT_FOUND');
  return change;
}

async function recentChecks({ now, tx }: Work, change: ChangeRow): Promise<Compared[]> {
  const before = change.requestedAt < now ? change.requestedAt : now;
  const since = new Date(before.getTime() - RECENT_DAYS * DAY_MS);
  const { passwords, changes } = await recentOf(tx, change.memberId, since);
  const days = `近 ${RECENT_DAYS} 天`;
  return [
    compared(
      {
        code: 'PASSWORD_UNCHANGED',
        text: passwords === 0 ? `${days}未變更密碼` : `${days}變更過密碼 ${passwords} 次`,
        ok: passwords === 0,
      },
      { flag: 'PASSWORD_CHANGED', facts: String(passwords) },
    ),
    compared(
      {
        code: 'NO_OTHER_CHANGE',
        text: changes === 0 ? `${days}沒有其他變更` : `${days}另有 ${changes} 次變更通過`,
        ok: changes === 0,
      },
      { flag: 'CHANGED_BEFORE', facts: String(changes) },
    ),
  ];
}

async function bankSides(work: Work, change: ChangeRow) {
  const { memberId, bankAccountId } = change;
  const current = await accountInForce(work.tx, memberId, work.now);
  const asked = bankAccountId === null ? null : await accountById(work.tx, bankAccountId);
  const proposed = await accountDetail(work, asked);
  const checks = [await checkAccount(work, memberId, asked)];
  return { current: await accountDetail(work, current), proposed, checks };
}

async function idSides(work: Work, change: ChangeRow, profile: ProfileRow) {
  const { secrets } = work.services;
  const { memberId } = change;
  const current = await idDetail(work, 'profile', profile);
  const proposed = await idDetail(work, 'account_change', change);
  const oldName =
    profile.name && secrets.decrypt('verification.profile.name', memberId, profile.name);
  const newName =
    change.name && secrets.decrypt('verification.account_change.name', memberId, change.name);
  const isLater = !current || (proposed !== null && proposed.issueDate >= current.issueDate);
  const isLate = proposed !== null && proposed.issueDate >= addMonths(work.today, -3);
  // The pictures stand for what was read from them, so that no personal data are compared.
  const papers = (proposed?.uploads ?? []).map(({ id }) => id).join(',');
  const replaced = (current?.uploads ?? []).map(({ id }) => id).join(',');
  const checks = [
    compared(
      {
        code: 'ISSUED_LATER',
        text: isLater ? '發證日期不早於原證件' : '發證日期早於原證件',
        ok: isLater,
      },
      { flag: 'ISSUED_EARLIER', facts: `${papers},${replaced}` },
    ),
    compared(
      {
        code: 'ISSUED_LATELY',
        text: isLate ? '發證日期在 3 個月內' : '發證日期已超過 3 個月',
        ok: isLate,
      },
      { flag: 'ISSUED_LONG_AGO', facts: papers },
    ),
  ];
  return {
    current: current && { ...current, name: oldName },
    proposed: proposed && { ...proposed, name: newName ?? oldName },
    checks,
  };
}

/**
 * Returns the ID document on file, with which the reviewer compares the person who answers the new
 * phone number.
 */
async function phoneReview(work: Work, change: ChangeRow, profile: ProfileRow) {
  const current = await idDetail(work, 'profile', profile);
  return { current, ...(await phoneSides(work, change)) };
}

const sidesOf = (work: Work, change: ChangeRow, profile: ProfileRow) => {
  if (change.kind === 'bank') return bankSides(work, change);
  if (change.kind === 'phone') return phoneReview(work, change, profile);
  return idSides(work, change, profile);
};

/** What is compared of a change: both sides, and the checks of them and of the member. */
async function reviewed(work: Work, change: ChangeRow, profile: ProfileRow) {
  const sides = await sidesOf(work, change, profile);
  return { ...sides, checks: [...sides.checks, ...(await recentChecks(work, change))] };
}

/** The failed checks of a change, for `TaskHandler.flags`. */
async function changeFlags(
  work: Work,
  task: TaskRow<'account_change_review'>,
  deciding: boolean,
): Promise<TaskFlag[]> {
  const { memberId } = await subjectOf(work, task);
  const profile = deciding
    ? await lockProfile(work.tx, memberId, work.now)
    : await readProfile(work.tx, memberId);
  if (!profile) throw new Refusal('TASK_NOT_FOUND');
  const change = await subjectOf(work, task);
  if (deciding && change.bankAccountId !== null) {
    await lockAccount(work, await accountById(work.tx, change.bankAccountId));
  }
  return flagsIn((await reviewed(work, change, profile)).checks);
}

/**
 * Data that the office shows to the reviewer. `current` and `proposed` have one format for each
 * kind (bank: bankCode … uploads; id: name, issueDate …, uploads; phone: the ID on
 * file and the new number), or are null.
 */
async function detail(work: Work, task: TaskRow<'account_change_review'>) {
  const change = await subjectOf(work, task);
  const profile = await readProfile(work.tx, change.memberId);
  if (!profile) throw new Refusal('TASK_NOT_FOUND');
  const person = personIn(work.services, profile);
  const { current, proposed, checks } = await reviewed(work, change, profile);
  return {
    change: {
      id: change.id,
      kind: change.kind,
      kindText: accountChangeText[change.kind].text,
      status: change.status,
      reason: change.reason === null ? null : optionText(idChangeReasons, change.reason),
      isRenaming: change.reason === RENAMED,
      requestedAt: change.requestedAt,
      inForceFrom: change.inForceFrom,
    },
    member: person && {
      id: change.memberId,
      name: person.name,
      idNumberMasked: person.idNumberMasked,
      phoneMasked: person.phoneMasked,
      stage: profile.stage,
      status: profile.status,
    },
    current,
    proposed,
    checks: checksIn(checks),
  };
}

async function record(
  work: Work,
  change: ChangeRow,
  to: 'approved' | 'supplement' | 'withdrawn',
  reason: string | null = null,
) {
  await recordMove(work, {
    subject: { type: 'account_change', id: change.id },
    action: `verification.change_${to}`,
    from: change.status,
    to,
    reason,
    snapshot: { memberId: change.memberId },
  });
}

async function approveBank(work: Work, change: ChangeRow): Promise<void> {
  const { now, tx } = work;
  const inForceFrom = new Date(now.getTime() + BANK_CHANGE_HOURS * HOUR_MS);
  await setProposed(tx, change.bankAccountId ?? 0, 'coming', inForceFrom);
  await decideChange(tx, change.id, { status: 'approved', inForceFrom, now });
  await record(work, change, 'approved');
  const values = { account: await changeText(work, change), hours: String(BANK_CHANGE_HOURS) };
  await tell(work, change.memberId, changeNotices.bankApproved(values));
}

async function approveId(work: Work, change: ChangeRow): Promise<void> {
  const { now, tx } = work;
  if (!change.idDocument) throw new Error(`change ${change.id} has no document`);
  const { memberId } = change;
  const { secrets } = work.services;
  // The text is encrypted again for its new column, because each encrypted text is bound to its
  // column.
  const { sealed, uploads } = change.idDocument;
  const issue = secrets.decrypt('verification.account_change.id_document', memberId, sealed);
  await setIdDocument(tx, memberId, {
    sealed: secrets.encrypt('verification.profile.id_document', memberId, issue),
    uploads,
  });
  if (change.name) {
    const name = secrets.decrypt('verification.account_change.name', memberId, change.name);
    const sealed = secrets.encrypt('verification.profile.name', memberId, name);
    await setName(tx, memberId, sealed, nameHashesOf(secrets, name));
  }
  await decideChange(tx, change.id, { status: 'approved', inForceFrom: now, now });
  await record(work, change, 'approved');
  const what = change.name ? '新的證件與姓名' : '新的證件';
  await tell(work, change.memberId, changeNotices.idApproved({ what }));
}

/**
 * Returning a change of phone means refusing it: a member who lost the phone applies again with a
 * new link.
 */
async function decidePhone(work: Work, change: ChangeRow, decision: string, why?: string) {
  if (decision === 'approve') {
    await approvePhone(work, change);
    return record(work, change, 'approved');
  }
  if (!why) throw new Refusal('DECISION_INVALID', { fields: { items: '請寫下原因' } });
  await refusePhone(work, change, why);
  return record(work, change, 'withdrawn', why);
}

export const changeReview: TaskHandler<'account_change_review'> = {
  detail,
  flags: changeFlags,

  async decide(work, task, decided) {
    const { decision, reason } = decided;
    const items = decided.decision === 'supplement' ? decided.items : undefined;
    const { now, tx } = work;
    const { memberId } = await subjectOf(work, task);
    const profile = await lockProfile(tx, memberId, now);
    const change = await subjectOf(work, task);
    if (change.status !== 'reviewing') throw new Refusal('TASK_DONE');
    if (change.kind === 'phone') {
      return decidePhone(work, change, decision, reason ?? items?.map((item) => item.reason)[0]);
    }
    const isApproved = profile.stage === steps.bank && profile.status === fileState.approved;
    if (!isApproved) throw new Refusal('TASK_DONE');
    if (decision === 'approve') {
      return change.kind === 'bank' ? approveBank(work, change) : approveId(work, change);
    }
    const sentBack = supplementOf(items, [change.kind]);
    if (change.bankAccountId !== null) await setProposed(tx, change.bankAccountId, 'refused');
    await decideChange(tx, change.id, { status: 'supplement', items: sentBack, now });
    const why = sentBack.map((item) => item.reason).join('；');
    await record(work, change, 'supplement', reason ?? why);
    const said = change.kind === 'bank' ? changeNotices.bankSupplement : changeNotices.idSupplement;
    await tell(work, memberId, said({ why }));
  },
};
