// Tests of the calls about electronic invoices: success, each refusal, intruders and repetition.
import {
  invoiceList,
  invoiceMessageList,
  invoicePeriodList,
  trackList as listTracks,
} from '#contract/invoices/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { invoices } from '#contract/invoices/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import {
  identityImpersonation,
  identityImpersonationOffice,
} from '#contract/identity/impersonation.ts';
import { disburse, liveThrough, newTeam, signedLoan, type Team } from '../../tests/actors/loans.ts';
import {
  type Person,
  newMember,
  newOperator,
  newVerifiedMember,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer({ startsOn: '2026-11-23' });
let team: Team;
let finance: Person;
let auditor: Person;
let reviewer: Person;
beforeAll(async () => {
  team = await newTeam(server);
  finance = await newOperator(server, ['finance']);
  auditor = await newOperator(server, ['auditor']);
  reviewer = await newOperator(server, ['reviewer']);
});

const numbers = { period: day('2026-11-24'), letters: 'AB', first: '00000000', last: '00000099' };
const { addTrack, retryInvoiceMessage } = invoicesOffice;
const trackCount = async () =>
  (await server.rows<{ count: number }>('select count(*)::integer from invoices.track'))[0]?.count;

describe('numbers', () => {
  test('are entered by finance, once, and seen by auditors', async () => {
    const key = { key: 'track-1' };
    const { data } = await server.ok(addTrack, numbers, { ...finance, ...key });
    expect(data).toMatchObject({
      periodFrom: '2026-11-01',
      periodTo: '2026-12-31',
      letters: 'AB',
      used: 0,
      left: 100,
      first: '00000000',
      last: '00000099',
      closedAt: null,
    });
    expect((await server.ok(addTrack, numbers, { ...finance, ...key })).data.id).toBe(data.id);
    expect((await server.ok(listTracks, {}, auditor)).data).toHaveLength(1);
  });

  test.each([
    ['TRACK_OVERLAPS', { first: '00000099', last: '00000120' }],
    ['TRACK_OVERLAPS', { period: day('2027-01-05') }],
    ['TRACK_INVALID', { letters: 'ZZ', first: '00000002', last: '00000001' }],
    ['TRACK_INVALID', { letters: 'ZZ', period: day('2026-10-31') }],
    ['TRACK_INVALID', { letters: 'ZZ', period: day('2028-01-01') }],
    ['INVALID_INPUT', { letters: 'a1' }],
    ['INVALID_INPUT', { first: '12' }],
  ])('are refused with %s: %j', async (code, change) => {
    expect(await server.refused(addTrack, { ...numbers, ...change }, finance)).toBe(code);
    expect(await trackCount()).toBe(1);
  });

  test('are refused to others, and if the company is not set', async () => {
    expect(await server.refused(addTrack, numbers, auditor)).toBe('ROLE_REQUIRED');
    expect(await server.refused(listTracks, {}, reviewer)).toBe('ROLE_REQUIRED');
    const { config } = server.services;
    const before = config.invoices;
    Object.assign(config, { invoices: null });
    try {
      expect(await server.refused(addTrack, { ...numbers, letters: 'CD' }, finance)).toBe(
        'INVOICES_OFF',
      );
    } finally {
      Object.assign(config, { invoices: before });
    }
  });
});

describe('a member', () => {
  const codes = [
    { kind: 'mobile', code: '/ABC+123' },
    { kind: 'donation', code: '919' },
    { kind: 'company', code: '04595257' },
    { kind: 'member' },
  ] as const;

  test('chooses how invoices are delivered; the database has the code encrypted', async () => {
    const member = await newMember(server);
    const ask = async () => (await server.ok(invoices.invoicePreference, {}, member)).data;
    expect(await ask()).toEqual({ kind: 'member', code: null });
    for (const preference of codes) {
      const chosen = { kind: preference.kind, code: 'code' in preference ? preference.code : null };
      for (let times = 0; times < 2; times += 1) {
        const { data } = await server.ok(invoices.setInvoicePreference, { preference }, member);
        expect(data).toEqual({ kind: chosen.kind });
      }
      expect(await ask()).toEqual(chosen);
      const [row] = await server.rows<{ code: string | null }>(
        'select code from invoices.preference where member_id = $1',
        [member.id],
      );
      expect(row?.code ?? '').not.toContain(chosen.code ?? '-');
    }
    const kept = await server.rows<{ response: string }>(
      `select response from app.idempotency where actor = $1`,
      [`member:${member.id}`],
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain('ABC+123');
  });

  test.each([
    { kind: 'mobile', code: 'ABC+1234' },
    { kind: 'mobile', code: '/abc+123' },
    { kind: 'donation', code: '12' },
    { kind: 'company', code: '04595258' },
    { kind: 'company' },
    { kind: 'member', code: '/ABC+123' },
  ])('may not choose %j', async (preference) => {
    const member = await newMember(server);
    expect(await server.refused(invoices.setInvoicePreference, { preference }, member)).toBe(
      'INVALID_INPUT',
    );
    expect((await server.ok(invoices.invoicePreference, {}, member)).data.kind).toBe('member');
  });

  test('sees and downloads own invoices only', async () => {
    const borrower = await newVerifiedMember(server);
    const preference = { kind: 'company', code: '04595257' } as const;
    await server.ok(invoices.setInvoicePreference, { preference }, borrower);
    const loan = await signedLoan(server, undefined, { borrower });
    await disburse(server, loan, team);
    await liveThrough(server, 1);
    const list = await server.ok(invoices.listInvoices, { year: '2026' }, borrower);
    expect(list).toMatchObject({ total: 1, data: [{ carrier: 'company', total: 4_015 }] });
    expect((await server.ok(invoices.listInvoices, { year: '2025' }, borrower)).total).toBe(0);
    const { number } = list.data[0]!;
    const { data } = await server.ok(invoices.getInvoice, { number }, borrower);
    expect(data).toMatchObject({
      number,
      code: '04595257',
      sales: 3_824,
      tax: 191,
      state: 'issued',
      allowances: [],
      seller: { number: '99688006', name: '百溪網路借貸媒合股份有限公司' },
    });
    expect(data.randomCode).toMatch(/^\d{4}$/);
    const [sent] = await server.rows<{ xml: string }>(
      'select xml from sandbox.invoice_message where number = $1',
      [number],
    );
    expect(sent!.xml).toContain('<Buyer><Identifier>04595257</Identifier>');
    expect(sent!.xml).toContain('<TaxAmount>191</TaxAmount>');

    const file = await server.ask(invoices.invoicesFile, { year: '2026' }, borrower);
    expect(String(file.body)).toContain(`${number.slice(0, 2)}-${number.slice(2)}`);

    const stranger = await newMember(server);
    expect((await server.ok(invoices.listInvoices, {}, stranger)).data).toEqual([]);
    expect(await server.refused(invoices.getInvoice, { number }, stranger)).toBe('NOT_FOUND');
    const others = await server.ask(invoices.invoicesFile, { year: '2026' }, stranger);
    expect(String(others.body)).not.toContain(number.slice(2));
    for (const call of [invoices.listInvoices, invoices.invoicePreference]) {
      expect((await server.ask(call, {})).status).toBe(401);
    }
  });

  test('is seen by an operator who impersonates, masked, and not changed', async () => {
    const member = await newVerifiedMember(server);
    const preference = { kind: 'mobile', code: '/ABC+123' } as const;
    await server.ok(invoices.setInvoicePreference, { preference }, member);
    const { data: link } = await server.ok(
      identityImpersonationOffice.startImpersonation,
      { id: String(member.id), reason: '會員來電詢問發票' },
      reviewer,
    );
    const { data } = await server.ok(identityImpersonation.openImpersonation, {
      token: new URL(link.link).hash.slice(1),
    });
    const token = data.user.accessToken;
    const seen = await server.ok(invoices.invoicePreference, {}, { token });
    expect(seen.data).toEqual({ kind: 'mobile', code: '/A***23' });
    const other = { preference: { kind: 'member' } } as const;
    expect(await server.refused(invoices.setInvoicePreference, other, { token })).toBe('VIEW_ONLY');
  });
});

describe('the office', () => {
  test('filters the register and the messages', async () => {
    const list = async (of: object) => server.ok(invoiceList, of as never, auditor);
    const all = await list({});
    expect(all.total).toBe(1);
    expect(all.sum).toBe(4_015);
    const [row] = all.data;
    expect(row).toMatchObject({ sales: 3_824, tax: 191, message: 'sent', kind: 'disbursement' });
    const { number, memberId } = row!;
    for (const of of [
      { number: number.slice(0, 6) },
      { member: memberId },
      { kind: 'disbursement' },
      { state: 'issued' },
      { from: '2026-11-01', to: '2026-12-31' },
    ]) {
      expect((await list(of)).total, JSON.stringify(of)).toBe(1);
    }
    for (const of of [
      { number: 'ZZ' },
      { kind: 'service' },
      { state: 'voided' },
      { to: '2020-01-01' },
    ]) {
      expect((await list(of)).total, JSON.stringify(of)).toBe(0);
    }
    const sent = await server.ok(invoiceMessageList, { state: 'sent', type: 'F0401' }, auditor);
    expect(sent.data).toMatchObject([{ type: 'F0401', state: 'sent', attempts: 0 }]);
    const [message] = sent.data;
    expect(await server.refused(retryInvoiceMessage, { id: message!.id }, finance)).toBe(
      'MESSAGE_NOT_REFUSED',
    );
    expect(await server.refused(retryInvoiceMessage, { id: '999999' }, finance)).toBe('NOT_FOUND');
    expect(await server.refused(retryInvoiceMessage, { id: message!.id }, auditor)).toBe(
      'ROLE_REQUIRED',
    );
  });

  test('sees one invoice, and the messages about it', async () => {
    const [row] = (await server.ok(invoiceList, {}, auditor)).data;
    const { data } = await server.ok(invoicesOffice.officeInvoice, { id: row!.id }, auditor);
    expect(data).toEqual({
      ...row,
      issuedAt: expect.any(String),
      randomCode: expect.stringMatching(/^\d{4}$/),
      voidedOn: null,
      voidReason: null,
      allowances: [],
    });
    const messages = async (invoice: string) =>
      (await server.ok(invoiceMessageList, { invoice }, auditor)).data;
    expect(await messages(row!.id)).toMatchObject([{ type: 'F0401', state: 'sent' }]);
    expect(await messages('999999')).toEqual([]);
    const { officeInvoice } = invoicesOffice;
    expect(await server.refused(officeInvoice, { id: '999999' }, auditor)).toBe('NOT_FOUND');
    expect(await server.refused(officeInvoice, { id: row!.id }, reviewer)).toBe('ROLE_REQUIRED');
  });

  test('sees a period whose company invoices are taxed by the piece', async () => {
    const { data } = await server.ok(invoicePeriodList, {}, finance);
    expect(data).toMatchObject([
      { companyTotal: 4_015, companyTax: 191, personTotal: 0, declared: 191, rounding: 0 },
    ]);
    for (const call of [invoiceList, invoicePeriodList, invoiceMessageList]) {
      expect(await server.refused(call, {}, reviewer)).toBe('ROLE_REQUIRED');
    }
  });
});
