// Changes to operators: one admin proposes a change, and it happens only when a second admin
// agrees.
import type { ActionName } from '#contract/core/action-words.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { operatorActText } from '#contract/identity/operators.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  type ApprovalLimits,
  limitedRoles,
  limitSubjects,
  NO_LIMITS,
} from '#contract/tasks/limits.ts';
import type { Operator } from '../../call.ts';
import type { TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { sendLetter } from '../../notices/front.ts';
import {
  alive,
  approveColleague,
  colleagueById,
  type ColleagueRow,
  countOtherAdmins,
  endColleagueSessions,
  forgetKeys,
  inviteColleague,
  listAdmins,
  lockColleagues,
  setDisabled,
  setRoles,
} from '../../operators/front.ts';
import { assignRoles, roleHoldMs } from '../../operators/rules.ts';
import { beginLimits, proposal, recordMove, setLimits } from '../../tasks/front.ts';
import { mailSetup, newSetup } from './operator-setup.ts';
import { letters } from '../words.ts';

export type Proposal =
  | { act: 'invite'; roles: readonly Role[] }
  | { act: 'roles'; roles: readonly Role[]; reason: string }
  | { act: 'limits'; limits: ApprovalLimits; limitsBefore: ApprovalLimits; reason: string }
  | { act: 'reset'; password: boolean; reason: string }
  | { act: 'enable'; reason: string };

/** The open task for the second admin's decision. */
type Pending = { taskId: number | null };

export const operatorSubject = ({ id }: { id: number }) => ({ type: 'operator', id }) as const;

/**
 * Refuses LAST_ADMIN if no other admin would be left. All admins are locked, so that two admins who
 * disable each other at once cannot both succeed.
 */
export async function assertAdminLeft({ tx }: Work, { id, roles }: ColleagueRow): Promise<void> {
  if (!roles.includes('admin')) return;
  if ((await countOtherAdmins(tx, id)).count === 0) throw new Refusal('LAST_ADMIN');
}

/** An operator who never followed the first link gets a new one, with which they set a password. */
const takesPassword = ({ password }: { password: boolean }, { state }: ColleagueRow) =>
  password || state === 'invited';

/** Notifies every admin of each step, so that nobody is appointed without the others noticing. */
export async function tellAdmins(
  work: Work,
  about: { who: string; step: string; act: string },
  { name, email }: { name: string; email: string },
): Promise<void> {
  const url = new URL('/operators', work.services.config.officeUrl).href;
  for (const admin of await listAdmins(work.tx)) {
    const values = { ...about, name, email, admin: admin.name };
    await sendLetter(work, { email: admin.email }, letters.colleagueChanged(values, url));
  }
}

/** Tells every admin of a step of a change that takes two; `path` is a page of the office. */
export async function tellOfChange(
  work: Work & { operator: Operator },
  about: { step: string; act: string; what: string },
  path: string,
): Promise<void> {
  const url = new URL(path, work.services.config.officeUrl).href;
  for (const admin of await listAdmins(work.tx)) {
    const values = { ...about, who: work.operator.name, admin: admin.name };
    await sendLetter(work, { email: admin.email }, letters.guardedChange(values, url));
  }
}

/** Refuses OPERATOR_PENDING if another change of the operator is waiting for a second admin. */
export function assertNothingPending({ taskId }: Pending): void {
  if (taskId !== null) throw new Refusal('OPERATOR_PENDING');
}

type Done = { action: ActionName; from?: string; to?: string; snapshot?: Record<string, unknown> };

const limitsText = (limits: ApprovalLimits) =>
  limitSubjects.map((subject) => limits[subject] ?? '-').join(' ');

/** Carries out a change that two admins agreed to; returns the details for the audit row. */
async function carryOut(
  work: Work & { operator: Operator },
  row: ColleagueRow,
  change: Proposal,
  makerId: number,
): Promise<Done> {
  const { now, realNow, tx } = work;
  const { id } = row;
  const of = { madeBy: makerId, approvedBy: work.operator.id };
  if (change.act === 'invite') {
    await approveColleague(tx, id, now);
    const before = { roles: [], heldRoles: [], heldUntil: null };
    await setRoles(tx, id, assignRoles(before, change.roles, realNow));
    await beginLimits(work, id, change.roles, of);
    await mailSetup(work, row, 'invitation');
    return { action: 'operator.invited', snapshot: { email: row.email, roles: change.roles } };
  }
  if (change.act === 'roles') {
    if (!change.roles.includes('admin')) await assertAdminLeft(work, row);
    await setRoles(tx, id, assignRoles(row, change.roles, realNow));
    const isNew = !row.roles.some((role) => limitedRoles.includes(role));
    if (isNew) await beginLimits(work, id, change.roles, of);
    const [from, to] = [row.roles.join(' '), change.roles.join(' ')];
    return { action: 'operator.roles_changed', from, to };
  }
  if (change.act === 'limits') {
    const { limits, limitsBefore } = change;
    await setLimits(work, id, limits, { ...of, holdMs: roleHoldMs });
    const [from, to] = [limitsText(limitsBefore), limitsText(limits)];
    return { action: 'operator.limits_changed', from, to, snapshot: { limits } };
  }
  if (change.act === 'enable') {
    if (row.state !== 'disabled') throw new Refusal('TASK_DONE');
    await approveColleague(tx, id, now);
    const before = { roles: [], heldRoles: [], heldUntil: null };
    await setRoles(tx, id, assignRoles(before, row.roles, realNow));
    return { action: 'operator.enabled' };
  }
  return reset(work, row, change);
}

async function reset(
  work: Work,
  row: ColleagueRow,
  change: Extract<Proposal, { act: 'reset' }>,
): Promise<Done> {
  const { realNow, tx } = work;
  if (row.state === 'disabled') throw new Refusal('OPERATOR_DISABLED');
  await assertAdminLeft(work, row);
  const password = takesPassword(change, row);
  await forgetKeys(tx, row.id, { password });
  const ended = await endColleagueSessions(tx, row.id, realNow);
  await mailSetup(work, row, password ? 'invitation' : 'totp');
  const action = row.state === 'invited' ? 'operator.invited_again' : 'operator.reset';
  return { action, snapshot: { ended, password } };
}

/** A proposal from before there were limits of a day has none. */
const withDays = ({ limits, limitsBefore }: TaskRow<'operator_check'>['detail']) => ({
  limits: { ...NO_LIMITS, ...limits },
  limitsBefore: { ...NO_LIMITS, ...limitsBefore },
});

function proposalOf({ id, detail }: TaskRow<'operator_check'>): Proposal {
  const { act, roles = [], password = false, reason = '' } = detail;
  const { limits, limitsBefore } = withDays(detail);
  if (act === 'invite') return { act, roles };
  if (act === 'roles') return { act, roles, reason };
  if (act === 'limits') return { act, limits, limitsBefore, reason };
  if (act === 'reset') return { act, password, reason };
  if (act === 'enable') return { act, reason };
  throw new Error(`task ${id} proposes nothing`);
}

function makerOf({ id, makerId }: TaskRow<'operator_check'>): number {
  if (makerId === null) throw new Error(`nobody proposed task ${id}`);
  return makerId;
}

/** The task of the second admin. Refuses OWN_ACCOUNT to the operator concerned. */
export const operatorCheck = proposal('operator_check', {
  async subject(work, { subjectId }) {
    await lockColleagues(work.tx, subjectId);
    const row = await colleagueById(work.tx, alive(work), subjectId);
    if (row?.id === work.operator.id) throw new Refusal('OWN_ACCOUNT');
    return row;
  },
  async facts(_work, { detail }) {
    return detail.act === 'limits' ? { ...detail, ...withDays(detail) } : detail;
  },
  async carryOut(work, row) {
    const { operator, task } = work;
    const change = proposalOf(task);
    const { snapshot = {}, ...done } = await carryOut(work, row, change, makerOf(task));
    const act = operatorActText[change.act];
    await tellAdmins(work, { who: operator.name, step: '核可', act }, row);
    return {
      ...done,
      reason: 'reason' in change ? change.reason : null,
      snapshot: { ...snapshot, maker: task.makerId },
    };
  },
  async onReturn(work, row) {
    const { now, operator, task, tx } = work;
    const { act } = proposalOf(task);
    if (act === 'invite') await setDisabled(tx, row.id, now);
    await tellAdmins(work, { who: operator.name, step: '退回', act: operatorActText[act] }, row);
    return { snapshot: { act, maker: task.makerId } };
  },
  // An approved change is recorded under its own name, which `carryOut` returns.
  audit: { proposed: 'operator.proposed', returned: 'operator.proposal_returned' },
});

/** Proposes a change to a second admin. Nothing changes until the second admin agrees. */
export async function propose(
  work: Work & { operator: Operator },
  row: ColleagueRow & Pending,
  change: Proposal,
): Promise<void> {
  assertNothingPending(row);
  const act = operatorActText[change.act];
  const { email, name, roles } = row;
  await operatorCheck.propose(work, {
    subject: { ...operatorSubject(row), label: `${act} ${name}` },
    detail: { ...change, email, name, before: change.act === 'invite' ? [] : roles },
    makerId: work.operator.id,
    recorded: {
      reason: 'reason' in change ? change.reason : null,
      snapshot: { ...change, email },
    },
  });
  await tellAdmins(work, { who: work.operator.name, step: '提出', act }, row);
}

/**
 * Number of admins needed for mutual agreement; as long as there are fewer, the command line
 * appoints them.
 */
const ADMINS = 2;

/**
 * Appoints an admin from the command line; returns the setup link, or null if there are two admins
 * already. The roles take effect at once, because nobody could have agreed to them before.
 */
export async function appointAdmin(
  work: Work,
  { email, name }: { email: string; name: string },
): Promise<string | null> {
  const { now, tx } = work;
  await lockColleagues(tx, 0);
  if ((await listAdmins(tx)).length >= ADMINS) return null;
  const made = await inviteColleague(tx, { email, name, roles: ['admin'], now });
  if (!made) throw new Refusal('OPERATOR_EXISTS');
  await approveColleague(tx, made.id, now);
  const link = await newSetup(work, { id: made.id, email }, 'invitation');
  await recordMove(work, {
    subject: operatorSubject(made),
    action: 'operator.invited',
    snapshot: { email, roles: ['admin'], by: 'command' },
  });
  await tellAdmins(work, { who: '系統指令', step: '執行', act: '邀請同仁' }, { name, email });
  return link;
}
