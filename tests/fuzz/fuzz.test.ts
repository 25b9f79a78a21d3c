// Fuzz test: makes all calls as various people, with inputs that are valid, nearly valid and
// hostile. No answer may be a server error, each refusal must be declared, and the invariants must
// hold afterwards. `npm run attack -- fuzz` makes 200,000 requests.
import { beforeAll, expect, test } from 'vitest';
import { roles, type Endpoint } from '#contract/core/endpoint.ts';
import { randomOf } from '../../actors/random.ts';
import { httpRefusals } from '../../server/http/failure.ts';
import { drain } from '../../server/worker.ts';
import { allCalls } from '../attacks/calls.ts';
import { report, roundsOr, SEED } from '../attacks/report.ts';
import { disburse, newTeam, signedLoan } from '../actors/loans.ts';
import { newCase } from '../actors/market.ts';
import { newMember, newOperator, newVerifiedMember } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { withOneFault, valueFor } from './inputs.ts';
import { requestOf } from './requests.ts';

const REQUESTS = roundsOr(3_000);
const AT_ONCE = 8;
/**
 * Number of requests after which new people are created, because some requests sign them out or
 * close their accounts.
 */
const PEOPLE_EVERY = 1_500;
/**
 * Calls that are not made: `advanceClock` moves the clock by up to 400 days and runs all jobs of
 * each day, and has a test of its own.
 */
const LEFT_OUT = new Set(['demonstration.advanceClock']);
/**
 * Calls that sign somebody out. They are made less often, because otherwise nobody would stay
 * signed in.
 */
const ENDING = /[lL]ogout|[cC]los|[sS]ession|[pP]assword|changeEmail|disable|suspend/;

const server = useServer();
const random = randomOf(SEED);

let members: (string | null)[] = [];
let operators: (string | null)[] = [];

async function newPeople(): Promise<void> {
  const team = await newTeam(server);
  const loan = await signedLoan(server);
  await disburse(server, loan, team);
  await newCase(server);
  const verified = await newVerifiedMember(server);
  const fresh = await newMember(server);
  members = [loan.borrower, loan.investors[0]!, verified, fresh].map(({ token }) => token);
  const all = await newOperator(server, roles);
  const one = await newOperator(server, ['reviewer']);
  operators = [all, all, team.maker, team.checker, one].map(({ token }) => token);
}

beforeAll(newPeople);

/** Whether a call may return a refusal with this code. */
const allowed = (endpoint: Endpoint, code: string) =>
  code === 'UNAUTHORIZED' || [...endpoint.refusals, ...httpRefusals].includes(code as never);

type Tally = { answers: Map<number, number>; wrong: string[] };

async function askOne(tally: Tally): Promise<void> {
  const call = random.pick(allCalls);
  const { endpoint, name } = call;
  if (LEFT_OUT.has(name) || (ENDING.test(name) && random.next() < 0.9)) return;
  const input = valueFor(call.schema, random);
  const sent = random.next() < 0.3 ? input : withOneFault(input, random);
  const isOffice = endpoint.path.startsWith('/ops/');
  const token = random.next() < 0.05 ? null : random.pick(isOffice ? operators : members);
  const secret = server.services.config.bank.webhookSecret;
  const { path, init } = requestOf(call, sent, token, { random, secret });
  const stop = new AbortController();
  const response = await fetch((isOffice ? server.officeUrl : server.siteUrl) + path, {
    ...init,
    signal: stop.signal,
  });
  const { status } = response;
  tally.answers.set(status, (tally.answers.get(status) ?? 0) + 1);
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
  const body = isStream ? '' : await response.text();
  if (isStream) stop.abort();
  if (status === 200 || (status === 401 && body === 'Unauthorized')) return;
  const problem = problemOf(endpoint, status, body);
  if (problem) {
    const said = JSON.stringify(sent)?.slice(0, 120);
    tally.wrong.push(`${name} ${status} ${problem}: ${said}`);
  }
}

function problemOf(endpoint: Endpoint, status: number, body: string): string | null {
  try {
    const failure = JSON.parse(body) as { status: number; code: string; message: string };
    if (status >= 500) return failure.code;
    if (failure.status !== status || !failure.message) return `shape ${body.slice(0, 100)}`;
    return allowed(endpoint, failure.code) ? null : `undeclared ${failure.code}`;
  } catch {
    return `no JSON: ${body.slice(0, 100)}`;
  }
}

const title = 'no answer is a failure of the server, and no refusal one that was not promised';
test(`${REQUESTS} requests: ${title}`, async () => {
  const tally: Tally = { answers: new Map(), wrong: [] };
  for (let done = 0; done < REQUESTS; done += PEOPLE_EVERY) {
    if (done > 0) await newPeople();
    let left = Math.min(PEOPLE_EVERY, REQUESTS - done);
    const ask = async () => {
      while (left > 0) {
        left -= 1;
        await askOne(tally);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    await drain(server.services);
  }
  const answers = [...tally.answers].toSorted(([a], [b]) => a - b);
  const says = [`answers by status: ${answers.map(([one, n]) => `${one}: ${n}`).join(', ')}`];
  report({ tries: REQUESTS, failures: tally.wrong, says });
  expect(tally.answers.get(200) ?? 0, 'some requests are taken').toBeGreaterThan(REQUESTS / 50);
}, 3_600_000);
