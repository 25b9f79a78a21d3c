// Benchmark rows 1a to 1d and 2b: orders and lists over HTTP against plain SQL and bare Fastify.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { investing } from '#contract/investing/calls.ts';
import { requestOf } from '../actors/client.ts';
import type { Request } from '../actors/transport.ts';
import type { Pool } from '../server/database/db.ts';
import { cases } from './furnish.ts';
import { type Row, type Settings, best, inTurn, rate } from './measure.ts';

const CONNECTIONS = 256;
export type Stage = { pool: Pool; port: number; barePort: number; tokens: string[] };

const json = { 'content-type': 'application/json', accept: 'application/json' };

export type Http = { agent: Agent; port: number };
const connect = (port: number, connections: number): Http => ({
  agent: new Agent({ keepAlive: true, maxSockets: connections }),
  port,
});

type Sent = Pick<Request, 'path' | 'headers' | 'body'>;
const bareRequest = (path: string, body: string): Sent => ({ path, headers: json, body });

export function post({ agent, port }: Http, { path, headers, body }: Sent) {
  const length = { 'content-length': String(Buffer.byteLength(String(body))) };
  const options = { agent, port, path, method: 'POST', headers: { ...headers, ...length } };
  return new Promise<{ status: number; text: string }>((settle, fail) => {
    const asked = request({ host: '127.0.0.1', ...options }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        settle({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      });
    });
    asked.on('error', fail);
    asked.end(String(body));
  });
}

const orderOf = (id: string | undefined, token: string | undefined) =>
  requestOf(investing.quickApply, { id, invest_amount: 1000, payment_mode: 1 }, { token });

/**
 * Places orders of NT$1,000, one investor after another, on one case or on many; checks every
 * answer.
 */
async function orders(stage: Stage, http: Http, ids: readonly string[], seconds: number) {
  let next = 0;
  return rate(CONNECTIONS, seconds, async () => {
    const n = next++;
    const token = stage.tokens[n % stage.tokens.length];
    const { status, text } = await post(http, orderOf(ids[n % ids.length], token));
    if (status !== 200) throw new Error(`an order got ${status}: ${text}`);
  });
}

/**
 * Places one order in plain SQL: locks the case, writes the order, and adds its amount to the
 * totals of the member and of the case.
 */
