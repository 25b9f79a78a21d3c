// Tests payment orders against the published schema of pain.001.001.03, which the Debian package
// tryton-modules-account-payment-sepa contains (docs/adapters.md says how to get it).
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderFile } from './order-files.ts';

const XMLLINT = '/usr/bin/xmllint';
const SCHEMA =
  'usr/lib/python3/dist-packages/trytond/modules/account_payment_sepa/tests/pain.001.001.03.xsd';
/** Where the package was installed or unpacked. */
const schema = ['/', 'test-results/iso-schemas/'].map((root) => root + SCHEMA).find(existsSync);

function isValid(xml: string): boolean {
  try {
    execFileSync(XMLLINT, ['--noout', '--schema', schema!, '-'], { input: xml, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const settings = { format: 'pain.001', bankCode: '812', account: '2000123456789' } as const;
const payment = fc.record({
  reference: fc.stringMatching(/^(payout|refund)-[1-9]\d{0,12}-[1-9]$/),
  purpose: fc.constant('payout'),
  bankCode: fc.stringMatching(/^\d{3}$/),
  account: fc.stringMatching(/^\d{6,16}$/),
  holder: fc.constantFrom('林小溪', 'A & B <C>', '王'.repeat(300), 'Kuo'),
  amount: fc.integer({ min: 1, max: 999_999_999 }),
  memo: fc.constantFrom('', '還款分配', ' x\ny ', '附'.repeat(200)),
});
const payments = fc.array(payment, { minLength: 1, maxLength: 5 });
const fileOf = (rows: Parameters<typeof orderFile>[0]['payments']) =>
  orderFile(
    { reference: 'batch-9', approvedAt: new Date('2026-11-22T16:30:00Z'), payments: rows },
    { ...settings, holder: '百溪' },
  ).text;

describe.skipIf(!schema || !existsSync(XMLLINT))('the published schema', () => {
  test('accepts the order files of any payments', () => {
    const all = fc.property(payments, (rows) => void expect(isValid(fileOf(rows))).toBe(true));
    fc.assert(all, { numRuns: 20 });
  });

  test.each(['EndToEndId', 'InstdAmt', 'MsgId', 'ReqdExctnDt'])(
    'refuses one without %s',
    (name) => {
      const xml = fileOf(fc.sample(payments, { numRuns: 1, seed: 7 })[0]!);
      const without = xml.replace(new RegExp(`<${name}[ >].*?</${name}>`, 's'), '');
      expect(without).not.toBe(xml);
      expect(isValid(without)).toBe(false);
    },
  );
});
