// Tests of the settings of the timestamp authority.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { selfMade } from '../../tests/doubles/certificates.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestamp-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const TSA_CA = join(folder, 'ca.pem');
const pem = [1, 2].map((n) => selfMade({ type: 2, value: `ca${n}.example` }).cert).join('\n');
writeFileSync(TSA_CA, pem);
const TSA_URL = 'http://tsa.example/';

test('without an address there is no authority', () => {
  expect(readConfig({}, folder).timestamps).toBeNull();
});

test('an authority has an address, certificates and, if needed, a password', () => {
  const { timestamps } = readConfig({ TSA_URL, TSA_CA }, folder);
  expect(timestamps).toMatchObject({ url: 'http://tsa.example', credentials: null });
  expect(timestamps?.trusted).toHaveLength(2);
  const secret = { TSA_USER: 'u', TSA_PASSWORD: 'p' };
  const given = { TSA_CA, ...secret, TSA_URL: 'https://tsa.example/' };
  expect(readConfig(given, folder).timestamps?.credentials).toEqual({ user: 'u', password: 'p' });
});

test.each([
  [{ TSA_URL }, 'TSA_URL needs TSA_CA'],
  [{ TSA_CA }, 'need TSA_URL'],
  [{ TSA_URL, TSA_CA, TSA_USER: 'u' }, 'TSA_USER and TSA_PASSWORD need each other'],
  [{ TSA_URL, TSA_CA, TSA_USER: 'u', TSA_PASSWORD: 'p' }, 'must be https://'],
  [{ TSA_URL: 'ftp://tsa.example', TSA_CA }, 'TSA_URL (must be http(s)://…)'],
  [{ TSA_URL, TSA_CA: join(folder, 'missing.pem') }, 'TSA_CA (must be a readable file'],
])('a start with %j is refused', (given, sentence) => {
  expect(() => readConfig(given, folder)).toThrow(sentence);
});
