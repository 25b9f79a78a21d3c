// Tasks in tests: found by their subject in the database, and decided through the API.
import { expect } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { answersTo, type Operator } from '../../actors/operator.ts';
import type { TestServer } from '../server.ts';

/** Returns the id of the newest open task of a kind about a subject; null means any subject. */
export async function openTaskId(
  server: TestServer,
  kind: string,
  subjectId: number | string | null,
): Promise<string> {
  const [task] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = $1 and ($2::bigint is null or subject_id = $2)
       and status = 'open' order by id desc limit 1`,
    [kind, subjectId],
  );
  expect(task, `an open ${kind}`).toBeDefined();
  return task!.id;
}

/**
 * Decides the newest open task of a kind about a subject, with a reason if only the decision is
 * named; returns the whole answer. Answers its flags, unless the decision has answers of its own.
 */
export async function decideTask(
  server: TestServer,
  operator: Operator,
  of: { kind: string; subjectId: number | string | null },
  decision: string | object,
) {
  const id = await openTaskId(server, of.kind, of.subjectId);
  const given = typeof decision === 'string' ? { decision, reason: '測試' } : decision;
  const named = { decision: '', ...given };
  const answers = await answersTo(server, operator, { kind: of.kind, id, ...named });
  return server.ask(
    tasksOffice.decideTask,
    { id, ...answers, ...given },
    { token: operator.token },
  );
}

/** Decides a task like `decideTask`, but returns only the code of a refusal, or null. */
export const decide = async (
  server: TestServer,
  operator: Operator,
  kind: string,
  subjectId: number | string | null,
  decision: string | object,
): Promise<string | null> =>
  (await decideTask(server, operator, { kind, subjectId }, decision)).code;

/** Approves all open tasks of a kind as the second person. */
export async function approveAll(
  server: TestServer,
  checker: Operator,
  kind: string,
): Promise<void> {
  const open = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = $1 and status = 'open' order by id`,
    [kind],
  );
  for (const { id } of open) {
    const { token } = checker;
    const answers = await answersTo(server, checker, { kind, id, decision: 'approve' });
    await server.ok(tasksOffice.decideTask, { id, decision: 'approve', ...answers }, { token });
  }
}

/** Two persons let money go again to the account from which a payment of a member came back. */
export async function payAccountAgain(
  server: TestServer,
  memberId: number,
  { maker, checker }: { maker: Operator; checker: Operator },
): Promise<void> {
  expect(await decide(server, maker, 'returned_account', memberId, 'again')).toBeNull();
  expect(await decide(server, checker, 'returned_account', memberId, 'approve')).toBeNull();
}
