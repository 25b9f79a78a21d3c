// Chooses the senders of push and LINE messages, of electronic invoices, and of webhook events.
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Pool } from './database/db.ts';
import { createInvoiceStandIn } from './demonstration/invoice-center.ts';
import type { InvoiceCenter } from './adapters/invoices/center.ts';
import { createHttpCenter } from './adapters/invoices/http-center.ts';
import { type LineSender, createLine } from './adapters/line/line.ts';
import { type WebhookSender, createWebhookSender } from './adapters/webhooks/sender.ts';
import { type PushSender, createPush, createPushStandIn } from './adapters/push/push.ts';

/** Channels that members may switch on, and the centre for invoices; null if not configured. */
export type Channels = {
  push: PushSender | null;
  line: LineSender | null;
  invoiceCenter: InvoiceCenter | null;
  webhooks: WebhookSender;
};

/**
 * Opens the channels. In a demonstration nothing is sent except events to webhooks, and invoices go
 * to the stand-in.
 */
export function openChannels(
  { push, line, invoices, webhookLoopback, demonstration }: Config,
  clock: Clock,
  pool: Pool,
): Channels {
  const center = invoices?.center ?? null;
  return {
    push: push && (demonstration ? createPushStandIn(push) : createPush(push, clock.realNow)),
    line: line && createLine(line.sender),
    webhooks: createWebhookSender({ loopback: webhookLoopback }),
    invoiceCenter: center
      ? createHttpCenter(center)
      : demonstration
        ? createInvoiceStandIn(pool, clock)
        : null,
  };
}
