// Investors' programs: they order by the SDKs, and their webhooks are followed to the last event.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Order } from '../../actors/loan.ts';
import { type Client, Unexpected, until } from '../../actors/client.ts';
import { webhooks } from '#contract/webhooks/calls.ts';
import { Baixi, verifyWebhook } from '../../sdk/typescript/src/baixi.ts';
import type { Received, Receiver } from '../../tests/actors/webhooks.ts';

export type Program = {
  /** The session of the member, by which the story reads the deliveries. */
  session: string;
  /** The token of the API. */
  token: string;
  language: 'TypeScript' | 'Python';
  webhookId: string;
  secret: string;
};

const PYTHON = `
import json, sys
sys.path.insert(0, "sdk/python")
from baixi import Baixi
site, token, case, amount, key = sys.argv[1:]
order = {"id": case, "invest_amount": int(amount), "payment_mode": 1}
print(json.dumps(Baixi(site, token).quick_apply(order, key=key)))
`;
const run = promisify(execFile);
/** An event may wait for a lease, for a rest and for a retry. */
const EVENTS_SECONDS = 120;

/** Places an order by the SDK of the program's language; a repeated call places none. */
export async function orderBy(
  siteUrl: string,
  { token, language }: Program,
  { caseId, amount, key }: { caseId: string; amount: number; key: string },
): Promise<Order> {
  if (language === 'Python') {
    const args = ['-B', '-c', PYTHON, siteUrl, token, caseId, String(amount), key];
    const { stdout } = await run('python3', args);
    return (JSON.parse(stdout) as { data: Order }).data;
  }
  const baixi = new Baixi({ baseUrl: siteUrl, token });
  const input = { id: caseId, invest_amount: amount, payment_mode: 1 };
  const { data } = await baixi.quickApply(input, { idempotencyKey: key });
  // The generated type says number where the contract says Money.
  return data as unknown as Order;
}

type Delivered = { eventId: string; type: string };

/** Waits until every event for a program was accepted, and returns all of them. */
function allDelivered(client: Client, { session, webhookId: id }: Program): Promise<Delivered[]> {
  return until(
    'the events of a program',
    async () => {
      const input = { id, item_per_page: 100 };
      const { data } = await client.ok(webhooks.listDeliveries, input, { token: session });
      return data.every(({ state }) => state === 'delivered') && data;
    },
    EVENTS_SECONDS,
  );
}

/** Whether an event was signed by one of these secrets. */
async function isSigned(got: Received, secrets: readonly string[]): Promise<boolean> {
  const headers = {
    'webhook-id': got.id,
    'webhook-timestamp': String(got.seconds),
    'webhook-signature': got.signatures.join(' '),
  };
  for (const secret of secrets) {
    const event = await verifyWebhook({ secret, headers, body: got.body }).catch(() => null);
    if (event?.id === got.id) return true;
  }
  return false;
}

/**
 * Waits for all events and compares them with what the receiver got. Throws Unexpected if an event
 * is lost, is not signed, or arrived again with another body. Returns figures.
 */
export async function followEvents(
  client: Client,
  programs: readonly Program[],
  { received }: Receiver,
) {
  const events: Delivered[] = [];
  for (const program of programs) events.push(...(await allDelivered(client, program)));
  const byId = Map.groupBy(received, ({ id }) => id);
  const lost = events.filter(({ eventId }) => !byId.has(eventId));
  if (lost.length > 0) throw new Unexpected(`lost: ${JSON.stringify(lost)}`);
  const secrets = programs.map(({ secret }) => secret);
  for (const [id, copies] of byId) {
    if (new Set(copies.map(({ body }) => body)).size !== 1) throw new Unexpected(`${id} changed`);
    for (const copy of copies) {
      if (!(await isSigned(copy, secrets))) throw new Unexpected(`${id} has no valid signature`);
    }
  }
  const types = Map.groupBy(events, ({ type }) => type);
  const counts = [...types].map(([type, of]): [string, number] => [type, of.length]);
  return {
    events: events.length,
    requests: received.length,
    repeated: received.length - byId.size,
    counts: Object.fromEntries(counts),
  };
}
