// What the platform of the Ministry of Finance would refuse, for the stand-in and for tests.
import { isUbn } from '#contract/taiwan/personal-number.ts';
import { type Day, addDays, day, isDay } from '#contract/core/day.ts';
import { taxPeriodOf, vatOf } from '#contract/taiwan/tax.ts';
import { add, money } from '#contract/core/money.ts';
import type { InvoiceMessage } from './center.ts';
import { MOBILE_CARRIER, NO_COMPANY } from './mig.ts';
import { type XmlElement, childrenOf, readXml, textAt } from './xml.ts';

export type KnownInvoice = {
  issuedOn: Day;
  total: number;
  isVoided: boolean;
  /** NT$ with tax that allowances have given back. */
  allowed: number;
};

/** What the platform knows from earlier messages. */
export type Known = {
  today: Day;
  invoice(number: string): Promise<KnownInvoice | null>;
  /** Whether any number of a track between two numbers was issued. */
  isUsed(letters: string, from: number, to: number): Promise<boolean>;
};

const NUMBER = /^[A-Z]{2}\d{8}$/;
/** `/` and seven characters (手機條碼). */
export const MOBILE_BARCODE = /^\/[0-9A-Z.+-]{7}$/;
/** Three to seven digits (捐贈碼). */
export const DONATION_CODE = /^\d{3,7}$/;

/** Reads YYYYMMDD; null if it is no day. */
const dayIn = (text: string): Day | null => {
  const dashed = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isDay(dashed) ? day(dashed) : null;
};

const isBuyer = (number: string) => number === NO_COMPANY || isUbn(number);
const amountIn = (from: XmlElement, ...path: readonly string[]): number => {
  const text = textAt(from, ...path);
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
};

/** Returns why the platform refuses a message, as a code; null if it accepts it. */
export async function faultIn(message: InvoiceMessage, known: Known): Promise<string | null> {
  const document = readXml(message.xml);
  if (!document) return 'E_XML';
  if (document.namespace !== `urn:GEINV:eInvoiceMessage:${message.type}:4.0`) return 'E_VERSION';
  const { root } = document;
  if (message.type === 'F0401') return faultInIssue(root, known);
  if (message.type === 'F0501') return faultInVoid(root, known);
  if (message.type === 'G0401') return faultInAllowance(root, known);
  return faultInUnused(root, known);
}

async function faultInIssue(root: XmlElement, known: Known): Promise<string | null> {
  const [main] = childrenOf(root, 'Main');
  if (!main || root.name !== 'Invoice') return 'E_FIELD';
  const number = textAt(main, 'InvoiceNumber');
  if (!NUMBER.test(number)) return 'E_NUMBER';
  if (await known.invoice(number)) return 'E_DUPLICATE';
  const on = dayIn(textAt(main, 'InvoiceDate'));
  if (on === null || on > known.today) return 'E_DATE';
  if (!isUbn(textAt(main, 'Seller', 'Identifier'))) return 'E_SELLER';
  const buyer = textAt(main, 'Buyer', 'Identifier');
  if (!isBuyer(buyer)) return 'E_BUYER';
  if (!/^\d{4}$/.test(textAt(main, 'RandomNumber'))) return 'E_RANDOM';
  return faultInCarrier(main, buyer) ?? faultInSums(root, buyer);
}

/** A person's invoice needs a carrier, a donation code or paper; a company's is always printed. */
function faultInCarrier(main: XmlElement, buyer: string): string | null {
  const [type, id] = [textAt(main, 'CarrierType'), textAt(main, 'CarrierId1')];
  const [donated, code] = [textAt(main, 'DonateMark'), textAt(main, 'NPOBAN')];
  const isPrinted = textAt(main, 'PrintMark') === 'Y';
  if ((donated === '1') !== (code !== '') || (code !== '' && !DONATION_CODE.test(code))) {
    return 'E_DONATION';
  }
  if (type === MOBILE_CARRIER && !MOBILE_BARCODE.test(id)) return 'E_CARRIER';
  if ((type === '') !== (id === '')) return 'E_CARRIER';
  if (buyer !== NO_COMPANY) return isPrinted && code === '' ? null : 'E_PRINT';
  if (isPrinted) return type === '' && code === '' ? null : 'E_PRINT';
  return type === '' && code === '' ? 'E_CARRIER' : null;
}

