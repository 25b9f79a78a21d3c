// Chooses the senders of push messages, of LINE messages and of electronic invoices.
import type { Clock } from '../action.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../database/db.ts';
import { createInvoiceStandIn } from '../demonstration/invoice-center.ts';
import type { InvoiceCenter } from './invoices/center.ts';
import { createHttpCenter } from './invoices/http-center.ts';
import { type LineSender, createLine } from './line/line.ts';
import { type PushSender, createPush, createPushStandIn } from './push/push.ts';

/** Channels that members may switch on, and the centre for invoices; null if not configured. */
export type Channels = {
  push: PushSender | null;
  line: LineSender | null;
  invoiceCenter: InvoiceCenter | null;
};

/** Opens the channels; in a demonstration nothing is sent, and invoices go to the stand-in. */
export function openChannels(
  { push, line, invoices, demonstration }: Config,
  clock: Clock,
  pool: Pool,
): Channels {
  const center = invoices?.center ?? null;
  return {
    push: push && (demonstration ? createPushStandIn(push) : createPush(push, clock.realNow)),
    line: line && createLine(line.sender),
    invoiceCenter: center
      ? createHttpCenter(center)
      : demonstration
        ? createInvoiceStandIn(pool, clock)
        : null,
  };
}
