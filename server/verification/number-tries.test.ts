// Tests which calls use up a try of an ID number: only those that look one up.
import { expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import { fromElsewhere, newEmail, password, signIn } from '../../tests/actors/people.ts';
import { personalInfo, stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { createMember } from '../identity/actions.ts';
import { inWork } from '../work.ts';

const server = useServer();
const { memberAt } = stepsOn(server);

test('a repeat of one request gets the stored answer and is no try', async () => {
  const { id, token } = await memberAt(1);
  const input = personalInfo();
  for (let n = 0; n < 8; n += 1) {
    const { code } = await server.ask(verification.personalInfo, input, { token, key: 'one-key' });
    expect(code).toBeNull();
  }
  const tasks = await server.rows(
    `select from tasks.task where kind = 'attention' and subject_type = 'member'
       and subject_id = $1`,
    [id],
  );
  expect(tasks).toEqual([]);
});

test('calls that are refused before any look-up use up no tries of their network', async () => {
  const headers = fromElsewhere();
  for (let n = 0; n < 6; n += 1) {
    const email = newEmail('unconfirmed');
    await inWork(server.services, (work) =>
      createMember(work, { email, password, purpose: 'both', emailVerifiedAt: null }),
    );
    const token = await signIn(server, email);
    for (let m = 0; m < 5; m += 1) {
      const how = { token, headers };
      const { code } = await server.ask(verification.personalInfo, personalInfo(), how);
      expect(code).toBe('EMAIL_NOT_VERIFIED');
    }
  }
  const { token } = await memberAt(1);
  const answer = await server.ask(verification.personalInfo, personalInfo(), { token, headers });
  expect(answer.code).toBeNull();
});
