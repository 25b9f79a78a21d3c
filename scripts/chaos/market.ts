// Investors who reserve orders, pay and upload under load, and the comparison of everything that
// was acknowledged to them with a database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { demo } from '#contract/index.ts';
import { investing } from '#contract/investing/calls.ts';
import { type Answer, type CallOptions, type Upload, createClient } from '../../actors/client.ts';
import { proveIncome } from '../../actors/member.ts';
import { photo } from '../../actors/pictures.ts';
import type { Random } from '../../actors/random.ts';
import { overHttp } from '../../actors/transport.ts';
import { startApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import type { TestServer } from '../../tests/server.ts';

/** Times in ms of the real clock: the first try was sent, and the definite answer arrived. */
type Times = { sentAt: number; answeredAt: number };
export type Ack = Times & {
  key: string;
  status: number;
  orderId: string | null;
  account: string | null;
};
export type Paid = Times & { seq: string; amount: number };
export type Uploaded = Times & { statementId: string };
export type Acknowledged = { acks: Ack[]; paid: Paid[]; uploaded: Uploaded[] };

export type Market = { tokens: string[]; cases: number[] };
type Size = { investors: number; cases: number; amountMin: number; amountMax: number };

const ANSWER_MAX_MS = 20_000;
const RETRY_MS = 60;

/** Creates investors with sessions and oversized cases, before anything is broken. */
export async function furnish(
  databaseUrl: string,
  folder: string,
  random: Random,
  { investors, cases, amountMin, amountMax }: Size,
): Promise<Market> {
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  const rows = async <Row>(sql: string, parameters?: unknown[]) =>
    (await app.services.pool.query(sql, parameters)).rows as Row[];
  const stage = { services: app.services, rows } as unknown as TestServer;
  const people = await newInvestors(stage, investors);
  const made: number[] = [];
  for (let k = 0; k < cases; k += 1) {
    made.push(await newCase(stage, { amount: random.int(amountMin, amountMax) * 10_000 }));
  }
  await app.close();
  return { tokens: people.map(({ token }) => token), cases: made };
}

type Sites = { site: number; office: number };
type Calls = ReturnType<typeof createClient>;

/**
 * Returns a function that repeats a request until it gets a definite answer, which is any status
 * below 500. It throws once the request is given up.
 */
function newRetries(calls: Calls, isAbandoned: () => boolean) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options: CallOptions,
  ): Promise<Answer<E> & Times> => {
    const sentAt = Date.now();
    for (;;) {
      try {
        const answer = await calls.ask(endpoint, input, options);
        if (answer.status < 500) return { ...answer, sentAt, answeredAt: Date.now() };
      } catch {
        // The connection broke; retrying with the same key shows whether the request was carried
        // out.
      }
      if (isAbandoned()) throw new Error('the request was given up');
      await sleep(RETRY_MS);
    }
  };
}

type Uploads = { tokens: string[]; random: Random; uploaded: Uploaded[]; pauseMs: number };

/** Uploads a proof of income now and then; an upload that fails is not tried again. */
async function uploadProofs(calls: Calls, uploads: Uploads, isOver: () => boolean) {
  const { tokens, random, uploaded, pauseMs } = uploads;
  const picture: Upload = await photo(random, 'image');
  while (!isOver()) {
    const sentAt = Date.now();
    try {
      const income = await proveIncome(calls, { token: random.pick(tokens) }, 50_000, picture);
      uploaded.push({ statementId: income.id, sentAt, answeredAt: Date.now() });
    } catch {
      // The server is down, or enough proofs of this investor already wait for review.
    }
    await sleep(pauseMs);
  }
}

/**
 * Returns the load on the sites at these ports; `acknowledged` collects what was acknowledged while
 * clients run.
 */
export function newLoad(ports: Sites, { tokens, cases }: Market, random: Random) {
  const acknowledged: Acknowledged = { acks: [], paid: [], uploaded: [] };
  const { uploaded } = acknowledged;
  const [site, office] = [`http://127.0.0.1:${ports.site}`, `http://127.0.0.1:${ports.office}`];
  const calls = createClient(overHttp({ site, office }, ANSWER_MAX_MS));
  let over = false;
  let abandoned = false;
  const isOver = () => over;
  const ask = newRetries(calls, () => abandoned);

  async function reserve() {
    const key = randomUUID();
    const token = random.pick(tokens);
    const amount = random.int(1, 9) * 1000;
    const order = {
      id: String(random.pick(cases)),
      invest_amount: amount,
      payment_mode: 1 as const,
    };
    const answer = await ask(investing.quickApply, order, { token, key });
    const { status, body, sentAt, answeredAt } = answer;
    const placed = status === 200 ? body.data : null;
    const account = placed?.virtualAccount?.account ?? null;
    const orderId = placed?.id ?? null;
    acknowledged.acks.push({ key, status, orderId, account, sentAt, answeredAt });
    return { account, amount };
  }

  async function pay(account: string, amount: number) {
    const seq = randomUUID().slice(0, 30);
    const sum = random.pick([amount, 500, amount + 700]);
    const transfer = { virtualAccount: account, amount: sum, seq, at: new Date().toISOString() };
    const answer = await ask(demo.demonstration.bankTransfer, transfer, { key: null });
    const { sentAt, answeredAt } = answer;
    if (answer.status === 200) acknowledged.paid.push({ seq, amount: sum, sentAt, answeredAt });
  }

  /** Investors reserve orders one after another, and pay most of them with the same seq. */
  async function client() {
    while (!over) {
      const { account, amount } = await reserve();
      if (account && random.int(1, 3) !== 1) await pay(account, amount);
    }
  }

  return {
    acknowledged,
    /** Starts clients; resolves when all have ended after `end`. */
    run: (clients: number, uploadEachMs: number | null = null) =>
      Promise.allSettled([
        ...Array.from({ length: clients }, client),
        ...(uploadEachMs === null
          ? []
          : [uploadProofs(calls, { tokens, random, uploaded, pauseMs: uploadEachMs }, isOver)]),
      ]),
    /**
     * Makes the clients end once their open requests are answered; with `abandon` they end even
     * without an answer.
     */
    end({ abandon = false } = {}) {
      over = true;
      abandoned = abandon;
    },
  };
}
