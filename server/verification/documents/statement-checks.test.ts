// Tests of the checks of a proof of income: at their limits, and what a review asks about them.
import { describe, expect, test } from 'vitest';
import { formatMoney, money } from '#contract/core/money.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verification } from '#contract/verification/calls.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { pictures } from '../../../tests/actors/verifying.ts';
import { decisionTraces } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { declaredCheck } from './statement-checks.ts';

const server = useServer();

test.each([
  [4, 53_334, true],
  [4, 53_333, false],
  [4, 200_000, true],
  [1, 1, true],
])('a declared band %i and a proven income of %i a month', (band, monthly, ok) => {
  expect(declaredCheck(band, money(monthly))?.ok).toBe(ok);
});

test('a band that the settings have added is compared with nothing', () => {
  expect(declaredCheck(7, money(1))).toBeNull();
});

const reviewer = () => newOperator(server, ['reviewer']);

async function proofOf(
  member: Person,
  monthlyIncome: number,
  files: Awaited<ReturnType<typeof pictures>> | null = null,
) {
  const proof = { kind: 2, monthlyIncome, from: '2026-05-01', to: '2026-07-31' };
  const { data } = await server.ok(verification.sendFinancialStatement, proof, {
    token: member.token,
    files: files ?? (await pictures('image')),
  });
  return { subject: data.id, id: await openTaskId(server, 'financial_review', data.id) };
}

const taskOf = async (id: string, { token }: Person) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data;

describe('a proof of income', () => {
  test('far below the declared income is approved only with an answer', async () => {
    const member = await newVerifiedMember(server, { annualIncome: 4 });
    const { id, subject } = await proofOf(member, 50_000);
    const one = await reviewer();
    const { flags, detail } = await taskOf(id, one);
    const text = `文件換算年收入 ${formatMoney(money(600_000))}，不到申報級距「80–120萬元」下限的 80%`;
    expect(flags).toMatchObject([{ code: 'INCOME_LOW', text, isSerious: false, answer: null }]);
    expect((detail as { checks: object[] }).checks).toEqual([
      { code: 'INCOME_DECLARED', text, ok: false },
      { code: 'PAPERS_UNIQUE', text: '上傳的文件沒有其他會員用過', ok: true },
    ]);
    const before = await decisionTraces(server);
    const given = { id, decision: 'approve' };
    const refused = await server.ask(tasksOffice.decideTask, given, { token: one.token });
    expect(refused).toMatchObject({ status: 422, code: 'FLAGS_UNANSWERED' });
    expect(await decisionTraces(server)).toEqual(before);
    expect(await decide(server, one, 'financial_review', subject, 'approve')).toBeNull();
    expect((await taskOf(id, one)).flags).toMatchObject([{ answer: { text: '已查證' } }]);
  });

  test('that nearly reaches the declared income asks nothing', async () => {
    const member = await newVerifiedMember(server, { annualIncome: 4 });
    const { id } = await proofOf(member, 60_000);
    const one = await reviewer();
    expect((await taskOf(id, one)).flags).toEqual([]);
    const given = { id, decision: 'approve' };
    await server.ok(tasksOffice.decideTask, given, { token: one.token });
  });

  test('with the paper of another member asks who it is, and not about other papers', async () => {
    const files = await pictures('image');
    const other = await newVerifiedMember(server);
    await proofOf(other, 80_000, files);
    const member = await newVerifiedMember(server);
    const { id } = await proofOf(member, 80_000, files);
    const later = await proofOf(member, 80_000);
    const one = await reviewer();
    expect((await taskOf(id, one)).flags).toMatchObject([
      {
        code: 'PAPERS_SHARED',
        text: `與會員 ${other.id} 王○明上傳了完全相同的文件`,
        who: [{ id: String(other.id) }],
      },
    ]);
    expect((await taskOf(later.id, one)).flags).toEqual([]);
  });
});
