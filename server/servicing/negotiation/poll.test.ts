// Tests the poll of a violation over HTTP: who may vote, until when, and the votes' outcome.
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  disburse,
  goTo,
  lentLoan,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
  type Team,
  type TestLoan,
} from '../../../tests/actors/loans.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { closePolls, violationPoll } from './poll.ts';

const server = useServer();
let team: Team;
let agent: Person;

beforeAll(async () => {
  team = await newTeam(server);
  agent = await newOperator(server, ['approver']);
});

type Violated = TestLoan & { account: string };

/**
 * Creates a loan whose first instalment is 31 days late; its investors have 50,000, 33,000 and
 * 17,000 outstanding.
 */
async function violated(): Promise<Violated> {
  const { loan, account, until } = await lentLoan(server, team);
  await goTo(server, addDays(until, 31));
  expect((await statusOf(server, loan.id)).status).toBe(70);
  return { ...loan, account };
}

const voteOf = (loan: TestLoan, who: Person, answer: unknown) =>
  server.ask(
    servicing.violationPoll,
    { loan_id: String(loan.id), answer },
    { token: who.token, key: null },
  );
const pollOf = async (loan: TestLoan) =>
  (
    await server.rows<{ status: string }>(
      'select status from servicing.poll where loan_id = $1 order by id desc limit 1',
      [loan.id],
    )
  )[0]?.status;
const toldTo = (person: Person) =>
  server.rows<{ title: string; link: string }>(
    'select title, link from notices.notice where member_id = $1 order by id desc',
    [person.id],
  );
const statuses = async (loan: TestLoan) => [
  await pollOf(loan),
  (await statusOf(server, loan.id)).status,
];
/** Moves past the deadline, to the eighth day after the opening. */
const close = () => goTo(server, addDays(today(server), 8));

describe('voting', () => {
  let loan: Violated;
  beforeAll(async () => {
    loan = await violated();
  });

  it('is requested from every investor, with a link to the order', async () => {
    const [told] = (await toldTo(loan.investors[0]!)).filter(({ title }) => /投票/.test(title));
    expect(told?.link).toBe(`/account/invest/ongoing/${loan.orderIds[0]}`);
  });

  it('is weighted by principal and shows the turnout to those who voted', async () => {
    const { body } = await voteOf(loan, loan.investors[0]!, 'agree');
    expect(body.data).toMatchObject({
      loanId: String(loan.id),
      status: 'open',
      weight: 50_000,
      total: 100_000,
      answer: 1,
      turnout: 50_000,
      result: null,
    });
  });

  it('may be changed and repeated, and counts once', async () => {
    for (const answer of [2, 2, 'NEGOTIATE', 3]) {
      expect((await voteOf(loan, loan.investors[1]!, answer)).code).toBeNull();
    }
    const { body } = await voteOf(loan, loan.investors[1]!, false);
    expect(body.data).toMatchObject({ answer: 2, turnout: 83_000 });
  });

  it('repeats the answer for the same key and refuses it with another vote', async () => {
    const key = '00000000-0000-4000-8000-00000000aaaa';
    const how = { token: loan.investors[2]!.token, key };
    const input = { loan_id: String(loan.id), answer: 3 as const };
    const first = await server.ok(servicing.violationPoll, input, how);
    expect(await server.ok(servicing.violationPoll, input, how)).toEqual(first);
    const other = { ...input, answer: 1 as const };
    expect(await server.refused(servicing.violationPoll, other, how)).toBe('IDEMPOTENCY_MISMATCH');
  });

  it('is refused to a stranger, the borrower, and for an unknown loan', async () => {
    const stranger = await newVerifiedMember(server);
    expect((await voteOf(loan, stranger, 1)).code).toBe('CASE_NOT_FOUND');
    expect((await voteOf(loan, loan.borrower, 1)).code).toBe('CASE_NOT_FOUND');
    const nothing = { ...loan, id: 999_999 };
    expect((await voteOf(nothing, loan.investors[0]!, 1)).code).toBe('CASE_NOT_FOUND');
    expect((await voteOf(loan, loan.investors[0]!, 'maybe')).code).toBe('INVALID_INPUT');
  });

  it('keeps the votes out of the audit log', async () => {
    const rows = await server.rows<{ snapshot: object }>(
      `select snapshot from tasks.audit where action = 'poll.voted'
         and snapshot ->> 'loanId' = $1`,
      [String(loan.id)],
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { snapshot } of rows) expect(Object.keys(snapshot)).toEqual(['loanId']);
  });

  it('accepts many concurrent votes of one investor, of which the last counts', async () => {
    const answers = [1, 2, 3, 1, 2, 3] as const;
    const all = await Promise.all(
      answers.map((answer) => voteOf(loan, loan.investors[0]!, answer)),
    );
    expect(all.map(({ code }) => code)).toEqual(answers.map(() => null));
    const rows = await server.rows<{ count: string }>(
      `select count(*) from servicing.ballot b join servicing.poll p on p.id = b.poll_id
       where p.loan_id = $1 and b.member_id = $2 and b.answer is not null`,
      [loan.id, loan.investors[0]!.id],
    );
    expect(Number(rows[0]?.count)).toBe(1);
  });

  it('is refused after the deadline', async () => {
    await voteOf(loan, loan.investors[0]!, 1);
    await close();
    expect(await statuses(loan)).toEqual(['negotiate', 75]);
    expect((await voteOf(loan, loan.investors[0]!, 2)).code).toBe('POLL_CLOSED');
  });
});

