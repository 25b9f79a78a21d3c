// The stand-in for a value-added centre: it refuses what the platform of the Ministry of Finance
// would refuse, and keeps what it accepted in the schema of the sandbox.
import { type Day, day, dayOf } from '#contract/core/day.ts';
import type { Clock } from '../clock.ts';
import {
  type InvoiceCenter,
  type InvoiceMessage,
  InvoiceRefused,
} from '../adapters/invoices/center.ts';
import { type KnownInvoice, faultIn } from '../adapters/invoices/platform-rules.ts';
import { childrenOf, readXml, textAt } from '../adapters/invoices/xml.ts';
import { type Pool, type Tx, db } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type Accepted = { type: InvoiceMessage['type']; xml: string };

const keptAbout = (tx: Tx, number: string) =>
  tx.many<Accepted>(sql`select type, xml from sandbox.invoice_message where number = ${number}`);

const keptById = (tx: Tx, id: string) =>
  tx.maybe<{ xml: string }>(sql`select xml from sandbox.invoice_message where id = ${id}`);

const keep = (tx: Tx, { id, type, xml }: InvoiceMessage, number: string) =>
  tx.run(sql`
    insert into sandbox.invoice_message (id, type, number, xml)
    values (${id}, ${type}, ${number}, ${xml}) on conflict do nothing
  `);

const usedBetween = (tx: Tx, from: string, to: string) =>
  tx.one<{ used: number }>(sql`
    select count(*)::integer as used from sandbox.invoice_message
    where type = 'F0401' and number between ${from} and ${to}
  `);

/** Returns the number of the invoice that a message is about; empty if it names none. */
function numberIn({ xml }: InvoiceMessage): string {
  const root = readXml(xml)?.root;
  if (!root) return '';
  const [item] = childrenOf(childrenOf(root, 'Details')[0], 'ProductItem');
  return (
    textAt(root, 'Main', 'InvoiceNumber') ||
    textAt(root, 'CancelInvoiceNumber') ||
    (item ? textAt(item, 'OriginalInvoiceNumber') : '')
  );
}

const dashed = (text: string): Day => day(text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

/** Reads what is known about an invoice from the messages about it. */
function knownFrom(kept: readonly Accepted[]): KnownInvoice | null {
  const issued = kept.find(({ type }) => type === 'F0401');
  const root = issued && readXml(issued.xml)?.root;
  if (!root) return null;
  const allowed = kept
    .filter(({ type }) => type === 'G0401')
    .reduce((sum, { xml }) => {
      const amount = childrenOf(readXml(xml)?.root, 'Amount')[0];
      const dollars = (name: string) => Number(amount ? textAt(amount, name) : 0);
      return sum + dollars('TotalAmount') + dollars('TaxAmount');
    }, 0);
  return {
    issuedOn: dashed(textAt(root, 'Main', 'InvoiceDate')),
    total: Number(textAt(root, 'Amount', 'TotalAmount')),
    isVoided: kept.some(({ type }) => type === 'F0501'),
    allowed,
  };
}

/** Returns a centre that answers at once; the same message again is accepted without effect. */
export function createInvoiceStandIn(pool: Pool, clock: Pick<Clock, 'now'>): InvoiceCenter {
  const digits = (no: number) => String(no).padStart(8, '0');
  return {
    async send(message) {
      const tx = db(pool);
      const before = await keptById(tx, message.id);
      if (before?.xml === message.xml) return;
      const fault = before
        ? 'E_DUPLICATE'
        : await faultIn(message, {
            today: dayOf(clock.now()),
            invoice: async (number) => knownFrom(await keptAbout(tx, number)),
            isUsed: async (letters, from, to) => {
              const [first, last] = [`${letters}${digits(from)}`, `${letters}${digits(to)}`];
              return (await usedBetween(tx, first, last)).used > 0;
            },
          });
      if (fault) throw new InvoiceRefused(`the centre answered ${fault}: refused`, false);
      await keep(tx, message, numberIn(message));
    },
  };
}
