// Settings of electronic invoices. Without a seller none are issued.
import { z } from 'zod';
import type { Brand } from '#contract/brand.ts';
import { isUbn } from '#contract/taiwan/personal-number.ts';
import type { CenterSettings } from '../adapters/invoices/http-center.ts';
import { invoiceLayoutNames } from '../adapters/invoices/layouts.ts';
import type { Seller } from '../adapters/invoices/mig.ts';
import { StartFailure } from '../start-failure.ts';
import { isLoopback } from './certificates.ts';

const word = z.string().trim().min(1);

/** An invented company number that satisfies the check rule, for demonstrations. */
const DEMONSTRATION_SELLER = '99688006';

export const invoiceSettings = {
  INVOICE_SELLER: z.string().refine(isUbn, 'must be a 統一編號 of eight digits').optional(),
  INVOICE_ADDRESS: z.string().trim().max(100).default(''),
  INVOICE_CARRIER: z
    .string()
    .regex(/^[A-Z0-9]{6}$/, 'must be the type of your carrier, six letters or digits')
    .default('EJ0000'),
  INVOICE_LAYOUT: z.enum(invoiceLayoutNames as ['xml', 'json']).default('xml'),
  INVOICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  INVOICE_TOKEN: word.optional(),
};

type Environment = z.output<z.ZodObject<typeof invoiceSettings>>;

export type InvoiceConfig = {
  seller: Seller;
  /** Type of the platform's own carrier (會員載具), registered with the Ministry of Finance. */
  carrierType: string;
  /** The value-added centre; null if none is set, and in a demonstration, which has a stand-in. */
  center: CenterSettings | null;
};

/** Returns the settings of invoices; null if the seller is not set and this is no demonstration. */
export function invoicesOf(
  env: Environment,
  brand: Brand,
  demonstration: boolean,
): InvoiceConfig | null {
  const { INVOICE_URL, INVOICE_TOKEN: token, INVOICE_LAYOUT: layout } = env;
  const number = env.INVOICE_SELLER ?? (demonstration ? DEMONSTRATION_SELLER : null);
  if (!INVOICE_URL !== !token) {
    throw new StartFailure('INVOICE_URL and INVOICE_TOKEN need each other.');
  }
  if (number === null) {
    if (INVOICE_URL) throw new StartFailure('INVOICE_URL needs INVOICE_SELLER.');
    return null;
  }
  const seller = { number, name: brand.entity, address: env.INVOICE_ADDRESS };
  const settings = { seller, carrierType: env.INVOICE_CARRIER };
  if (!INVOICE_URL || !token) return { ...settings, center: null };
  const url = new URL(INVOICE_URL);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw new StartFailure('INVOICE_URL must be https://…, except for a centre on this machine.');
  }
  return { ...settings, center: { layout, url: url.href.replace(/\/+$/, ''), token } };
}
