// Sends the messages about invoices to the value-added centre, outside the transaction of issue.
import { money } from '#contract/core/money.ts';
import { invoiceKindText } from '#contract/invoices/words.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import type { Services } from '../services.ts';
import { type InvoiceMessage, InvoiceRefused } from '../adapters/invoices/center.ts';
import {
  MOBILE_CARRIER,
  allowanceXml,
  issueXml,
  unusedXml,
  voidXml,
} from '../adapters/invoices/mig.ts';
import { TextDamaged } from '../adapters/secrets.ts';
import type { InvoiceConfig } from '../config/invoice-settings.ts';
import { type Tx, waitOutside, withTransaction } from '../database/db.ts';
import { openTask } from '../tasks/front.ts';
import { workOn } from '../work.ts';
import { type DueMessage, lockDueMessages, markFailed, markSent } from './message-queries.ts';

const BATCH = 50;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** Minutes to wait after this many failed tries: 1, 2, 4 … at most an hour. */
const backoffMinutes = (attempts: number) => Math.min(HOUR_MINUTES, 2 ** attempts);

/** Number of the member in the platform's own carrier (會員載具). */
const memberCarrier = (memberId: number) => `BX${`${memberId}`.padStart(10, '0')}`;

/** Returns the member's code of an invoice, decrypted; null if its carrier needs none. */
function codeIn({ secrets }: Pick<Services, 'secrets'>, { memberId, code }: DueMessage) {
  if (code === null || memberId === null) return null;
  return secrets.decrypt('invoices.invoice.code', memberId, code);
}

function carrierIn(
  { carrierType }: InvoiceConfig,
  { carrier, memberId }: DueMessage,
  code: string | null,
) {
  if (carrier === 'mobile' && code !== null) return { type: MOBILE_CARRIER, id: code };
  if (carrier !== 'member' || memberId === null) return null;
  return { type: carrierType, id: memberCarrier(memberId) };
}

/** Returns the message by MIG of a row; the same row always makes the same message. */
export function messageOf(
  services: Pick<Services, 'secrets'>,
  config: InvoiceConfig,
  row: DueMessage,
): InvoiceMessage {
  const { seller } = config;
  const about = { id: `${row.type}:${row.number ?? row.about}`, type: row.type };
  if (row.type === 'E0402') {
    const periodTo = taxPeriodOf(row.periodFrom!).to;
    const range = { letters: row.letters!, from: row.nextNo!, to: row.lastNo! };
    return { ...about, id: `E0402:${row.about}`, xml: unusedXml({ seller, periodTo, ...range }) };
  }
  const code = codeIn(services, row);
  const company = row.carrier === 'company' ? code : null;
  const invoice = { number: row.number!, issuedOn: row.issuedOn! };
  const description = invoiceKindText[row.kind!];
  if (row.type === 'F0501') {
    const voided = { voidedOn: row.voidedOn!, reason: row.voidReason! };
    return { ...about, xml: voidXml({ ...invoice, ...voided, seller, company }) };
  }
  if (row.type === 'G0401') {
    const xml = allowanceXml({
      number: row.about,
      issuedOn: row.allowedOn!,
      seller,
      company,
      invoice: { ...invoice, description },
      total: row.allowed ?? money(0),
      tax: row.allowedTax ?? money(0),
    });
    return { ...about, id: `G0401:${row.about}`, xml };
  }
  const xml = issueXml({
    ...invoice,
    seller,
    company,
    description,
    carrier: carrierIn(config, row, code),
    donationCode: row.carrier === 'donation' ? code : null,
    randomCode: row.randomCode!,
    relateNumber: row.caseNo,
    total: row.total ?? money(0),
    tax: row.tax ?? money(0),
  });
  return { ...about, xml };
}

/**
 * Sends the messages that are due; returns how many were handled. The stand-in answers at once, so
 * its messages share a transaction; those to a real centre have one each, so that a process that is
 * killed repeats at most one, which the centre recognises.
 */
export async function sendInvoices(services: Services): Promise<number> {
  const { config, invoiceCenter, leaving } = services;
  if (!config.invoices || !invoiceCenter) return 0;
  if (config.invoices.center === null) return sendDue(services, config.invoices, BATCH);
  let handled = 0;
  while (handled < BATCH && !leaving.aborted) {
    if ((await sendDue(services, config.invoices, 1)) === 0) break;
    handled += 1;
  }
  return handled;
}

const sendDue = (services: Services, config: InvoiceConfig, limit: number): Promise<number> =>
  withTransaction(services.pool, async (tx) => {
    const rows = await lockDueMessages(tx, services.clock.realNow(), limit);
    if (rows.length > 0) await waitOutside(tx);
    const sent: number[] = [];
    for (const row of rows) {
      try {
        await services.invoiceCenter!.send(messageOf(services, config, row));
        sent.push(row.id);
      } catch (error) {
        await recordFailure(tx, services, row, error);
      }
    }
    if (sent.length > 0) await markSent(tx, sent, services.clock.now());
    return rows.length;
  });

/** What a failure means; null if it may pass and concerns all messages. */
function meaningOf(error: unknown) {
  if (error instanceof InvoiceRefused) {
    return { again: error.again, failure: error.message, what: '遭加值中心退回' };
  }
  // One member's code must not keep back the messages about all others.
  if (error instanceof TextDamaged) {
    return { again: false, failure: '載具、愛心碼或統一編號無法讀取', what: '無法傳送' };
  }
  return null;
}

/** Plans the next try, or opens a task if the message will never be sent as it is. */
async function recordFailure(tx: Tx, services: Services, row: DueMessage, error: unknown) {
  const { id, type, about, attempts } = row;
  const meaning = meaningOf(error);
  if (!meaning) throw error;
  const { again, failure, what } = meaning;
  const next = new Date(services.clock.realNow().getTime() + backoffMinutes(attempts) * MINUTE_MS);
  await markFailed(tx, id, { again, failure, next });
  const log = { err: error, invoiceMessage: id, attempts: attempts + 1 };
  services.log.warn(log, 'an invoice was not accepted');
  if (again) return;
  await openTask(workOn(services, tx), {
    kind: 'attention',
    subject: { type: 'invoice_message', id, label: `電子發票訊息 ${type} ${about} ${what}` },
    detail: { why: '請到電子發票的傳送頁查看原因，修正後重送', returned: failure },
  });
}
