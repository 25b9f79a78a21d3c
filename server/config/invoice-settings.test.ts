// Tests of the settings of electronic invoices.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { brandFrom } from '#contract/brand.ts';
import { createHttpCenter } from '../adapters/invoices/http-center.ts';
import { invoiceSettings, invoicesOf } from './invoice-settings.ts';

const brand = brandFrom({});
const read = (env: Record<string, string>, demonstration = false) =>
  invoicesOf(z.object(invoiceSettings).parse(env), brand, demonstration);
const whole = {
  INVOICE_SELLER: '04595257',
  INVOICE_URL: 'https://center.example/mig/',
  INVOICE_TOKEN: 'token',
};

test('without a seller nothing is issued, except in a demonstration', () => {
  expect(read({})).toBeNull();
  expect(read({}, true)).toMatchObject({ seller: { number: '99688006' }, center: null });
});

test('seller and centre are read', () => {
  expect(read({ ...whole, INVOICE_ADDRESS: '臺北市', INVOICE_LAYOUT: 'json' })).toEqual({
    seller: { number: '04595257', name: brand.entity, address: '臺北市' },
    carrierType: 'EJ0000',
    center: { layout: 'json', url: 'https://center.example/mig', token: 'token' },
  });
});

test.each([
  [{ ...whole, INVOICE_TOKEN: '' }, 'need each other'],
  [{ INVOICE_URL: whole.INVOICE_URL, INVOICE_TOKEN: 'token' }, 'needs INVOICE_SELLER'],
  [{ ...whole, INVOICE_URL: 'http://center.example' }, 'https'],
])('%j is refused', (env, message) => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  expect(() => read(given)).toThrow(message);
});

test('a wrong company number is refused', () => {
  expect(() => read({ INVOICE_SELLER: '04595258' })).toThrow('統一編號');
});

test('a centre is never asked without encryption', () => {
  const settings = { layout: 'xml', url: 'http://center.example', token: 't' } as const;
  expect(() => createHttpCenter(settings)).toThrow('https');
});
