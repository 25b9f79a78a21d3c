// Benchmark rows 7a and 7b: logins over HTTP against bare password hashes, and what a flood of
// logins does to orders.
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/argon2';
import { investing } from '#contract/investing/calls.ts';
import { identity } from '#contract/identity/calls.ts';
import { requestOf } from '../actors/client.ts';
import { createPasswords } from '../server/adapters/auth/passwords.ts';
import type { Pool } from '../server/database/db.ts';
import { cases } from './furnish.ts';
import { type Row, type Settings, figureOf, inTurn, rate } from './measure.ts';
import { type Http, type Stage, post } from './orders.ts';

const MEMBERS = 2_000;
/** Logins that wait at once for row 7a, so that every core always has a hash to calculate. */
const CLIENTS = 16;
/** Investors who order at the same time in row 7b. */
const INVESTORS = 16;
/** The flood tries this many times as many logins as can be answered. */
const FLOOD = 10;

/** The number of addresses of this machine from which calls come, each with limits of its own. */
const ADDRESSES = 2_000;
const addressOf = (n: number) => `127.1.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`;

type People = { emails: string[]; password: string; hashed: string };

/** Creates members who sign in by one password. */
async function people(pool: Pool): Promise<People> {
  const password = randomBytes(12).toString('hex');
  const hashed = await createPasswords().hashPassword(password);
  const tag = randomBytes(4).toString('hex');
  const { rows } = await pool.query<{ email: string }>(
    `insert into identity.member (email, email_verified_at, purpose, created_at, password_hash)
     select 'login.' || n || '.' || $1 || '@bench.example', now(), 'invest', now(), $2
     from generate_series(1, $3::int) n returning email`,
    [tag, hashed, MEMBERS],
  );
  return { emails: rows.map(({ email }) => email), password, hashed };
}

/** Returns the status of one login, made from the next address. */
function caller({ port }: Stage, { emails, password }: People) {
  let next = 0;
  const agents = Array.from(
    { length: ADDRESSES },
    // A connection for each login, as from people who sign in once.
    (_, n) => new Agent({ keepAlive: false, localAddress: addressOf(n) }),
  );
  return {
    async login(): Promise<number> {
      const n = next++;
      const http: Http = { agent: agents[n % ADDRESSES]!, port };
      const email = emails[n % emails.length]!;
      const { status } = await post(http, requestOf(identity.login, { email, password }, {}));
      return status;
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

/** Returns the 99th percentile of the time of an order, in ms, while `INVESTORS` order. */
async function orderP99(stage: Stage, http: Http, seconds: number): Promise<number> {
  const [id] = await cases(stage.pool, 1, 1e12);
  const times: number[] = [];
  let next = 0;
  await rate(INVESTORS, seconds, async () => {
    const token = stage.tokens[next++ % stage.tokens.length]!;
    const input = { id, invest_amount: 1000, payment_mode: 1 };
    const began = performance.now();
    const { status, text } = await post(http, requestOf(investing.quickApply, input, { token }));
    if (status !== 200) throw new Error(`an order got ${status}: ${text}`);
    times.push(performance.now() - began);
  });
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/** Statuses of logins that the server may give while it is flooded. */
const FLOODED = new Set([200, 429, 503]);

/** Returns whether a flooded server may answer so; it also cuts connections that wait too long. */
async function isExpected(login: () => Promise<number>): Promise<boolean> {
  try {
    return FLOODED.has(await login());
  } catch (error) {
    return (error as { code?: string }).code === 'ECONNRESET';
  }
}

/** Tries logins at a steady rate, whether they are answered or not, until it is stopped. */
function flood(login: () => Promise<number>, perSecond: number) {
  const tries: Promise<boolean>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (tries.length < due) tries.push(isExpected(login));
  }, 10);
  return async () => {
    clearInterval(timer);
    const all = await Promise.all(tries);
    if (!all.every(Boolean)) throw new Error('a login of the flood failed in another way');
  };
}

export async function loginRows(stage: Stage, { rounds, seconds }: Settings): Promise<Row[]> {
  const known = await people(stage.pool);
  const { login, close } = caller(stage, known);
  const right = async () => {
    const status = await login();
    if (status !== 200) throw new Error(`a login got ${status}`);
  };
  await rate(CLIENTS, 1, right);
  const hashes = () =>
    rate(availableParallelism(), seconds, async () => {
      if (!(await verify(known.hashed, known.password))) throw new Error('a hash does not match');
    });
  const a = await inTurn(rounds, () => rate(CLIENTS, seconds, right), hashes);
  const agent = new Agent({ keepAlive: true, maxSockets: INVESTORS });
  const http: Http = { agent, port: stage.port };
  const perSecond = FLOOD * a.ours.median;
  const alone: number[] = [];
  const flooded: number[] = [];
  await orderP99(stage, http, 1);
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await orderP99(stage, http, seconds));
    const stop = flood(login, perSecond);
    flooded.push(await orderP99(stage, http, seconds));
    await stop();
  }
  agent.destroy();
  close();
  return [
    {
      row: '7a',
      what: `logins over HTTP, ${CLIENTS} at a time; against bare argon2id hashes`,
      ...a,
      aim: '0.9 (0.95)',
    },
    {
      row: '7b',
      what:
        `ms of an order (p99 of ${INVESTORS} investors) while ${FLOOD} times as many logins are ` +
        'tried as can be answered; against the same without them',
      ours: figureOf(flooded),
      other: figureOf(alone),
      aim: '≤ 3 (1.5)',
    },
  ];
}
