// Member calls of electronic invoices, and what other parts of the program use of this feature.
import { csvText } from '#contract/core/csv.ts';
import { subtract } from '#contract/core/money.ts';
import type { invoices, ServerInvoice } from '#contract/invoices/calls.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
} from '#contract/invoices/words.ts';
import { Refusal } from '#contract/refusals.ts';
import { vatOf } from '#contract/taiwan/tax.ts';
import type { Actions, Member } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import { recordMove } from '../tasks/front.ts';
import {
  type InvoiceRow,
  allowancesOf,
  countInvoices,
  forgetPreference,
  invoiceOf,
  keepPreference,
  listInvoices,
  preferenceOf,
} from './queries.ts';
import { maskedCode } from './rules.ts';

/** The most rows of a yearly file; an investor gets twelve invoices a year. */
const FILE_MAX = 10_000;

const view = ({ id: _id, memberId: _member, loanId: _loan, ...row }: InvoiceRow): ServerInvoice => {
  const { message: _message, tax: _tax, ...shown } = row;
  return shown;
};

const ofYear = (memberId: number, year: string | undefined) => ({
  member: memberId,
  ...(year !== undefined && { from: `${year}-01-01`, to: `${year}-12-31` }),
});

/** Returns a decrypted code, masked for an operator who impersonates the member. */
const shownCode = (
  { secrets }: Services,
  member: Member,
  column: 'invoices.preference.code' | 'invoices.invoice.code',
  code: string | null,
): string | null => {
  if (code === null) return null;
  const plain = secrets.decrypt(column, member.id, code);
  return member.impersonation ? maskedCode(plain) : plain;
};

/** Forgets the carrier of a person whose account was closed long ago. */
export async function forgetInvoicePreference({ tx }: Work, memberId: number): Promise<void> {
  await forgetPreference(tx, memberId);
}

export const invoicesActions: Actions<{ invoices: typeof invoices }>['invoices'] = {
  async listInvoices({ tx, member }, { year, item_per_page: limit, offset }) {
    const of = ofYear(member.id, year);
    const rows = await listInvoices(tx, of, { limit, offset });
    return { data: rows.map(view), total: (await countInvoices(tx, of)).total };
  },

  async getInvoice({ tx, member, services }, { number }) {
    const row = await invoiceOf(tx, member.id, number);
    const { invoices: config } = services.config;
    if (!row || !config) throw new Refusal('NOT_FOUND');
    const { issuedAt, randomCode, voidedOn, voidReason, ...invoice } = row;
    // A person's invoice states no tax; what it contains is information only.
    const tax = invoice.carrier === 'company' ? invoice.tax : vatOf(invoice.total);
    return {
      data: {
        ...view(invoice),
        issuedAt,
        randomCode,
        voidedOn,
        voidReason,
        tax,
        code: shownCode(services, member, 'invoices.invoice.code', row.code),
        sales: subtract(invoice.total, tax),
        seller: config.seller,
        allowances: await allowancesOf(tx, row.id),
      },
    };
  },

  async invoicesFile({ tx, member }, { year }) {
    const rows = await listInvoices(tx, ofYear(member.id, year), { limit: FILE_MAX, offset: 0 });
    const heads = ['發票號碼', '發票日期', '項目', '案號', '載具', '含稅金額', '折讓', '狀態'];
    const lines = rows.map((row) => [
      invoiceNumberText(row.number),
      row.issuedOn,
      invoiceKindText[row.kind],
      row.caseNo,
      carrierText[row.carrier],
      row.total,
      row.allowed,
      invoiceStates[row.state].text,
    ]);
    return {
      contentType: 'text/csv; charset=utf-8',
      filename: `電子發票-${year}.csv`,
      bytes: Buffer.from(csvText([heads, ...lines])),
    };
  },

  async invoicePreference({ tx, member, services }) {
    const row = await preferenceOf(tx, member.id);
    const code = shownCode(services, member, 'invoices.preference.code', row?.code ?? null);
    return { data: { kind: row?.kind ?? 'member', code } };
  },

  async setInvoicePreference(context, { preference }) {
    const { tx, member, services, now } = context;
    const { kind } = preference;
    const code = preference.kind === 'member' ? null : preference.code;
    const sealed =
      code === null ? null : services.secrets.encrypt('invoices.preference.code', member.id, code);
    const before = await preferenceOf(tx, member.id);
    await keepPreference(tx, { memberId: member.id, kind, code: sealed, now });
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'invoice.preference',
      from: before?.kind ?? 'member',
      to: kind,
    });
    return { data: { kind } };
  },
};