describe('the end', () => {
  it('sends the loan to court if more principal wants it', async () => {
    const loan = await violated();
    await voteOf(loan, loan.investors[0]!, 2);
    await voteOf(loan, loan.investors[1]!, 1);
    await close();
    expect(await statuses(loan)).toEqual(['legal', 80]);
    const told = (await toldTo(loan.investors[2]!)).map(({ title }) => title);
    expect(told).toContain('違約投票結果：法律程序');
  });

  it('is voided if the arrears are paid', async () => {
    const loan = await violated();
    await voteOf(loan, loan.investors[0]!, 2);
    await pay(server, loan.account, 30_000);
    expect(await statuses(loan)).toEqual(['void', 60]);
    expect((await voteOf(loan, loan.investors[0]!, 1)).code).toBe('POLL_CLOSED');
  });

  it('is voided by a revocation, which does not say that the borrower has paid', async () => {
    const loan = await violated();
    const asked = { id: String(loan.id), kind: 'revocation', reason: '測試' } as const;
    await server.ok(collectionsOffice.proposeMeasure, asked, { token: team.maker.token });
    expect(await decide(server, team.checker, 'collection_measure', null, 'approve')).toBeNull();
    expect(await statuses(loan)).toEqual(['void', 60]);
    const told = await server.rows<{ title: string; body: string }>(
      'select title, body from notices.notice where member_id = $1',
      [loan.investors[0]!.id],
    );
    expect(told.map(({ title }) => title)).toContain('違約投票已取消');
    expect(told.map(({ body }) => body).join()).not.toContain('已繳清');
  });

  it('lets an operator decide if the turnout was too low, with a reason', async () => {
    const loan = await violated();
    await voteOf(loan, loan.investors[2]!, 2);
    await close();
    expect(await statuses(loan)).toEqual(['undecided', 70]);
    const [task] = await server.rows<{ id: string }>(
      `select id from tasks.task where kind = 'poll_decision' and subject_id = $1
         and status = 'open'`,
      [loan.id],
    );
    const how = { token: agent.token };
    const { data } = await server.ok(tasksOffice.getTask, { id: task!.id }, how);
    expect(data.detail).toMatchObject({ negotiate: 0, legal: 17_000, total: 100_000 });
    const bare = { id: task!.id, decision: 'negotiate' };
    expect(await server.refused(tasksOffice.decideTask, bare, how)).toBe('DECISION_INVALID');
    expect(await decide(server, agent, 'poll_decision', loan.id, 'negotiate')).toBeNull();
    expect(await statuses(loan)).toEqual(['negotiate', 75]);
  });

  it('lets an operator decide a tie, and asks nothing after the loan is paid', async () => {
    const people = {
      investors: [await newVerifiedMember(server), await newVerifiedMember(server)],
    };
    const terms = { amount: 60_000, rateBps: 1_200, installments: 12, shares: [30_000, 30_000] };
    const loan = await signedLoan(server, terms, people);
    const account = await disburse(server, loan, team);
    const [first] = await schedule(server, loan.id);
    await goTo(server, addDays(first!.payableUntil, 31));
    await voteOf(loan, loan.investors[0]!, 1);
    await voteOf(loan, loan.investors[1]!, 2);
    await close();
    expect(await statuses(loan)).toEqual(['undecided', 70]);
    await pay(server, account, 70_000);
    expect(await statuses(loan)).toEqual(['void', 90]);
    const open = await server.rows(
      `select id from tasks.task where kind = 'poll_decision' and subject_id = $1
         and status = 'open'`,
      [loan.id],
    );
    expect(open).toEqual([]);
  });
});

it('counts a vote of the last second or refuses it, never half', async () => {
  const loan = await violated();
  await voteOf(loan, loan.investors[0]!, 1);
  const [poll] = await server.rows<{ at: Date }>(
    'select closes_at as at from servicing.poll where loan_id = $1',
    [loan.id],
  );
  const deadline = poll!.at;
  const voteAt = (at: number) =>
    inWork(server.services, (work) =>
      violationPoll({ ...work, now: new Date(at), member: loan.investors[1]! } as never, {
        loan_id: loan.id,
        answer: 2,
      }),
    );
  await voteAt(deadline.getTime() + 999);
  await expect(voteAt(deadline.getTime() + 1_000)).rejects.toMatchObject({ code: 'POLL_CLOSED' });

  // At the deadline, votes and the job that decides the poll run at the same time.
  const clock = { now: () => new Date(deadline.getTime() + 1_000), realNow: () => new Date() };
  const at = (answer: number) => voteOf(loan, loan.investors[1]!, answer);
  const [, ...votes] = await Promise.all([
    closePolls({ ...server.services, clock }),
    at(2),
    at(1),
    at(2),
  ]);
  for (const { code } of votes) expect([null, 'POLL_CLOSED']).toContain(code);
  const [status, loanStatus] = await statuses(loan);
  expect(['negotiate 75', 'legal 80']).toContain(`${status} ${loanStatus}`);
  const [count] = await server.rows<{ yes: string; no: string }>(
    `select coalesce(sum(weight) filter (where answer = 1), 0) as yes,
       coalesce(sum(weight) filter (where answer = 2), 0) as no
     from servicing.ballot b join servicing.poll p on p.id = b.poll_id where p.loan_id = $1`,
    [loan.id],
  );
  expect(status).toBe(Number(count!.yes) > Number(count!.no) ? 'negotiate' : 'legal');
});
