// Reviews of verifications: what reviewers see and decide, and which documents they may open.
import { annualIncomes, occupations, optionText } from '#contract/options.ts';
import { Refusal } from '#contract/refusals.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import type { verificationOffice } from '#contract/verification/calls.ts';
import { BANK_CHANGE_HOURS } from '#contract/verification/changes.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Hooks, TaskHandler } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { maskedAccount } from '../../identity/rules.ts';
import { tell } from '../../notices/front.ts';
import { listInForce } from '../../settings/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { itemText } from '../../settings/rules.ts';
import {
  accountWith,
  approvePending,
  enforceComing,
  enforcePending,
  refusePending,
} from '../change/account-queries.ts';
import { changeReview } from '../change/change-review.ts';
import { accountDetail, idDetail } from '../documents/papers.ts';
import { accountHashesOf, accountIn, personIn } from '../person.ts';
import {
  type ProfileRow,
  lockProfile,
  readProfile,
  setFile,
  isNegotiationPaper,
  taskWithMember,
  uploadsByIds,
} from '../queries.ts';
import { ageOn, fileState, steps, supplementOf } from '../rules.ts';
import { financialReview, papersMoved } from '../documents/statements.ts';
import { suspicionReview, reportSuspicion } from '../suspicion/suspicion.ts';
import { accountToReview, checksOf, identityFlags } from './identity-flags.ts';
import { checksIn } from '../payee/compared.ts';
import { returnedAccount } from '../returned/returned-account.ts';
import { payoutHold } from '../hold/payout-hold.ts';
import { screeningReview } from '../screening/screening.ts';
import { servedUpload } from '../documents/uploads.ts';
import { changeNotices, noticeKinds } from '../words.ts';

const HOUR_MS = 3_600_000;

async function personDetail(work: Work, profile: ProfileRow) {
  const person = personIn(work.services, profile);
  const sources = await listInForce(work.tx, 'fundSources', work.now);
  return (
    person && {
      name: person.name,
      idNumberMasked: person.idNumberMasked,
      birthday: person.birthday,
      age: ageOn(person.birthday, work.today),
      phoneMasked: person.phoneMasked,
      address: person.address,
      mailingAddress: person.mailingAddress,
      occupation: optionText(occupations, person.occupation),
      company: person.company,
      jobTitle: person.jobTitle,
      annualIncome: optionText(annualIncomes, person.annualIncome),
      fundSource: (profile.fundSource ?? []).map((id) => itemText(sources, id)),
      isPep: profile.isPep,
    }
  );
}

const identityReview: TaskHandler<'identity_review'> = {
  async detail(work, task) {
    const profile = await readProfile(work.tx, task.subjectId);
    if (!profile) throw new Refusal('TASK_NOT_FOUND');
    const person = await personDetail(work, profile);
    const account = await accountToReview(work, task.subjectId);
    const bank = await accountDetail(work, account);
    const idDocument = await idDetail(work, 'profile', profile);
    const checks = await checksOf(work, profile);
    return {
      member: { id: task.subjectId, stage: profile.stage, status: profile.status },
      person,
      idDocument,
      bank,
      checks: checksIn(checks),
      submittedAt: profile.submittedAt,
    };
  },

  flags: identityFlags,

  async decide(work, { id, subjectId: memberId, subjectLabel }, decided) {
    const profile = await lockProfile(work.tx, memberId, work.now);
    if (profile.stage !== steps.bank || profile.status !== fileState.reviewing) {
      throw new Refusal('TASK_DONE');
    }
    if (decided.decision === 'approve') return approve(work, memberId, profile);
    const { items, reason } = decided;
    const supplement = supplementOf(items);
    // A bank account that was returned is marked as refused, because no payment may ever go to it,
    // even if only other items are returned later.
    if (supplement.some(({ item }) => item === 'bank')) await refusePending(work.tx, memberId);
    const { stage } = profile;
    await setFile(work.tx, memberId, { stage, status: fileState.supplement, supplement }, work.now);
    const why = supplement.map((item) => item.reason).join('；');
    await recordMove(work, {
      subject: { type: 'member', id: memberId },
      action: 'verification.supplement',
      from: `${profile.stage}/${profile.status}`,
      to: `${profile.stage}/${fileState.supplement}`,
      reason: reason ?? why,
      snapshot: { items: supplement },
    });
    await tell(work, memberId, noticeKinds.supplement({ why }));
    await papersMoved(work, memberId);
    const { suspicion: grounds } = decided;
    if (grounds) await reportSuspicion(work, memberId, { label: subjectLabel, grounds, from: id });
  },
};

