// Investors who reserve orders, pay and upload under load, and what was acknowledged to them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demo } from '#contract/index.ts';
import { investing } from '#contract/investing/calls.ts';
import { notices } from '#contract/notices/calls.ts';
import type { Upload } from '../../../actors/client.ts';
import { proveIncome } from '../../../actors/member.ts';
import { photo } from '../../../actors/pictures.ts';
import type { Random } from '../../../actors/random.ts';
import type { Market } from './market.ts';
import { type Sites, type Times, newRetries } from './retries.ts';

export type Ack = Times & {
  key: string;
  status: number;
  /** Code of the refusal; null if the order was placed. */
  code: string | null;
  orderId: string | null;
  account: string | null;
};
export type Paid = Times & { seq: string; amount: number };
export type Uploaded = Times & { statementId: string };
export type Acknowledged = { acks: Ack[]; paid: Paid[]; uploaded: Uploaded[] };
export type Load = ReturnType<typeof newLoad>;
/** How fast the load is; without it clients reserve one order after another and do nothing else. */
export type Pace = {
  /** Milliseconds between two orders of a client. */
  pauseMs?: number;
  /** Milliseconds between two uploads of a proof of income. */
  uploadEachMs?: number;
  /** Milliseconds between two visits of an investor, each of which reads four lists. */
  readEachMs?: number;
};
type Retries = ReturnType<typeof newRetries>;
type Calls = ReturnType<Retries['nextClient']>;

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

type Visits = { tokens: string[]; random: Random; pauseMs: number };

/** Investors look at the cases, at their orders and holdings, and at their notices. */
async function visit({ ask }: Retries, visits: Visits, isOver: () => boolean) {
  const { tokens, random, pauseMs } = visits;
  while (!isOver()) {
    const options = { token: random.pick(tokens), key: null };
    await ask(investing.searchCases, {}, options);
    await ask(investing.orders, {}, options);
    await ask(investing.holdings, {}, options);
    await ask(notices.listNotices, {}, options);
    await sleep(pauseMs);
  }
}

/**
 * Returns the load on the servers at these ports; `acknowledged` collects what was acknowledged
 * while clients run.
 */
export function newLoad(servers: readonly Sites[], { tokens, cases }: Market, random: Random) {
  const acknowledged: Acknowledged = { acks: [], paid: [], uploaded: [] };
  const { uploaded } = acknowledged;
  const retries = newRetries(servers);
  const { ask, abandon, nextClient, tries, doubtful, repeated } = retries;
  let over = false;
  const isOver = () => over;

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
    const { status, code, body, sentAt, answeredAt } = answer;
    const placed = status === 200 ? body.data : null;
    const account = placed?.virtualAccount?.account ?? null;
    const orderId = placed?.id ?? null;
    acknowledged.acks.push({ key, status, code, orderId, account, sentAt, answeredAt });
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
  async function client(pauseMs: number) {
    while (!over) {
      const { account, amount } = await reserve();
      if (account && random.int(1, 3) !== 1) await pay(account, amount);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  return {
    acknowledged,
    tries,
    doubtful,
    repeated,
    /** Starts clients; resolves when all have ended after `end`. */
    run(clients: number, { pauseMs = 0, uploadEachMs = 0, readEachMs = 0 }: Pace = {}) {
      const running = Array.from({ length: clients }, () => client(pauseMs));
      const people = { tokens, random };
      const uploads = { ...people, uploaded, pauseMs: uploadEachMs };
      if (uploadEachMs > 0) running.push(uploadProofs(nextClient(), uploads, isOver));
      const visits = { ...people, pauseMs: readEachMs };
      if (readEachMs > 0) running.push(visit(retries, visits, isOver));
      return Promise.allSettled(running);
    },
    /**
     * Makes the clients end once their open requests are answered; with `abandon` they end even
     * without an answer.
     */
    end(options: { abandon?: boolean } = {}) {
      over = true;
      if (options.abandon) abandon();
    },
  };
}
