// Acts of members and operators within the process, for the many loans of the demonstration: each
// is the action of its call in a transaction of its own, without HTTP, sessions and uploads.
import type { Endpoint, Input, Output, Role } from '#contract/core/endpoint.ts';
import type { tasksOffice } from '#contract/tasks/calls.ts';
import type { Decision } from '#contract/tasks/decisions.ts';
import { flagWords } from '#contract/tasks/flag-words.ts';
import { askingDecisions, type TaskKind } from '#contract/tasks/kinds.ts';
import type { Action, Context, Member, Operator, Prepared } from '../../server/call.ts';
import type { Services } from '../../server/services.ts';
import { db } from '../../server/database/db.ts';
import { createMember } from '../../server/identity/actions.ts';
import { sessionOf } from '../../server/identity/front.ts';
import { recordFile } from '../../server/verification/front.ts';
import { memberById, setStepUp } from '../../server/identity/queries.ts';
import { openSession } from '../../server/identity/sessions.ts';
import { tasksActions } from '../../server/tasks/actions.ts';
import { flagViews } from '../../server/tasks/flags/flags.ts';
import { listTasks, openTaskOf, taskById } from '../../server/tasks/queries.ts';
import { type Actor, type Work, inWork } from '../../server/work.ts';
import { PASSWORD } from '../seed-cast.ts';
import type { Someone } from './crowd.ts';

export type Investor = { id: number; token: string; bank: Someone['bank'] };
export type Clerk = { id: number; email: string; name: string; roles: readonly Role[] };

/** Tasks of a kind that are decided at once; there are never so many in one night. */
const TASKS_MAX = 200;

const elsewhere = {
  files: [],
  address: '127.0.0.1',
  agent: '',
  device: null,
  registration: null,
  idempotencyKey: null,
  carriedToken: null,
  isPrefetch: false,
  reply: { setCookie: () => {} },
};

/** Carries out a member's call in its own transaction; the member is verified and not suspended. */
export function asMember<E extends Endpoint>(
  services: Services,
  id: number,
  action: unknown,
  input: Input<E>,
): Promise<Output<E>> {
  const run = async (work: Work) => {
    const found = await memberById(work.tx, id);
    const member: Member = {
      ...found,
      stage: 4,
      status: 3,
      suspended: false,
      sessionId: 0,
      impersonation: null,
      stepUpAt: null,
      stepUpReference: null,
      stepUpAct: null,
      apiAccess: null,
    };
    const context = { ...work, ...elsewhere, member, operator: null };
    return (action as Action<E>)(context as unknown as Context<E>, input);
  };
  return inWork(services, run, { type: 'member', id });
}

/** Carries out a call that is prepared outside its transaction, in the session of a token. */
export async function inSession<E extends Endpoint>(
  services: Services,
  token: string,
  call: unknown,
  input: Input<E>,
): Promise<Output<E>> {
  const { prepare, run } = call as Prepared<E>;
  const prepared = await prepare(services, input, { ...elsewhere, token });
  const member = await memberOf(services, token);
  const inTransaction = (work: Work) => {
    const context = { ...work, ...elsewhere, member, operator: null };
    return run(context as unknown as Context<E>, input, prepared);
  };
  return inWork(services, inTransaction, { type: 'member', id: member.id });
}

async function memberOf({ pool, clock }: Services, token: string): Promise<Member> {
  const found = await sessionOf(db(pool), token, clock.realNow());
  if (found.state !== 'ok') throw new Error('the session has ended');
  return found.member;
}

/** Records that a member has just entered the code that was sent to their phone. */
export async function confirmByCode(
  services: Services,
  token: string,
  reference: string,
): Promise<void> {
  const { sessionId } = await memberOf(services, token);
  const { pool, clock } = services;
  await setStepUp(db(pool), { sessionId, reference, realNow: clock.realNow() });
}

/** Decides the open task of a kind about a loan, if there is one; returns whether there was. */
export function decide(
  services: Services,
  clerk: Clerk,
  kind: TaskKind,
  loanId: number,
  decision: Omit<Decision, 'id'>,
): Promise<boolean> {
  return asClerk(services, clerk, async (work) => {
    const task = await openTaskOf(work.tx, kind, 'loan', loanId);
    if (!task) return false;
    await carryOut(work, clerk, { id: task.id, ...decision } as Decision);
    return true;
  });
}

/** Decides all open tasks of some kinds alike, each in its own transaction. */
export async function decideEach(
  services: Services,
  clerk: Clerk,
  kinds: readonly TaskKind[],
  decision: Omit<Decision, 'id'>,
): Promise<void> {
  const filter = {
    kinds,
    status: 'open',
    assignee: undefined,
    viewer: null,
    order: 'due',
  } as const;
  const tasks = await listTasks(db(services.pool), filter, { limit: TASKS_MAX, offset: 0 });
  for (const { id } of tasks) {
    await asClerk(services, clerk, (work) =>
      carryOut(work, clerk, { id, ...decision } as Decision),
    );
  }
}

const asClerk = <T>(services: Services, { id }: Clerk, run: (work: Work) => Promise<T>) =>
  inWork(services, run, { type: 'operator', id } satisfies Actor);

const atDesk = (work: Work, clerk: Clerk) => {
  const operator: Operator = { ...clerk, roles: [...clerk.roles], sessionId: 0 };
  return { ...work, ...elsewhere, member: null, operator };
};

async function carryOut(work: Work, clerk: Clerk, decision: Decision): Promise<void> {
  const action = tasksActions.decideTask as (context: unknown, input: Decision) => Promise<unknown>;
  const row = await taskById(work.tx, decision.id);
  const asks = row && askingDecisions[row.kind][decision.decision];
  const open = asks ? (await flagViews(work, row)).filter(({ answer }) => answer === null) : [];
  const answers = open.map(({ key, code }) => ({
    flag: key,
    answer: flagWords[code].answers[0] ?? '已查證',
  }));
  await action(atDesk(work, clerk), answers.length > 0 ? { ...decision, answers } : decision);
}

/**
 * Reads an open task with its detail. A task's answer is the union of all details, and the function
 * that writes it as JSON takes seconds to compile.
 */
export function taskOf(services: Services, clerk: Clerk, id: number) {
  const action = tasksActions.getTask as unknown as Action<typeof tasksOffice.getTask>;
  return asClerk(services, clerk, async (work) => {
    const context = atDesk(work, clerk) as unknown as Context<typeof tasksOffice.getTask>;
    return (await action(context, { id })).data;
  });
}

/** Creates a verified member with the shared password, whose hash `services` has ready. */
export function admit(
  services: Services,
  person: Someone,
  purpose: 'borrow' | 'invest',
): Promise<number> {
  return inWork(services, async (work) => {
    const { email, bank, ...file } = person;
    const id = await createMember(work, { email, password: PASSWORD, purpose });
    await recordFile(work, id, { ...file, ...bank, annualIncome: 4 });
    return id;
  });
}

/** Opens a session of a member; returns its token. */
export function openedSession(services: Services, memberId: number): Promise<string> {
  return inWork(services, async (work) => {
    const user = await openSession(work, await memberById(work.tx, memberId), elsewhere);
    return user.accessToken;
  });
}
