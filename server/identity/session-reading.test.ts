// Tests sessions that are read together: each call gets its own, and none is kept.
import { expect, test, vi } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { createPool, db } from '../database/db.ts';
import { readSession } from './session-reading.ts';
import { tokenHash } from './tokens.ts';

const server = useServer();
const at = new Date();
const times = { realNow: at, touchBefore: new Date(0), idleSince: new Date(0) };

const read = (token: string) => readSession(server.services.pool, tokenHash(token), times);

test('calls of the same moment share a statement, and each gets its own session', async () => {
  const [first, second] = [await newMember(server), await newMember(server)];
  const connect = vi.spyOn(server.services.pool, 'connect');
  const tokens = [first.token, 'x'.repeat(43), second.token, first.token];
  const found = await Promise.all(tokens.map(read));
  const [a, , b] = found;
  expect(found.map((one) => one?.id)).toEqual([
    Number(first.id),
    undefined,
    Number(second.id),
    a?.id,
  ]);
  expect(connect).toHaveBeenCalledTimes(1);
  connect.mockRestore();
  expect(a).toEqual(await readSession(db(server.services.pool), tokenHash(first.token), times));
  expect(b?.email).toBe(second.email);
  expect(a).not.toHaveProperty('hash');
});

test('an ended session is refused by the next call, also beside others', async () => {
  const [gone, other] = [await newMember(server), await newMember(server)];
  const ask = ({ token }: { token: string }) => server.ask(identity.accountInfo, {}, { token });
  expect((await ask(gone)).status).toBe(200);
  await server.ask(identity.logout, {}, { token: gone.token });
  const answers = await Promise.all([gone, other, gone, other].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 200]);
});

test('if the database fails, all calls of the moment fail, and later ones are read', async () => {
  const member = await newMember(server);
  const pool = createPool(server.programUrl, { max: 1 });
  const connect = vi.spyOn(pool, 'connect').mockRejectedValueOnce(new Error('away') as never);
  const reading = () => readSession(pool, tokenHash(member.token), times);
  const failed = await Promise.allSettled([reading(), reading()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await reading())?.id).toBe(Number(member.id));
  connect.mockRestore();
  await pool.end();
});
