// The messages of MIG 4.0 (電子發票資料交換標準訊息建置指引) that the platform sends, from plain data.
import type { Day } from '#contract/core/day.ts';
import { rocYear } from '#contract/core/day.ts';
import { type Money, subtract } from '#contract/core/money.ts';
import type { InvoiceMessageType } from './center.ts';
import { type XmlElement, element, optional, xmlOf } from './xml.ts';

export type Seller = { number: string; name: string; address: string };

/** Number of a buyer that is no company, as MIG prescribes it. */
export const NO_COMPANY = '0000000000';
/** Type of a mobile barcode as carrier. */
export const MOBILE_CARRIER = '3J0002';

/** 07: an electronic invoice of general tax. */
const INVOICE_TYPE = '07';
/** 1: taxed at the general rate. */
const TAXED = '1';
const RATE = '0.05';
/** Invoices are made at the end of their day. */
const END_OF_DAY = '23:59:59';
/** 2: the seller made the allowance. */
const BY_SELLER = '2';

export type MigInvoice = {
  number: string;
  issuedOn: Day;
  seller: Seller;
  /** A company's number, or null for a person; a name is never passed on. */
  company: string | null;
  /** Null for a company without carrier and for a donation. */
  carrier: { type: string; id: string } | null;
  donationCode: string | null;
  randomCode: string;
  description: string;
  /** Case number, which the buyer recognises. */
  relateNumber: string | null;
  /** NT$ with tax; the tax is stated to companies and is 0 for persons. */
  total: Money;
  tax: Money;
};

const dateOf = (day: Day) => day.replaceAll('-', '');
const namespaceOf = (type: InvoiceMessageType) => `urn:GEINV:eInvoiceMessage:${type}:4.0`;
const sellerOf = ({ number, name, address }: Seller) =>
  element('Seller', [
    element('Identifier', number),
    element('Name', name),
    optional('Address', address),
  ]);
/** The name of a person is replaced by 0000, that of a company by its number. */
const buyerOf = (company: string | null) =>
  element('Buyer', [
    element('Identifier', company ?? NO_COMPANY),
    element('Name', company ?? '0000'),
  ]);

/** Returns F0401, which issues an invoice. Amounts to persons include the tax. */
export function issueXml(invoice: MigInvoice): string {
  const { carrier, company, donationCode, total, tax } = invoice;
  const net = subtract(total, tax);
  const main = element('Main', [
    element('InvoiceNumber', invoice.number),
    element('InvoiceDate', dateOf(invoice.issuedOn)),
    element('InvoiceTime', END_OF_DAY),
    sellerOf(invoice.seller),
    buyerOf(company),
    optional('RelateNumber', invoice.relateNumber),
    element('InvoiceType', INVOICE_TYPE),
    element('DonateMark', donationCode === null ? '0' : '1'),
    optional('CarrierType', carrier?.type ?? null),
    optional('CarrierId1', carrier?.id ?? null),
    optional('CarrierId2', carrier?.id ?? null),
    // A company prints its own copy.
    element('PrintMark', company === null ? 'N' : 'Y'),
    optional('NPOBAN', donationCode),
    element('RandomNumber', invoice.randomCode),
  ]);
  const item = element('ProductItem', [
    element('Description', invoice.description),
    element('Quantity', 1),
    element('UnitPrice', net),
    element('TaxType', TAXED),
    element('Amount', net),
    element('SequenceNumber', '1'),
  ]);
  const amount = element('Amount', [
    element('SalesAmount', net),
    element('FreeTaxSalesAmount', 0),
    element('ZeroTaxSalesAmount', 0),
    element('TaxType', TAXED),
    element('TaxRate', RATE),
    element('TaxAmount', tax),
    element('TotalAmount', total),
  ]);
  const root = element('Invoice', [main, element('Details', [item]), amount]);
  return xmlOf(root, namespaceOf('F0401'));
}

/** Returns F0501, which voids an invoice. */
export function voidXml(of: {
  number: string;
  issuedOn: Day;
  seller: Seller;
  company: string | null;
  voidedOn: Day;
  reason: string;
}): string {
  const root = element('CancelInvoice', [
    element('CancelInvoiceNumber', of.number),
    element('InvoiceDate', dateOf(of.issuedOn)),
    element('BuyerId', of.company ?? NO_COMPANY),
    element('SellerId', of.seller.number),
    element('CancelDate', dateOf(of.voidedOn)),
    element('CancelTime', END_OF_DAY),
    element('CancelReason', of.reason),
  ]);
  return xmlOf(root, namespaceOf('F0501'));
}

/** Returns G0401, an allowance on an invoice; its amounts are without tax. */
export function allowanceXml(of: {
  number: string;
  issuedOn: Day;
  seller: Seller;
  company: string | null;
  invoice: { number: string; issuedOn: Day; description: string };
  total: Money;
  tax: Money;
}): string {
  const net = subtract(of.total, of.tax);
  const item = element('ProductItem', [
    element('OriginalInvoiceDate', dateOf(of.invoice.issuedOn)),
    element('OriginalInvoiceNumber', of.invoice.number),
    element('OriginalSequenceNumber', '1'),
    element('OriginalDescription', of.invoice.description),
    element('Quantity', 1),
    element('UnitPrice', net),
    element('Amount', net),
    element('Tax', of.tax),
    element('AllowanceSequenceNumber', '1'),
    element('TaxType', TAXED),
  ]);
  const root = element('Allowance', [
    element('Main', [
      element('AllowanceNumber', of.number),
      element('AllowanceDate', dateOf(of.issuedOn)),
      sellerOf(of.seller),
      buyerOf(of.company),
      element('AllowanceType', BY_SELLER),
    ]),
    element('Details', [item]),
    element('Amount', [element('TaxAmount', of.tax), element('TotalAmount', net)]),
  ]);
  return xmlOf(root, namespaceOf('G0401'));
}

/** Returns a tax period as the platform writes it: year of the Republic and its last month. */
export const yearMonthOf = (periodTo: Day): string =>
  `${String(rocYear(periodTo)).padStart(3, '0')}${periodTo.slice(5, 7)}`;

const digits = (no: number) => String(no).padStart(8, '0');

/** Returns the number of an invoice: two letters and eight digits. */
export const numberOf = (letters: string, no: number): string => `${letters}${digits(no)}`;

/** Returns E0402, which reports the unused numbers of a track at the end of its period. */
export function unusedXml(of: {
  seller: Seller;
  letters: string;
  periodTo: Day;
  from: number;
  to: number;
}): string {
  const item: XmlElement = element('BranchTrackBlankItem', [
    element('InvoiceBeginNo', digits(of.from)),
    element('InvoiceEndNo', digits(of.to)),
  ]);
  const root = element('BranchTrackBlank', [
    element('Main', [
      element('HeadBan', of.seller.number),
      element('BranchBan', of.seller.number),
      element('InvoiceType', INVOICE_TYPE),
      element('YearMonth', yearMonthOf(of.periodTo)),
      element('InvoiceTrack', of.letters),
    ]),
    element('Details', [item]),
  ]);
  return xmlOf(root, namespaceOf('E0402'));
}
