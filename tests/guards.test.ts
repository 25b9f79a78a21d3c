// Tests who may change what alone: every command of the office stands in the table, what takes two
// has a task that its maker cannot decide, and the settings agree with it.
import { describe, expect, test } from 'vitest';
import { office } from '#contract/index.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { initialOf } from '#contract/settings/initial.ts';
import { type NumberName, needsTwo, settingNames } from '#contract/settings/values.ts';
import { type Guard, guards, settingsLoweredByOne, settingsOfOne } from '#contract/tasks/guards.ts';
import { type TaskKind, taskRules } from '#contract/tasks/kinds.ts';
import { assertMayDecide } from '../server/tasks/rules.ts';

const changes = ['command', 'token', 'batched'];
const commands = Object.entries(office).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { kind }]) =>
    changes.includes(kind) ? [`${feature}.${name}`] : [],
  ),
);
const table = Object.entries(guards).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, guard]) => [`${feature}.${name}`, guard] as const),
);
const kindsOf = (guard: Guard): readonly TaskKind[] => (guard.takes === 'two' ? guard.kinds : []);

describe('the table of guards', () => {
  test('has every command of the office, and no other', () => {
    expect(table.map(([name]) => name).toSorted()).toEqual(commands.toSorted());
  });

  test('names for what takes two a task that a second person approves or returns', () => {
    for (const kind of table.flatMap(([, guard]) => kindsOf(guard))) {
      expect(taskRules[kind].decisions, kind).toEqual(
        expect.arrayContaining(['approve', 'return']),
      );
      const maker = { id: 1, roles: taskRules[kind].roles };
      const task = { kind, status: 'open', makerId: 1, otherMakers: [], assigneeId: null } as const;
      const decision = { decision: 'approve', reason: undefined, checker: null, assignee: null };
      expect(() => assertMayDecide({ ...task, ...decision, operator: maker }), kind).toThrow(
        'MAKER_IS_CHECKER',
      );
    }
  });

  test('lists what one person still starts or loosens; this list only shrinks', () => {
    const alone = table.filter(([, { takes }]) => takes === 'one').map(([name]) => name);
    expect(alone).toEqual([
      'identity.liftSuspension',
      'identity.startImpersonation',
      'verification.revealMember',
      'verification.resetStage',
      'lending.liftPastLoss',
      'lending.revealContact',
      'lending.memberLinks',
      'investing.pinCase',
      'investing.extendCase',
      'servicing.revealLate',
      'servicing.messageLate',
      'invoices.addTrack',
      'content.saveSynonyms',
      'messages.revealDelivery',
    ]);
  });
});

test('every setting takes two, except those of the table', () => {
  for (const name of settingNames) {
    const initial = initialOf(name);
    if (typeof initial !== 'number') {
      expect(needsTwo(name, initial, initial), name).toBe(!settingsOfOne.includes(name));
      continue;
    }
    const lowered = needsTwo(name as NumberName, initial, initial - 1);
    const raised = needsTwo(name as NumberName, initial, initial + 1);
    const isOfOne = settingsOfOne.includes(name);
    expect({ name, lowered, raised }).toEqual({
      name,
      lowered: !isOfOne && !settingsLoweredByOne.includes(name),
      raised: !isOfOne,
    });
  }
});
