// Tests that votes and agreements stay as they were when a poll or a negotiation ended.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  type Case,
} from '../../../tests/actors/negotiations.ts';
import { auditOf } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { readInvariants } from '../../database/invariants.ts';
import { trusted } from '../../database/sql.ts';

const server = useServer();
const VOTES = 'the votes and weights of an ended poll are those that its end hashed';
const AGREEMENTS =
  'the agreements to terms that have ended or are in force are those that were hashed';

let loan: Case;

beforeAll(async () => {
  const desk = await newDesk(server);
  loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  for (const i of loan.investors.keys()) await consent(server, loan, i);
});

/** Returns the laws, of these two, that are broken after the owner has run a statement. */
const brokenBy = (statement: string) =>
  server.undone(async (tx) => {
    await tx.planned(trusted('set local session_replication_role = replica'));
    await tx.planned(trusted(statement));
    const broken: string[] = [];
    for (const { name, sql } of readInvariants()) {
      if (name !== VOTES && name !== AGREEMENTS) continue;
      if ((await tx.planned(trusted(sql))).length > 0) broken.push(name);
    }
    return broken;
  });

describe('a change is noticed', () => {
  test.each([
    [VOTES, 'update servicing.ballot set answer = 2 where weight = 50000'],
    [VOTES, 'update servicing.ballot set weight = weight + 1'],
    [VOTES, `update servicing.ballot set voted_at = voted_at - interval '1 day'`],
    [VOTES, 'delete from servicing.ballot where weight = 17000'],
    [VOTES, `update servicing.poll set status = 'legal'`],
    [AGREEMENTS, 'update servicing.agreement set weight = weight + 1'],
    [AGREEMENTS, `update servicing.agreement set agreed_at = agreed_at + interval '1 second'`],
    [AGREEMENTS, `update servicing.negotiation set status = 'void'`],
  ])('by "%s": %s', async (law, statement) => {
    expect(await brokenBy('select 1')).toEqual([]);
    expect(await brokenBy(statement)).toContain(law);
  });
});

test('a vote cannot be changed after the poll has ended', async () => {
  await expect(
    server.rows('update servicing.ballot set answer = 3 where weight = 50000'),
  ).rejects.toThrow('the poll has ended');
});

test('the audit log has sums and a hash of the votes, and no vote', async () => {
  const [row] = await auditOf(server, { type: 'poll', action: 'poll.ended' });
  expect(row?.snapshot).toEqual({
    loanId: loan.id,
    negotiate: 100_000,
    legal: 0,
    abstain: 0,
    total: 100_000,
    votes: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