/**
 * Approves the account that was given with the verification. The first one is in force at once;
 * another than the one in force replaces it as late as a change of account does, so that the member
 * can still object.
 */
async function approveAccount(work: Work, memberId: number): Promise<void> {
  const { now, services, tx } = work;
  await enforceComing(tx, memberId, now);
  const current = await accountWith(tx, memberId, 'in_force');
  const given = await accountWith(tx, memberId, 'pending');
  if (!given) {
    // If only other items were returned, the account that was approved earlier stays in force.
    if (!current) throw new Refusal('DECISION_INVALID', { fields: { items: '沒有銀行帳戶' } });
    return;
  }
  const { account, bankCode, bankName } = accountIn(services, given);
  const same = accountHashesOf(services, bankCode, account);
  if (!current || same.includes(current.accountHash)) {
    await enforcePending(tx, memberId, now);
    return;
  }
  await approvePending(tx, memberId, new Date(now.getTime() + BANK_CHANGE_HOURS * HOUR_MS));
  const shown = `${bankCode} ${bankName} ${maskedAccount(given.accountTail)}`;
  const values = { account: shown, hours: String(BANK_CHANGE_HOURS) };
  await tell(work, memberId, changeNotices.bankApproved(values));
}

async function approve(work: Work, memberId: number, profile: ProfileRow): Promise<void> {
  await approveAccount(work, memberId);
  const { stage } = profile;
  const after = { stage, status: fileState.approved, supplement: [] };
  await setFile(work.tx, memberId, after, work.now);
  await recordMove(work, {
    subject: { type: 'member', id: memberId },
    action: 'verification.approve',
    from: `${profile.stage}/${profile.status}`,
    to: `${after.stage}/${after.status}`,
  });
  await tell(work, memberId, noticeKinds.approved({}));
  await papersMoved(work, memberId);
}

export const verificationTasks: Hooks['tasks'] = {
  identity_review: identityReview,
  account_change_review: changeReview,
  financial_review: financialReview,
  screening_review: screeningReview,
  suspicion_review: suspicionReview,
  payout_hold: payoutHold,
  returned_account: returnedAccount,
};

/** Kinds of tasks whose decision requires reading a member's documents. */
const kindsWithPapers = [
  'identity_review',
  'account_change_review',
  'financial_review',
  'loan_review',
  'loan_approval',
  'negotiation_draft',
  'negotiation_approval',
] as const;

type PapersTask = NonNullable<Awaited<ReturnType<typeof taskWithMember>>>;

/**
 * Requires an open task of a kind that the operator may decide, or a task in which the operator
 * took part.
 */
function assertNeedsPapers(task: PapersTask | null, operator: Operator): asserts task {
  const kind = kindsWithPapers.find((one) => one === task?.kind);
  if (!task || !kind) throw new Refusal('NOT_FOUND');
  if (!taskRules[kind].roles.some((role) => operator.roles.includes(role))) {
    throw new Refusal('ROLE_REQUIRED');
  }
  const own = task.makerId === operator.id || task.checkerId === operator.id;
  if (task.status !== 'open' && !own) throw new Refusal('NOT_FOUND');
}

export const verificationOfficeActions: Actions<{
  verification: typeof verificationOffice;
}>['verification'] = {
  async readUpload(context, { id, task: taskId }) {
    const { operator, services, tx } = context;
    const task = await taskWithMember(tx, taskId);
    assertNeedsPapers(task, operator);
    const [upload] = await uploadsByIds(tx, [id]);
    if (!upload || upload.memberId !== task.memberId) throw new Refusal('NOT_FOUND');
    const isNegotiated = task.kind.startsWith('negotiation_');
    if (isNegotiated && !(await isNegotiationPaper(tx, upload.id))) throw new Refusal('NOT_FOUND');
    // The audit row is written before the bytes are read, so that nobody can see a document without
    // a record.
    await recordMove(context, {
      subject: { type: 'member', id: upload.memberId },
      action: 'verification.upload_read',
      snapshot: { upload: upload.id, task: taskId },
    });
    return servedUpload(services, upload);
  },
};
