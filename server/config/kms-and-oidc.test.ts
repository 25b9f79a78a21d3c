// Tests of the settings of the key management service and of the company's identity provider.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { productionKey as key, productionSettings } from '../../scripts/chaos/processes.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'baixi-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whole = productionSettings({ programUrl: 'postgres://u:p@127.0.0.1/baixi' }, folder);
/** Without DATA_KEY, for tests whose keys are wrapped. */
const { DATA_KEY: _single, ...ringed } = whole;

test('trusts an identity provider that says how it proves a second factor', () => {
  const oidc = {
    OFFICE_OIDC_ISSUER: 'https://id.company.example/',
    OFFICE_OIDC_CLIENT_ID: 'office',
    OFFICE_OIDC_SECRET: 'secret',
    OFFICE_OIDC_FACTOR: 'amr=mfa|hwk',
  };
  const given = { ...whole, ...oidc };
  expect(readConfig(whole, folder).oidc).toBeNull();
  expect(readConfig(given, folder).oidc).toEqual({
    issuer: oidc.OFFICE_OIDC_ISSUER,
    clientId: 'office',
    clientSecret: 'secret',
    label: '公司帳號',
    domains: ['baixi.example'],
    claim: null,
    isOnly: false,
    factor: { name: 'amr', values: ['mfa', 'hwk'] },
    maxAgeSeconds: 900,
    verifiedClaim: 'email_verified',
  });
  const refused: [Record<string, string>, string][] = [
    [{ ...whole, OFFICE_OIDC_ONLY: 'on' }, 'The settings OFFICE_OIDC_… need OFFICE_OIDC_ISSUER.'],
    [{ ...given, OFFICE_OIDC_FACTOR: '' }, 'OFFICE_OIDC_ISSUER needs OFFICE_OIDC_CLIENT_ID'],
    [{ ...given, OFFICE_OIDC_ISSUER: 'http://id.example' }, 'OFFICE_OIDC_ISSUER must be https'],
    [{ ...given, OFFICE_OIDC_FACTOR: 'mfa' }, 'OFFICE_OIDC_FACTOR (must be CLAIM=VALUE'],
    [{ ...given, OFFICE_OIDC_CLAIM: '=x' }, 'OFFICE_OIDC_CLAIM (must be CLAIM=VALUE'],
    [{ ...given, OFFICE_OIDC_MAX_AGE: '5' }, 'OFFICE_OIDC_MAX_AGE'],
  ];
  for (const [wrong, said] of refused) expect(() => readConfig(wrong, folder)).toThrow(said);
});

test('reads the keys that a key management service has wrapped, and what it needs', () => {
  const wrapped = `vault:v1:${'A'.repeat(60)}==`;
  const vault = { KMS: 'vault', KMS_URL: 'https://bao.example/', KMS_KEY: 'k', KMS_TOKEN: 't' };
  const given = { ...ringed, ...vault, DATA_KEYS_WRAPPED: `2:${wrapped},1:${wrapped}` };
  const config = readConfig({ ...given, DATA_KEY_CURRENT: '1' }, folder);
  expect(config).toMatchObject({ dataKeys: [], dataKeyCurrent: 1 });
  expect(config.kms).toEqual({
    settings: {
      kind: 'vault',
      url: 'https://bao.example',
      key: 'k',
      mount: 'transit',
      token: 't',
    },
    wrapped: [2, 1].map((version) => ({ version, wrapped })),
  });
  expect(readConfig(whole, folder).kms).toBeNull();
  const aws = { KMS: 'aws', KMS_KEY: 'k', KMS_REGION: 'ap-east-2' };
  const signed = { ...whole, ...aws, KMS_KEY_ID: 'i', KMS_SECRET: 's' };
  expect(readConfig(signed, folder).kms?.settings).toMatchObject({
    url: 'https://kms.ap-east-2.amazonaws.com',
  });
  const KMS_KEY = 'projects/p/locations/l/keyRings/r/cryptoKeys/k';
  const KMS_CREDENTIALS = join(folder, 'account.json');
  writeFileSync(KMS_CREDENTIALS, JSON.stringify({ client_email: 'e', private_key: 'p' }));
  const gcp = { ...whole, KMS: 'gcp', KMS_KEY };
  expect(readConfig(gcp, folder).kms?.settings).toMatchObject({ account: null });
  expect(readConfig({ ...gcp, KMS_CREDENTIALS }, folder).kms?.settings).toMatchObject({
    account: { email: 'e', privateKey: 'p', tokenUrl: 'https://oauth2.googleapis.com/token' },
  });
  const refused: [Record<string, string>, string][] = [
    [{ ...given, KMS: '' }, 'DATA_KEYS_WRAPPED and KMS_KEY need KMS (vault, aws or gcp).'],
    [{ ...given, KMS: 'other' }, 'KMS'],
    [{ ...given, KMS_TOKEN: '' }, 'KMS=vault needs KMS_URL, KMS_KEY and KMS_TOKEN.'],
    [{ ...given, KMS_URL: 'http://bao.example' }, 'KMS_URL must be https://'],
    [{ ...whole, ...aws }, 'KMS=aws needs KMS_KEY, KMS_REGION, KMS_KEY_ID and KMS_SECRET.'],
    [{ ...gcp, KMS_KEY: 'k' }, 'KMS=gcp needs KMS_KEY as projects/'],
    [{ ...gcp, KMS_CREDENTIALS: '/nowhere' }, 'KMS_CREDENTIALS (must be a readable file'],
    [{ ...given, DATA_KEYS_WRAPPED: `1:${wrapped},1:${wrapped}` }, 'with each version once'],
    [{ ...given, DATA_KEYS_WRAPPED: wrapped }, 'DATA_KEYS_WRAPPED (must be VERSION:WRAPPED'],
    [{ ...given, DATA_KEY: key(1) }, 'DATA_KEYS_WRAPPED replaces DATA_KEY and DATA_KEYS'],
    [{ ...given, DATA_KEY_CURRENT: '3' }, 'which DATA_KEYS_WRAPPED does not have'],
  ];
  for (const [wrong, said] of refused) expect(() => readConfig(wrong, folder)).toThrow(said);
});
