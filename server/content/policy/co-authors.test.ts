// Tests that nobody approves a policy of which they wrote a part, whoever saved it last.
import { expect, test } from 'vitest';
import { contentSupportOffice as office } from '#contract/content/support.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const approve = { decision: 'approve' };
const editor = () => newOperator(server, ['editor']);

test('an author approves a policy only after another has approved what they wrote', async () => {
  const [author, colleague, third] = [await editor(), await editor(), await editor()];
  const on = (days: number) => addDays(dayOf(server.services.clock.now()), days);
  const text = {
    title: '共同條款',
    summary: '摘要',
    body: '<p>第一位撰寫。</p>',
    effectiveOn: on(1),
  };
  const input = { ...text, slug: 'co-authored', category: '條款' as const };
  const { id } = (await server.ok(office.createPolicy, input, author)).data;
  await server.ok(office.draftPolicy, { ...text, id, version: 1 }, colleague);
  await server.ok(office.submitPolicy, { id, version: 2 }, colleague);
  for (const one of [author, colleague]) {
    expect(await decide(server, one, 'policy_approval', null, approve)).toBe('MAKER_IS_CHECKER');
  }
  expect(await decide(server, third, 'policy_approval', null, approve)).toBeNull();
  await server.ok(office.draftPolicy, { ...text, id, effectiveOn: on(2) }, colleague);
  await server.ok(office.submitPolicy, { id, version: 1 }, colleague);
  expect(await decide(server, author, 'policy_approval', null, approve)).toBeNull();
});
