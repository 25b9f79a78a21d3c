// Tests of the messages by MIG 4.0: against our own schemas, and what the platform would refuse.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import type { InvoiceMessage } from './center.ts';
import {
  type MigInvoice,
  allowanceXml,
  issueXml,
  numberOf,
  unusedXml,
  voidXml,
  yearMonthOf,
} from './mig.ts';
import { type Known, type KnownInvoice, faultIn } from './platform-rules.ts';
import { element, readXml, textAt, xmlOf } from './xml.ts';

const XMLLINT = '/usr/bin/xmllint';
const seller = { number: '99688006', name: '百溪 & 夥伴 <股份>', address: '臺北市' };
const personal: MigInvoice = {
  number: 'AB00000012',
  issuedOn: day('2026-11-23'),
  seller,
  company: null,
  carrier: { type: 'EJ0000', id: 'BX0000000007' },
  donationCode: null,
  randomCode: '0429',
  description: '借款服務費',
  relateNumber: 'A20261120-001',
  total: money(4_015),
  tax: money(0),
};
const company: MigInvoice = {
  ...personal,
  company: '04595257',
  carrier: null,
  tax: money(191),
};
const donated: MigInvoice = { ...personal, carrier: null, donationCode: '919' };
const mobile: MigInvoice = { ...personal, carrier: { type: '3J0002', id: '/ABC+123' } };
const undone = { number: 'AB00000012', issuedOn: day('2026-11-23'), seller, company: null };
const voided = voidXml({ ...undone, voidedOn: day('2026-12-01'), reason: '費用已退還' });
const allowance = (total = 4_015, tax = 191) =>
  allowanceXml({
    number: 'AB00000012-01',
    issuedOn: day('2027-01-04'),
    seller,
    company: null,
    invoice: { number: 'AB00000012', issuedOn: day('2026-11-23'), description: '借款服務費' },
    total: money(total),
    tax: money(tax),
  });
const track = { seller, letters: 'AB', periodTo: day('2026-12-31') };
const unused = unusedXml({ ...track, from: 13, to: 99 });

