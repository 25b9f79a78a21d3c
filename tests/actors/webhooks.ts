// A little server that receives webhooks and verifies their signatures, and members who have one.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhooks } from '#contract/webhooks/calls.ts';
import type { EventType, WebhookEvent } from '#contract/webhooks/events.ts';
import { type Person, newPhone, newVerifiedMember, stepUp } from './people.ts';
import type { TestServer } from '../server.ts';

export type Received = {
  id: string;
  seconds: number;
  signatures: string[];
  body: string;
  event: WebhookEvent;
};
type Answer = (request: IncomingMessage, answer: ServerResponse) => void;

export type Receiver = {
  url: string;
  received: Received[];
  /** How the next requests are answered; at the beginning with 204. */
  answers(by: Answer): void;
  close(): Promise<void>;
};

const head = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

/** Opens a receiver on a free port of this machine. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let by: Answer = (_request, answer) => answer.writeHead(204).end();
  const server = createServer((request, answer) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      received.push({
        id: head(request, 'webhook-id'),
        seconds: Number(head(request, 'webhook-timestamp')),
        signatures: head(request, 'webhook-signature').split(' '),
        body,
        event: JSON.parse(body) as WebhookEvent,
      });
      by(request, answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers: (other) => (by = other),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a status and a text. */
export const withStatus =
  (status: number, text = ''): Answer =>
  (_request, answer) =>
    answer.writeHead(status).end(text);

/** Calculates the signature as a receiver does, apart from the program's own code. */
export const expectedSignature = (secret: string, { id, seconds, body }: Received): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`;

export type Hooked = Person & { phone: string };

export async function newDeveloper(server: TestServer): Promise<Hooked> {
  const phone = newPhone();
  return { ...(await newVerifiedMember(server, { phone })), phone };
}

/** Registers an endpoint with a fresh step-up; returns its id and secret. */
export async function register(
  server: TestServer,
  member: Hooked,
  url: string,
  types: readonly EventType[] = ['order.placed', 'order.paid', 'order.cancelled'],
) {
  await stepUp(server, member, member.phone, 'webhook');
  return (await server.ok(webhooks.addWebhook, { url, types: [...types] }, member)).data;
}
