// Tests of the front page's figures: each role gets its own, compared with the 30 days before.
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { reportsCockpitOffice } from '#contract/reports/cockpit.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { newMember, newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { applied, audited, newOffice } from '../../lending/testing/cases.ts';

const server = useServer();
const { cockpit } = reportsCockpitOffice;
const cockpitOf = async (...own: Role[]) =>
  server.ok(cockpit, {}, { token: (await newOperator(server, own)).token });
const namesOf = async (...own: Role[]) => (await cockpitOf(...own)).figures.map(({ name }) => name);

test('each role sees its own figures, and only roles with loans the stages', async () => {
  expect(await namesOf('reviewer')).toEqual(['applied', 'reviewed']);
  expect(await namesOf('finance')).toEqual(['disbursed', 'received', 'paidOut']);
  expect(await namesOf('editor')).toEqual(['joined', 'visits']);
  expect(await namesOf('finance', 'editor')).toEqual([
    'disbursed',
    'received',
    'paidOut',
    'joined',
    'visits',
  ]);
  expect((await cockpitOf('editor')).pipeline).toEqual([]);
});

test('a day counts in its own 30 days, and each stage names its oldest application', async () => {
  const office = await newOffice(server);
  const { loan: first } = await applied(server);
  await audited(server, office);
  const read = async () => {
    const { figures, pipeline, from } = await cockpitOf('reviewer');
    const [one] = figures;
    return { one: one!, from, waits: pipeline.find(({ status }) => status === 10)! };
  };
  const { one, from, waits } = await read();
  const today = dayOf(server.services.clock.now());
  expect(from).toBe(addDays(today, -29));
  expect(one).toMatchObject({ name: 'applied', now: 2, before: 0 });
  expect([one.days.length, one.days.at(-1)]).toEqual([30, 2]);
  expect(waits.count).toBe(1);
  const move = (days: number) =>
    server.rows(
      `update lending.loan set created_at = business_now() - $2 * interval '1 day' where id = $1`,
      [first.id, days],
    );
  await move(29);
  expect((await read()).one).toMatchObject({ now: 2, before: 0 });
  expect((await read()).one.days[0]).toBe(1);
  await move(30);
  expect((await read()).one).toMatchObject({ now: 1, before: 1 });
  await move(59);
  expect((await read()).one).toMatchObject({ now: 1, before: 1 });
  await move(60);
  expect((await read()).one).toMatchObject({ now: 1, before: 0 });
});

test('a member has no cockpit', async () => {
  const { token } = await newMember(server);
  expect((await server.ask(cockpit, {}, { token })).status).toBe(401);
});