async function plainOrder(pool: Pool, caseId: number, n: number): Promise<void> {
  const client = await pool.connect();
  const ask = (name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values });
  try {
    await client.query('begin');
    await ask('lock', 'select reserved, target from bench.case where id = $1 for update', [caseId]);
    await ask(
      'write',
      `insert into bench.order (case_id, member_id, amount, idempotency_key, virtual_account)
       values ($1, $2, 1000, $3, $4) returning id`,
      [caseId, 1 + (n % 60_000), randomUUID(), String(n)],
    );
    await ask('member', 'update bench.member set exposure = exposure + 1000 where id = $1', [
      1 + (n % 60_000),
    ]);
    await ask('case', 'update bench.case set reserved = reserved + 1000 where id = $1', [caseId]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function proveFunding(pool: Pool, ids: readonly string[]) {
  const { rows } = await pool.query(
    `select f.loan_id from investing.funding f
     left join (select loan_id, sum(amount)::bigint as sum, count(*) as n from investing."order"
       where stored_status = 0 group by loan_id) o using (loan_id)
     where f.loan_id = any ($1) and (f.reserved <> coalesce(o.sum, 0)
       or f.order_count <> coalesce(o.n, 0) or f.reserved > f.target)`,
    [ids],
  );
  if (rows.length > 0) throw new Error('the books of a case do not hold after a round');
}

export async function orderRows(stage: Stage, settings: Settings): Promise<Row[]> {
  const { pool } = stage;
  const { rounds, seconds } = settings;
  const http = connect(stage.port, CONNECTIONS);
  const bare = connect(stage.barePort, CONNECTIONS);
  await pool.query('insert into bench.member select n from generate_series(1, 60000) n');
  await pool.query('insert into bench.case select n, 1e15::bigint from generate_series(1, 99) n');
  const oneCase = async () => {
    const ids = await cases(pool, 1, 1e12);
    const done = await orders(stage, http, ids, seconds);
    await proveFunding(pool, ids);
    return done;
  };
  let n = 0;
  const plain = (clients: number, time: number, caseId: number) =>
    rate(clients, time, () => plainOrder(pool, caseId, n++));
  await orders(stage, http, await cases(pool, 1, 1e12), 2);
  const clients = await best(settings, [1, 2, 4, 8, 16, 32], (count, time) =>
    plain(count, time, 99),
  );
  const a = await inTurn(rounds, oneCase, (round) => plain(clients, seconds, round + 1));
  const what =
    `orders on one case over HTTP, ${CONNECTIONS} connections; ` +
    `against plain SQL at its best (${clients} clients)`;
  const [id] = await cases(pool, 1, 1e9);
  const sample = await post(http, orderOf(id, stage.tokens[0]));
  await post(bare, bareRequest('/keep/order', sample.text));
  const body = JSON.stringify({ id: '1', invest_amount: 1000, payment_mode: 1 });
  const b = await inTurn(rounds, oneCase, () =>
    rate(CONNECTIONS, seconds, async () => void (await post(bare, bareRequest('/order', body)))),
  );
  const thousandCases = async () => {
    const ids = await cases(pool, 1_000, 1e9);
    const done = await orders(stage, http, ids, seconds);
    await proveFunding(pool, ids);
    return done;
  };
  const c = await inTurn(rounds, thousandCases, oneCase);
  await pool.query(
    'insert into bench.case select n, 1e15::bigint from generate_series(1001, 2000) n',
  );
  const spread = (clients: number, time: number) =>
    rate(clients, time, () => plainOrder(pool, 1_001 + (n % 1_000), n++));
  const spreadClients = await best(settings, [1, 2, 4, 8, 16, 32], spread);
  const d = await inTurn(rounds, thousandCases, () => spread(spreadClients, seconds));
  http.agent.destroy();
  bare.agent.destroy();
  return [
    { row: '1a', what, ...a, aim: '3 (5)' },
    { row: '1b', what: 'the same; against a bare Fastify POST', ...b, aim: '0.30 (0.45)' },
    { row: '1c', what: 'orders over 1,000 cases; against one case', ...c, aim: '1.0 (1.5)' },
    {
      row: '1d',
      what:
        'orders over 1,000 cases; against plain SQL on 1,000 cases at its best ' +
        `(${spreadClients} clients)`,
      ...d,
      aim: '3',
    },
  ];
}

const pick = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T;

/**
 * Returns a random filter, sort order and page; hardly any two are alike, so that no cache can
 * answer.
 */
function filter() {
  return {
    grade: pick([undefined, 'A1', 'B1', 'C2', 'D1']),
    rateMin: 5 + Math.floor(Math.random() * 600) / 100,
    plan: pick([undefined, 'engineer', 'medical', 'office']),
    installment: pick([undefined, 6, 12, 24, 36]),
    orderby: pick(['created_at', 'rate', 'remaining', 'amount']),
    is_orderby_asc: pick([true, false]),
    item_per_page: 20,
    offset: pick([0, 20, 40, 100]),
  };
}

export async function listRow(stage: Stage, { rounds, seconds }: Settings): Promise<Row> {
  await cases(stage.pool, 10_000, 500_000);
  await stage.pool.query('analyze');
  const http = connect(stage.port, 32);
  const bare = connect(stage.barePort, 32);
  const search = async (filters: object) => {
    const sent = requestOf(investing.searchCases, filters, { token: stage.tokens[0] });
    const answer = await post(http, sent);
    if (answer.status !== 200) throw new Error(`a list got ${answer.status}: ${answer.text}`);
    return answer.text;
  };
  await post(bare, bareRequest('/keep/list', await search({ item_per_page: 20 })));
  const bareList = () => post(bare, bareRequest('/list', JSON.stringify(filter())));
  const figures = await inTurn(
    rounds,
    () => rate(32, seconds, async () => void (await search(filter()))),
    () => rate(32, seconds, async () => void (await bareList())),
  );
  http.agent.destroy();
  bare.agent.destroy();
  const what = 'lists by any filter, uncached, 10,000 open cases; against bare Fastify, same bytes';
  return { row: '2b', what, ...figures, aim: '0.25 (0.33)' };
}