const folder = mkdtempSync(join(tmpdir(), 'mig-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns whether a document is valid by our schema of its type. */
function isValid(type: string, xml: string): boolean {
  const file = join(folder, `${type}.xml`);
  writeFileSync(file, xml);
  const schema = fileURLToPath(new URL(`xsd/${type}.xsd`, import.meta.url));
  try {
    execFileSync(XMLLINT, ['--noout', '--schema', schema, file], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!existsSync(XMLLINT))('by our own schemas', () => {
  test.each([
    ['F0401', 'of a person', issueXml(personal)],
    ['F0401', 'of a company', issueXml(company)],
    ['F0401', 'donated', issueXml(donated)],
    ['F0401', 'on a mobile carrier', issueXml(mobile)],
    ['F0501', 'that voids', voided],
    ['G0401', 'of an allowance', allowance()],
    ['E0402', 'of unused numbers', unused],
  ])('%s %s is valid', (type, _, xml) => {
    expect(isValid(type, xml)).toBe(true);
  });

  test.each([
    ['another number', issueXml({ ...personal, number: 'A100000012' })],
    ['a random code of three digits', issueXml({ ...personal, randomCode: '042' })],
    [
      'a field in another place',
      issueXml(personal).replace(
        /(<InvoiceDate>.*?<\/InvoiceDate>)(<InvoiceTime>.*?<\/InvoiceTime>)/,
        '$2$1',
      ),
    ],
    ['no seller', issueXml(personal).replace(/<Seller>.*?<\/Seller>/, '')],
  ])('an invoice with %s is not', (_, xml) => {
    expect(isValid('F0401', xml)).toBe(false);
  });
});

const known = (invoice: KnownInvoice | null = null, isUsed = false): Known => ({
  today: day('2027-01-05'),
  invoice: async () => invoice,
  isUsed: async () => isUsed,
});
const issued: KnownInvoice = {
  issuedOn: day('2026-11-23'),
  total: 4_015,
  isVoided: false,
  allowed: 0,
};
const fault = (type: InvoiceMessage['type'], xml: string, of: Known = known()) =>
  faultIn({ id: 'x', type, xml }, of);
const changed = (from: string | RegExp, to: string) => issueXml(personal).replace(from, to);

describe('the platform', () => {
  test.each([
    ['F0401', issueXml(personal), known()],
    ['F0401', issueXml(company), known()],
    ['F0401', issueXml(donated), known()],
    ['F0401', issueXml(mobile), known()],
    ['F0501', voided, known(issued)],
    ['G0401', allowance(), known(issued)],
    ['E0402', unused, known()],
  ] as const)('accepts %s', async (type, xml, of) => {
    expect(await fault(type, xml, of)).toBeNull();
  });

  test.each([
    ['E_XML', 'F0401', '<Invoice>', known()],
    ['E_VERSION', 'F0401', voided, known()],
    ['E_NUMBER', 'F0401', issueXml({ ...personal, number: 'ab00000012' }), known()],
    ['E_DUPLICATE', 'F0401', issueXml(personal), known(issued)],
    ['E_DATE', 'F0401', issueXml({ ...personal, issuedOn: day('2027-01-06') }), known()],
    ['E_DATE', 'F0401', changed('20261123', '20261131'), known()],
    ['E_SELLER', 'F0401', changed('99688006', '99688007'), known()],
    ['E_BUYER', 'F0401', issueXml({ ...company, company: '04595258' }), known()],
    ['E_RANDOM', 'F0401', issueXml({ ...personal, randomCode: '12' }), known()],
    ['E_DONATION', 'F0401', issueXml({ ...donated, donationCode: '12' }), known()],
    ['E_CARRIER', 'F0401', changed('EJ0000', '3J0002'), known()],
    ['E_CARRIER', 'F0401', issueXml({ ...personal, carrier: null }), known()],
    ['E_PRINT', 'F0401', changed('<PrintMark>N', '<PrintMark>Y'), known()],
    ['E_SUM', 'F0401', changed('<SalesAmount>4015', '<SalesAmount>4014'), known()],
    ['E_TAX', 'F0401', issueXml({ ...personal, tax: money(191) }), known()],
    ['E_TAX', 'F0401', issueXml({ ...company, tax: money(150) }), known()],
    ['E_UNKNOWN', 'F0501', voided, known()],
    ['E_VOIDED', 'F0501', voided, known({ ...issued, isVoided: true })],
    ['E_VOIDED', 'F0501', voided, known({ ...issued, allowed: 1 })],
    ['E_DATE', 'F0501', voided, known({ ...issued, issuedOn: day('2026-11-24') })],
    [
      'E_PERIOD',
      'F0501',
      voidXml({ ...undone, voidedOn: day('2027-01-02'), reason: '費用已退還' }),
      known(issued),
    ],
    ['E_UNKNOWN', 'G0401', allowance(), known()],
    ['E_VOIDED', 'G0401', allowance(), known({ ...issued, isVoided: true })],
    ['E_SUM', 'G0401', allowance(), known({ ...issued, allowed: 1 })],
    ['E_SUM', 'G0401', allowance(4_016, 191), known(issued)],
    ['E_USED', 'E0402', unused, known(null, true)],
    ['E_NUMBER', 'E0402', unusedXml({ ...track, from: 100, to: 99 }), known()],
    [
      'E_PERIOD',
      'E0402',
      unusedXml({ ...track, periodTo: day('2027-02-28'), from: 1, to: 2 }),
      known(),
    ],
  ] as const)('refuses with %s', async (code, type, xml, of) => {
    expect(await fault(type, xml, of)).toBe(code);
  });
});

test('texts survive writing and reading; anything else is no document', () => {
  const root = element('A', [element('B', `a & <b> "c" 'd'`), element('C', 5)]);
  const read = readXml(xmlOf(root, 'urn:x'));
  expect(read).toEqual({
    root: { name: 'A', content: [element('B', `a & <b> "c" 'd'`), element('C', 5)] },
    namespace: 'urn:x',
  });
  expect(textAt(read!.root, 'C')).toBe('5');
  for (const broken of [
    '',
    '<A>',
    '<A xmlns="x"><B></A>',
    '<A xmlns="x"></A>rest',
    '<A xmlns="x"><B c="d"></B></A>',
  ]) {
    expect(readXml(broken), broken).toBeNull();
  }
});

test('numbers and periods are written as the platform does', () => {
  expect(numberOf('AB', 12)).toBe('AB00000012');
  expect(yearMonthOf(day('2026-12-31'))).toBe('11512');
  expect(yearMonthOf(day('2027-02-28'))).toBe('11602');
});
