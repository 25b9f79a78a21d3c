// Callbacks R8: the bank reports each event up to a hundred times, in any order and up to a month
// late, at two processes; others forge reports.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import pino from 'pino';
import { test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { placeOrder } from '../../actors/loan.ts';
import { randomOf } from '../../actors/random.ts';
import { inProcess, overHttp, type Transport } from '../../actors/transport.ts';
import { callbackHeaders, signCallback } from '../../server/adapters/bank/bank.ts';
import { startApp } from '../../server/app.ts';
import { drain, runDay } from '../../server/worker.ts';
import { newCase, newInvestors } from '../actors/market.ts';
import { useServer } from '../server.ts';
import { isLong, report, roundsOr, SEED } from './report.ts';

const FORGERIES = roundsOr(200);
const EVENTS = isLong ? Math.ceil(FORGERIES / 100) : 6;
const COPIES = isLong ? 100 : 12;
const DELAYS = isLong ? [0, 1, 2, 7, 20] : [0, 2];
const AT_ONCE = 8;
const server = useServer();
const random = randomOf(SEED);
const secret = () => server.services.config.bank.webhookSecret;
const now = () => server.services.clock.realNow();

type Sent = { body: string; headers: Record<string, string> };
const signed = (body: string): Sent => ({ body, headers: signCallback(body, secret(), now()) });

/** A receipt or a reversal with the same seq in every copy. */
type Event = { seq: string; reverses: string | null; amount: number; body: string };

async function newEvents(): Promise<Event[]> {
  const at = server.services.clock.now();
  const events: Event[] = [];
  const add = (virtualAccount: string, amount: number, reverses: string | null) => {
    const seq = randomUUID().slice(0, 30);
    const record = {
      bank: '812',
      date: dayOf(at),
      seq,
      at,
      type: 'atm_cash',
      amount,
      virtualAccount,
      ...(reverses === null ? { sign: '+' } : { sign: '-', reverses }),
    };
    events.push({ seq, reverses, amount, body: JSON.stringify({ records: [record] }) });
    return seq;
  };
  const loanId = String(await newCase(server, { amount: 10_000_000, endsInDays: 14 }));
  for (const one of await newInvestors(server, EVENTS)) {
    const order = await placeOrder(server, one, loanId, 2_000);
    const account = random.int(1, 5) === 1 ? '00000000000000' : order.virtualAccount!.account;
    const amount = random.pick([2_000, 2_000, 500, 3_500]);
    const seq = add(account, amount, null);
    if (random.int(1, 3) === 1) add(account, amount, seq);
  }
  return events;
}

const send = async (transport: Transport, { body, headers }: Sent) =>
  transport({
    isOffice: false,
    method: 'POST',
    path: '/bank/callback',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

/** Ways to come with a report that the bank has not signed like this, or not now. */
const forgeries: ((body: string) => Sent)[] = [
  (body) => ({ body, headers: signCallback(body, `${secret()}x`, now()) }),
  (body) => ({ body, headers: signCallback(body, '', now()) }),
  (body) => ({ body, headers: {} }),
  (body) => ({ body: body.replace(/"amount":\d/, '"amount":9'), headers: signed(body).headers }),
  (body) => ({ body: `${body} `, headers: signed(body).headers }),
  (body) => ({ body, headers: signCallback(body, secret(), new Date(now().getTime() - 301_000)) }),
  (body) => ({ body, headers: signCallback(body, secret(), new Date(now().getTime() + 302_000)) }),
  (body) => without(signed(body), callbackHeaders.timestamp),
  (body) => without(signed(body), callbackHeaders.signature),
  (body) => altered(signed(body), (mac) => mac.slice(0, -1)),
  (body) => altered(signed(body), (mac) => `${mac}0`),
  (body) => altered(signed(body), (mac) => mac.replace('sha256=', '')),
  (body) => altered(signed(body), (mac) => mac.toUpperCase()),
  (body) => altered(signed(body), (mac) => `${mac}, ${mac}`),
  (body) => altered(signed(body), () => 'sha256='),
  (body) => altered(signed(body), () => `sha256=${'0'.repeat(64)}`),
  (body) => altered(signed(body), flipped),
  (body) =>
    altered(signed(body), () => `sha256=${createHash('sha256').update(body).digest('hex')}`),
  (body) => altered(signed(body), () => `sha256=${macOver(body)}`),
  (body) => later(signed(body), 1),
  (body) => later(signed(body), -1),
  (body) => timed(signed(body), (at) => `+${at}`),
  (body) => timed(signed(body), (at) => `0${at}`),
  (body) => timed(signed(body), (at) => `${at}.0`),
  (body) => timed(signed(body), () => 'NaN'),
];

const macOver = (text: string) => createHmac('sha256', secret()).update(text).digest('hex');
const withHeader = (
  { body, headers }: Sent,
  name: string,
  of: (value: string) => string,
): Sent => ({
  body,
  headers: { ...headers, [name]: of(headers[name]!) },
});
const altered = (sent: Sent, of: (mac: string) => string) =>
  withHeader(sent, callbackHeaders.signature, of);
const timed = (sent: Sent, of: (at: string) => string) =>
  withHeader(sent, callbackHeaders.timestamp, of);
const later = (sent: Sent, seconds: number) => timed(sent, (at) => String(Number(at) + seconds));
const without = ({ body, headers }: Sent, name: string): Sent => ({
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name)),
});

/** Changes one digit of a signature. */
function flipped(mac: string): string {
  const at = random.int('sha256='.length, mac.length - 1);
  return mac.slice(0, at) + (mac[at] === '0' ? '1' : '0') + mac.slice(at + 1);
}

function shuffled<T>(list: readonly T[]): T[] {
  const places = list.map((one) => ({ one, place: random.next() }));
  return places.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

/** Runs acts in order, some at once. */
async function run(acts: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...acts];
  const client = async () => {
    for (let act = left.pop(); act; act = left.pop()) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

/** Returns the events that were booked another number of times than once. */
async function countEffects(events: readonly Event[]): Promise<string[]> {
  const rows = await server.rows<{ seq: string; booked: number; reversed: number }>(
    `select r.seq, (select count(*)::int from ledger.transfer t where t.id = 'receipt:' || r.id)
         as booked,
       (select count(*)::int from ledger.transfer t where t.kind = 'reversal'
         and t.memo = 'receipt:' || r.id) as reversed
     from banking.receipt r where r.seq = any ($1)`,
    [events.map(({ seq }) => seq)],
  );
  const bySeq = Map.groupBy(rows, ({ seq }) => seq);
  const failures: string[] = [];
  for (const { seq, reverses } of events) {
    const found = bySeq.get(seq) ?? [];
    const booked = reverses === null ? 1 : 0;
    const [row] = found;
    if (found.length !== 1 || row?.booked !== booked || row.reversed > 1) {
      failures.push(`${seq}: ${JSON.stringify(found)}`);
    }
  }
  return failures;
}

test(`${EVENTS} reports × ${COPIES} count once, and ${FORGERIES} forgeries never`, async () => {
  const log = pino({ level: 'silent' });
  const { config } = server.services;
  const app = await startApp({ config, databaseUrl: server.programUrl, log, pages: 'none' });
  const transports = [overHttp({ site: server.siteUrl, office: '' }), inProcess(app)];
  const failures: string[] = [];
  const figures = { copies: 0, busy: 0 };
  const deliver =
    ({ body }: Event) =>
    async () => {
      const { status, bytes } = await send(random.pick(transports), signed(body));
      figures.copies += 1;
      if (status === 503) figures.busy += 1;
      else if (status !== 200) failures.push(`the bank got ${status}: ${bytes.toString()}`);
    };
  const forge = (at: number, event: Event) => async () => {
    // A forged report has a seq of its own, so that its effect would be seen.
    const body = event.body.replace(event.seq, `forged-${at}`);
    const way = at % forgeries.length;
    const { status } = await send(random.pick(transports), forgeries[way]!(body));
    if (status !== 403 && status !== 503) failures.push(`forgery ${way} got ${status}`);
  };
  try {
    const events = await newEvents();
    const perDelay = Math.ceil(COPIES / DELAYS.length);
    const forged = Array.from({ length: FORGERIES }, (_, at) => forge(at, random.pick(events)));
    for (const days of DELAYS) {
      for (let day = 0; day < days; day += 1) {
        await server.advance(1);
        await runDay(server.services);
        await drain(server.services);
      }
      // A fifth of the events is reported for the first time only at the second delivery or later.
      const now = events.filter((_, at) => days > 0 || at % 5 > 0);
      const copies = now.flatMap((one) => Array.from({ length: perDelay }, () => deliver(one)));
      const some = forged.splice(0, Math.ceil(FORGERIES / DELAYS.length));
      await run(shuffled([...copies, ...some]));
    }
    failures.push(...(await countEffects(events)));
    const [row] = await server.rows<{ forged: number }>(
      `select count(*)::int as forged from banking.receipt where seq like 'forged-%'`,
    );
    if (row!.forged > 0) failures.push(`${row!.forged} forgeries were booked`);
    const said = `${events.length} events, ${figures.copies} copies, ${figures.busy} of them 503`;
    report({ tries: figures.copies + FORGERIES, failures, says: [said] });
  } finally {
    await app.close();
  }
}, 7_200_000);
