// Test of virtual accounts as payers see them.
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { productionSettings } from '../../scripts/chaos/processes.ts';
import { virtualAccountView } from './accounts.ts';

test('a virtual account is at the bank of the settings', () => {
  const settings = productionSettings(
    { programUrl: 'postgres://u:p@127.0.0.1/baixi' },
    '/tmp/none',
  );
  const config = readConfig({ ...settings, BANK_CODE: '004' }, '/tmp/none');
  expect(virtualAccountView({ config }, '99688500010001')).toEqual({
    bankCode: '004',
    bankName: '臺灣銀行',
    account: '99688500010001',
    holder: '百溪信託財產專戶',
  });
});
