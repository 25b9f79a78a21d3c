// Attack S9: tokens that are forged, altered, expired or issued to somebody else. None of them
// opens a session, on the site or in the office.
import { beforeAll, expect, test } from 'vitest';
import { identity, identityOffice } from '#contract/identity/calls.ts';
import { randomOf } from '../../actors/random.ts';
import { newMember, newOperator } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { report, roundsOr, SEED } from './report.ts';

const TRIES = roundsOr(500);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const server = useServer();
const random = randomOf(SEED);
let member = '';
let operator = '';
let ended: string[] = [];
let hashes: string[] = [];

beforeAll(async () => {
  const gone = await newMember(server);
  await server.ok(identity.logout, {}, { token: gone.token });
  const old = await newMember(server);
  await server.rows(
    `update identity.session set ends_at = now() - interval '1 second' where member_id = $1`,
    [old.id],
  );
  member = (await newMember(server)).token;
  operator = (await newOperator(server, ['admin'])).token;
  ended = [gone.token, old.token];
  const rows = await server.rows<{ hash: Buffer }>(
    'select token_hash as hash from identity.session',
  );
  hashes = rows.flatMap(({ hash }) => [hash.toString('hex'), hash.toString('base64url')]);
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const character = () => ALPHABET[random.int(0, ALPHABET.length - 1)]!;

/** Returns a token that was never issued or has ended; `good` is one that would be accepted. */
function forged(good: string): string {
  const at = random.int(0, good.length - 1);
  const other = character();
  const claims = { sub: '1', exp: 9_999_999_999, admin: true };
  return random.pick([
    good.slice(0, at) +
      (other === good[at] ? (other === 'A' ? 'B' : 'A') : other) +
      good.slice(at + 1),
    good.slice(0, -1),
    `${good}${character()}`,
    [...good].toReversed().join(''),
    good.toLowerCase() === good ? good.toUpperCase() : good.toLowerCase(),
    Array.from({ length: 43 }, character).join(''),
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'HS256', kid: '../../dev/null' })}.${part(claims)}.${good}`,
    `${good}, Bearer ${good}`.slice(0, 90),
    `${'_'.repeat(random.int(20, 200))}`,
    `${'%'.repeat(43)}`,
    random.pick(hashes),
    random.pick(ended),
  ]);
}

test(`${TRIES} forged and ended tokens open nothing`, async () => {
  const failures: string[] = [];
  const asSite = (value: string) =>
    server.ask(identity.accountInfo, {}, { headers: { authorization: `Bearer ${value}` } });
  const asOffice = (value: string) =>
    server.ask(identityOffice.operatorMe, {}, { headers: { cookie: `office_session=${value}` } });
  for (let n = 0; n < TRIES; n += 1) {
    const isSite = random.next() < 0.6;
    // A token of the site has no effect in the office, and vice versa.
    const good = isSite ? member : operator;
    const value = random.next() < 0.05 ? (isSite ? operator : member) : forged(good);
    const { status } = await (isSite ? asSite : asOffice)(value);
    if (status !== 401) failures.push(`${isSite ? 'site' : 'office'} ${value}: ${status}`);
  }
  report({ tries: TRIES, failures });
  expect([(await asSite(member)).status, (await asOffice(operator)).status]).toEqual([200, 200]);
}, 600_000);