/** The items make up the sales, and sales and tax the total; only a company is told the tax. */
function faultInSums(root: XmlElement, buyer: string): string | null {
  const sales = amountIn(root, 'Amount', 'SalesAmount');
  const tax = amountIn(root, 'Amount', 'TaxAmount');
  const total = amountIn(root, 'Amount', 'TotalAmount');
  const items = childrenOf(childrenOf(root, 'Details')[0], 'ProductItem');
  const sum = items.reduce((so, item) => so + amountIn(item, 'Amount'), 0);
  if (items.length === 0 || sum !== sales || sales + tax !== total || total <= 0) return 'E_SUM';
  if (buyer === NO_COMPANY) return tax === 0 ? null : 'E_TAX';
  return Math.abs(tax - vatOf(money(total))) <= 1 ? null : 'E_TAX';
}

async function faultInVoid(root: XmlElement, known: Known): Promise<string | null> {
  const invoice = await known.invoice(textAt(root, 'CancelInvoiceNumber'));
  if (!invoice) return 'E_UNKNOWN';
  if (invoice.isVoided || invoice.allowed > 0) return 'E_VOIDED';
  if (dayIn(textAt(root, 'InvoiceDate')) !== invoice.issuedOn) return 'E_DATE';
  const on = dayIn(textAt(root, 'CancelDate'));
  if (on === null || on > known.today || on < invoice.issuedOn) return 'E_DATE';
  if (on > taxPeriodOf(invoice.issuedOn).to) return 'E_PERIOD';
  return textAt(root, 'CancelReason') === '' ? 'E_FIELD' : null;
}

async function faultInAllowance(root: XmlElement, known: Known): Promise<string | null> {
  const [main] = childrenOf(root, 'Main');
  const [item] = childrenOf(childrenOf(root, 'Details')[0], 'ProductItem');
  if (!main || !item || !/^[\w-]{1,16}$/.test(textAt(main, 'AllowanceNumber'))) return 'E_FIELD';
  const invoice = await known.invoice(textAt(item, 'OriginalInvoiceNumber'));
  if (!invoice) return 'E_UNKNOWN';
  if (invoice.isVoided) return 'E_VOIDED';
  const on = dayIn(textAt(main, 'AllowanceDate'));
  if (on === null || on > known.today || on < invoice.issuedOn) return 'E_DATE';
  const [net, tax] = [amountIn(item, 'Amount'), amountIn(item, 'Tax')];
  const isSum =
    amountIn(root, 'Amount', 'TotalAmount') === net &&
    amountIn(root, 'Amount', 'TaxAmount') === tax;
  if (!isSum) return 'E_SUM';
  const all = add(money(invoice.allowed), money(net), money(tax));
  return all > invoice.allowed && all <= invoice.total ? null : 'E_SUM';
}

async function faultInUnused(root: XmlElement, known: Known): Promise<string | null> {
  const letters = textAt(root, 'Main', 'InvoiceTrack');
  const yearMonth = textAt(root, 'Main', 'YearMonth');
  if (!/^[A-Z]{2}$/.test(letters) || !/^\d{3}(02|04|06|08|10|12)$/.test(yearMonth)) {
    return 'E_FIELD';
  }
  const [item] = childrenOf(childrenOf(root, 'Details')[0], 'BranchTrackBlankItem');
  const texts = item && [textAt(item, 'InvoiceBeginNo'), textAt(item, 'InvoiceEndNo')];
  if (!texts?.every((text) => /^\d{8}$/.test(text))) return 'E_NUMBER';
  const [from = 0, to = 0] = texts.map(Number);
  if (from > to) return 'E_NUMBER';
  const month = `${Number(yearMonth.slice(0, 3)) + 1911}-${yearMonth.slice(3)}-01`;
  const isOver = taxPeriodOf(day(month)).to <= addDays(known.today, -1);
  if (!isOver) return 'E_PERIOD';
  return (await known.isUsed(letters, from, to)) ? 'E_USED' : null;
}
