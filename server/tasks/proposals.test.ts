// Tests what holds for every kind of proposal: nobody decides about their own work, and a proposal
// whose subject is gone ends without a decision.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '#contract/core/endpoint.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { auditOf } from '../../tests/readers.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { openTask } from './opening.ts';
import type { ProposalKind } from './proposals.ts';
import { hooks } from '../hooks.ts';

const server = useServer();
const people = {} as Record<Role, [Person, Person]>;
let kinds: ProposalKind[];

beforeAll(async () => {
  for (const role of roles) {
    people[role] = [await newOperator(server, [role]), await newOperator(server, [role])];
  }
  const handlers = Object.entries(hooks.tasks);
  kinds = handlers.flatMap(([kind, handler]) =>
    'propose' in handler ? [kind as ProposalKind] : [],
  );
});

/** Far above the id of anything that exists. */
let gone = 900_000_000;

async function taskOf(kind: ProposalKind, by: { makerId: number; otherMakers?: number[] }) {
  gone += 1;
  const type = kind === 'content_release' ? 'article' : 'task';
  await inWork(server.services, (work) =>
    openTask(work, { kind, subject: { type, id: gone, label: kind }, ...by }),
  );
  const [task] = await server.rows<{ id: string }>(
    'select id::text as id from tasks.task where subject_id = $1',
    [gone],
  );
  return task!.id;
}

const stateOf = async (id: string) =>
  (
    await server.rows<{ status: string; decision: string | null; checker_id: string | null }>(
      'select status, decision, checker_id from tasks.task where id = $1',
      [id],
    )
  )[0];

const decide = (id: string, decision: string, { token }: Person) =>
  server.ask(tasksOffice.decideTask, { id, decision, reason: '測試' }, { token });

describe('every proposal', () => {
  test('is refused to everybody who has made a part of it', async () => {
    expect(kinds.length).toBeGreaterThan(10);
    const kindAndRole = fc
      .constantFrom(...kinds)
      .chain((kind) => fc.tuple(fc.constant(kind), fc.constantFrom(...taskRules[kind].roles)));
    await fc.assert(
      fc.asyncProperty(
        kindAndRole,
        fc.constantFrom('approve', 'return'),
        fc.boolean(),
        async ([kind, role], decision, hasProposed) => {
          const [one, other] = people[role];
          const by = hasProposed
            ? { makerId: Number(one.id) }
            : { makerId: Number(other.id), otherMakers: [Number(one.id)] };
          const id = await taskOf(kind, by);
          expect((await decide(id, decision, one)).code, kind).toBe('MAKER_IS_CHECKER');
          expect(await stateOf(id)).toEqual({ status: 'open', decision: null, checker_id: null });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('ends without a decision if its subject is gone', async () => {
    for (const [kind, decision] of kinds.flatMap((one) =>
      (['approve', 'return'] as const).map((what) => [one, what] as const),
    )) {
      const [one, other] = people[taskRules[kind].roles[0]!];
      const id = await taskOf(kind, { makerId: Number(one.id) });
      const { body } = await decide(id, decision, other);
      expect(body, kind).toMatchObject({ data: { status: 'done', decision: 'overtaken' } });
      expect(await stateOf(id)).toMatchObject({ decision: 'overtaken', checker_id: null });
      // Nothing is recorded but that this person has tried.
      const audit = await auditOf(server, { id: gone, actorId: other.id });
      expect(audit.at(-1), kind).toMatchObject({
        action: 'task.overtaken',
        snapshot: { task: Number(id), decision },
      });
      expect(new Set(audit.map(({ action }) => action))).toEqual(new Set(['task.overtaken']));
    }
  });
});
