// Test of polls at the office: sums and turnout while open, then the result, never single votes.
import { pollList as listPolls } from '#contract/servicing/lists.ts';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  goTo,
  newTeam,
  schedule,
  signedLoan,
  today,
} from '../../../tests/actors/loans.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
let auditor: Person;

beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
});

it('shows weights and turnout, the result after closing, and never votes', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 31));
  const [one, other] = loan.investors as [Person, Person];
  const vote = (who: Person, answer: 1 | 2 | 3) =>
    server.ok(servicing.violationPoll, { loan_id: String(loan.id), answer }, who);
  await vote(one, 1);
  const { data, total } = await server.ok(listPolls, { status: 'open' }, auditor);
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({
    loanId: String(loan.id),
    status: 'open',
    voters: 3,
    voted: 1,
    total: 100_000,
    turnout: 50_000,
    hasQuorum: true,
    result: null,
    decidedAt: null,
  });
  await vote(other, 2);
  await goTo(server, addDays(today(server), 8));
  const closed = await server.ok(listPolls, { status: 'closed' }, auditor);
  expect(closed.data[0]).toMatchObject({
    status: 'negotiate',
    voted: 2,
    turnout: 83_000,
    result: { negotiate: 50_000, legal: 33_000, abstain: 0 },
  });
  expect(closed.data[0]?.decidedAt).not.toBeNull();
  const said = JSON.stringify(closed);
  for (const { email } of loan.investors) expect(said).not.toContain(email);
  expect((await server.ok(listPolls, { status: 'open' }, auditor)).total).toBe(0);
  expect((await server.ok(listPolls, { item_per_page: 1, offset: 1 }, auditor)).data).toEqual([]);
});

it('is refused to members, to visitors, to the editor, and for malformed input', async () => {
  const member = await newVerifiedMember(server);
  const editor = await newOperator(server, ['editor']);
  expect((await server.ask(listPolls, {}, { token: member.token })).status).toBe(401);
  expect((await server.ask(listPolls, {})).status).toBe(401);
  expect((await server.ask(listPolls, {}, editor)).status).toBe(403);
  expect(await server.refused(listPolls, { status: 'mine' }, auditor)).toBe('INVALID_INPUT');
});
