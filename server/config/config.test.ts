// Tests of settings: what a production start requires and what a demonstration generates.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selfMade } from '../../tests/doubles/certificates.ts';
import { pageSettings, readConfig } from './config.ts';
import { assertMetricsServed } from './metrics-served.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const whole = {
  DATABASE_URL: 'postgres://u:p@db.example/baixi',
  PUBLIC_URL: 'https://baixi.example/',
  OFFICE_URL: 'https://office.baixi.example',
  DATA_KEY: key(1),
  HASH_KEY: key(2),
  PERSON_KEY: key(9),
  CAPTCHA_KEY: key(3),
  HEADS_KEY: key(4),
  HEADS_FILE: '/srv/heads.jsonl',
  PROOF_KEY: key(5),
  FILES_DIR: '/srv/files',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'service@baixi.example',
  SMS_URL: 'https://sms.example',
  SMS_TOKEN: 'token',
  BANK_WEBHOOK_SECRET: '0123456789abcdef',
  BANK_CODE: '004',
  BANK_COMPANY_CODES: '99688, 99689',
  BANK_STATEMENT_DIR: '/srv/statements',
  BANK_ORDER_DIR: '/srv/orders',
  SEAL_P12: 'AAAA',
  SEAL_P12_PASSWORD: 'secret',
};

/** Without DATA_KEY, for tests that set DATA_KEYS. */
const { DATA_KEY: _single, ...ringed } = whole;

describe('production', () => {
  test('accepts a complete set, and requires nothing else', () => {
    const config = readConfig(whole, folder);
    expect(config).toMatchObject({
      demonstration: false,
      publicUrl: 'https://baixi.example',
      dataDir: null,
      port: 3000,
      bank: { code: '004', companyCodes: ['99688', '99689'] },
      google: null,
      metricsToken: null,
      apiDocs: true,
    });
  });
  test('ISO 20022 orders need the account from which they pay', () => {
    const iso = { ...whole, BANK_ORDER_FORMAT: 'pain.001' };
    expect(readConfig(whole, folder).bank.orders).toEqual({ format: 'csv' });
    expect(() => readConfig(iso, folder)).toThrow('pain.001 needs BANK_ORDER_ACCOUNT');
    expect(() => readConfig({ ...iso, BANK_ORDER_ACCOUNT: '12' }, folder)).toThrow('6 to 16');
    const { orders } = readConfig({ ...iso, BANK_ORDER_ACCOUNT: '2000123456' }, folder).bank;
    expect(orders).toMatchObject({ format: 'pain.001', bankCode: '004', account: '2000123456' });
  });
  test('publishes API documentation unless a setting says no, metrics only if one says so', () => {
    const METRICS_TOKEN = 'x'.repeat(24);
    const metrics = { METRICS_TOKEN, METRICS_PORT: '9100' };
    const more = readConfig({ ...whole, API_DOCS: 'off', ...metrics }, folder);
    expect(more).toMatchObject({ apiDocs: false, metricsToken: METRICS_TOKEN, metricsPort: 9100 });
    const portless = readConfig({ ...whole, METRICS_TOKEN }, folder);
    expect(() => assertMetricsServed(portless)).toThrow('METRICS_PORT');
    for (const served of [more, readConfig(whole, folder), readConfig({ METRICS_TOKEN }, folder)]) {
      expect(() => assertMetricsServed(served)).not.toThrow();
    }
    expect(readConfig({}, folder).apiDocs).toBe(true);
    expect(readConfig({ API_DOCS: 'off' }, folder).apiDocs).toBe(false);
    expect(() => readConfig({ ...whole, API_DOCS: 'no' }, folder)).toThrow('API_DOCS');
    expect(() => readConfig({ ...whole, METRICS_TOKEN: 'short' }, folder)).toThrow('METRICS_TOKEN');
  });
  test('stores files in a bucket if one is named, with everything that it needs', () => {
    const s3 = { S3_BUCKET: 'baixi-files', S3_ENDPOINT: 'https://s3.example', S3_KEY_ID: 'id' };
    const given = { ...whole, ...s3, S3_SECRET: 'secret' };
    const rest = { endpoint: 'https://s3.example', keyId: 'id', secret: 'secret' };
    expect(readConfig(whole, folder).s3).toBeNull();
    expect(readConfig(given, folder).s3).toEqual({
      ...rest,
      bucket: 'baixi-files',
      region: 'us-east-1',
      pathStyle: true,
    });
    const other = { S3_REGION: 'tw-north-1', S3_PATH_STYLE: 'off' };
    expect(readConfig({ ...given, ...other }, folder).s3).toMatchObject({
      region: 'tw-north-1',
      pathStyle: false,
    });
    expect(() => readConfig({ ...whole, ...s3 }, folder)).toThrow('S3_BUCKET needs');
    expect(() => readConfig({ ...given, S3_BUCKET: '' }, folder)).toThrow('need S3_BUCKET');
    for (const wrong of [
      { S3_BUCKET: 'Not_a_bucket' },
      { S3_ENDPOINT: 's3://x' },
      { S3_PATH_STYLE: 'yes' },
    ]) {
      expect(() => readConfig({ ...given, ...wrong }, folder)).toThrow(Object.keys(wrong)[0]);
    }
  });
  test('names every missing setting in one sentence', () => {
    const { DATABASE_URL } = whole;
    const missing = Object.keys(whole).filter((name) => name !== 'DATABASE_URL');
    expect(() => readConfig({ DATABASE_URL }, folder)).toThrow(
      expect.objectContaining({
        name: 'StartFailure',
        message: expect.stringContaining(`missing: `),
      }),
    );
    for (const name of missing) {
      expect(() => readConfig({ DATABASE_URL }, folder)).toThrow(name);
      expect(() => readConfig({ ...whole, [name]: '' }, folder)).toThrow(`missing: ${name}.`);
    }
  });
  test('reads the provider of text messages, and refuses one without its credentials', () => {
    const { SMS_TOKEN: _token, ...given } = whole;
    const url = 'https://sms.example';
    expect(readConfig(whole, folder).sms).toEqual({ layout: 'json', url, token: 'token' });
    const gateway = { ...given, SMS_LAYOUT: 'mitake', SMS_USER: 'u', SMS_PASSWORD: 'p' };
    const read = { layout: 'mitake', url, user: 'u', password: 'p' };
    expect(readConfig(gateway, folder).sms).toEqual(read);
    for (const [wrong, said] of [
      [{ SMS_USER: '' }, 'SMS_LAYOUT=mitake needs SMS_USER and SMS_PASSWORD.'],
      [{ SMS_PASSWORD: '' }, 'SMS_LAYOUT=mitake needs SMS_USER and SMS_PASSWORD.'],
      [{ SMS_URL: 'https://sms.example/send?a=1' }, 'must not have a query'],
      [{ SMS_URL: 'http://sms.example' }, 'SMS_URL must be https://'],
      [{ SMS_LAYOUT: 'pigeon' }, 'wrong: SMS_LAYOUT'],
    ] as const) {
      expect(() => readConfig({ ...gateway, ...wrong }, folder)).toThrow(said);
    }
  });
  test.each([
    ['DATABASE_URL', 'mysql://db.example/baixi'],
    ['PUBLIC_URL', 'ftp://baixi.example'],
    ['SMTP_URL', 'smtp://mail.example?tls.rejectUnauthorized=false'],
    ['DATA_KEY', 'c2hvcnQ='],
    ['BANK_COMPANY_CODES', '1234'],
    ['BANK_CODE', '999'],
    ['BANK_CODE', '4'],
    ['PORT', '70000'],
    ['ROLE', 'maybe'],
    ['DRAIN_SECONDS', '600'],
    ['SECURITY_CONTACT', 'security at baixi'],
  ])('says that %s is wrong, and never its value', (name, value) => {
    expect(() => readConfig({ ...whole, [name]: value }, folder)).toThrow(
      expect.objectContaining({
        message: expect.toSatisfy(
          (said: string) => said.includes(`wrong: ${name} (`) && !said.includes(value),
        ),
      }),
    );
  });
  test('verifies the certificate of a database on another machine', () => {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, selfMade({ type: 2, value: 'db.example' }).cert);
    const urlOf = (DATABASE_URL: string, more = {}) =>
      readConfig({ ...whole, DATABASE_URL, ...more }, folder).databaseUrl;
    const far = 'postgres://u:p@db.example/baixi';
    const verified = `${far}?sslmode=verify-full`;
    expect(urlOf(far)).toBe(verified);
    expect(urlOf(verified)).toBe(verified);
    expect(urlOf(`${far}?ssl=0`)).toBe(`${far}?ssl=0&sslmode=verify-full`);
    const withCa = `${verified}&sslrootcert=${encodeURIComponent(ca)}`;
    expect(urlOf(far, { DATABASE_CA: ca })).toBe(withCa);
    const { ownerUrl, directUrl } = readConfig(
      { ...whole, DATABASE_OWNER_URL: far, DATABASE_DIRECT_URL: far, DATABASE_CA: ca },
      folder,
    );
    expect([ownerUrl, directUrl]).toEqual([withCa, withCa]);
    expect(urlOf('postgres://u:p@127.0.0.1/baixi?host=db.example')).toContain('verify-full');
    for (const here of [
      'postgres://u:p@127.0.0.1:5432/baixi',
      'postgres://u:p@localhost/baixi?sslmode=disable',
      'postgres://u:p@[::1]/baixi',
      'postgres://u:p@db.example/baixi?host=/var/run/postgresql',
    ]) {
      expect(urlOf(here, { DATABASE_CA: ca })).toBe(here);
    }
    expect(urlOf('postgres://u:p@localhost/baixi?sslmode=verify-full')).toContain('verify-full');
  });
  test.each(['disable', 'prefer', 'require', 'verify-ca', 'no-verify'])(
    'refuses a database on another machine with sslmode=%s',
    (mode) => {
      const far = `postgres://u:p@db.example/baixi?sslmode=${mode}`;
      for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL']) {
        expect(() => readConfig({ ...whole, [name]: far }, folder)).toThrow(
          `${name} has sslmode=${mode}, but only a verified connection is allowed`,
        );
      }
    },
  );
  test('refuses an authority that cannot be read, and Node.js without verification', () => {
    const other = join(folder, 'other.pem');
    writeFileSync(other, 'not a certificate');
    for (const name of ['DATABASE_CA', 'SMTP_CA']) {
      for (const path of [other, join(folder, 'missing.pem')]) {
        expect(() => readConfig({ ...whole, [name]: path }, folder)).toThrow(
          `wrong: ${name} (must be a readable file of certificates in PEM)`,
        );
      }
    }
    const lax = { ...whole, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(() => readConfig(lax, folder)).toThrow('turns off the verification');
    const { cert } = selfMade({ type: 2, value: 'mail.example' });
    writeFileSync(other, cert);
    expect(readConfig({ ...whole, SMTP_CA: other }, folder).smtpCa).toBe(cert);
    expect(readConfig(whole, folder).smtpCa).toBeNull();
  });
  test('refuses one key for two purposes', () => {
    expect(() => readConfig({ ...whole, HASH_KEY: whole.DATA_KEY }, folder)).toThrow('same key');
    const twice = { ...ringed, DATA_KEYS: `2:${key(1)},1:${key(1)}` };
    expect(() => readConfig(twice, folder)).toThrow('same key');
  });
  test('reads DATA_KEY as version 1, or the versions of DATA_KEYS', () => {
    const versions = ({ dataKeys, dataKeyCurrent }: ReturnType<typeof readConfig>) => [
      dataKeys.map(({ version }) => version),
      dataKeyCurrent,
    ];
    expect(versions(readConfig(whole, folder))).toEqual([[1], null]);
    const two = { ...ringed, DATA_KEYS: `2:${key(8)}, 1:${key(1)}` };
    expect(versions(readConfig(two, folder))).toEqual([[2, 1], null]);
    expect(versions(readConfig({ ...two, DATA_KEY_CURRENT: '1' }, folder))).toEqual([[2, 1], 1]);
    expect(() => readConfig({ ...two, DATA_KEY_CURRENT: '3' }, folder)).toThrow(
      'DATA_KEY_CURRENT is 3, which DATA_KEYS does not have.',
    );
    expect(() => readConfig({ ...two, DATA_KEY: key(1) }, folder)).toThrow('both set');
    expect(versions(readConfig({ DATA_KEYS: `4:${key(4)}` }, folder))).toEqual([[4], null]);
  });
  test('reads HASH_KEY as version 1, or the versions of HASH_KEYS', () => {
    const versions = ({ hashKeys, hashKeyCurrent }: ReturnType<typeof readConfig>) => [
      hashKeys.map(({ version }) => version),
      hashKeyCurrent,
    ];
    expect(versions(readConfig(whole, folder))).toEqual([[1], null]);
    const { HASH_KEY, ...rest } = whole;
    const two = { ...rest, HASH_KEYS: `2:${key(8)},1:${HASH_KEY}` };
    expect(versions(readConfig({ ...two, HASH_KEY_CURRENT: '1' }, folder))).toEqual([[2, 1], 1]);
    expect(() => readConfig({ ...two, HASH_KEY_CURRENT: '3' }, folder)).toThrow(
      'HASH_KEY_CURRENT is 3, which HASH_KEYS does not have.',
    );
    expect(() => readConfig({ ...two, HASH_KEY }, folder)).toThrow(
      'HASH_KEY and HASH_KEYS are both set; put HASH_KEY into HASH_KEYS as 1:…',
    );
    expect(() => readConfig({ ...rest, HASH_KEYS: `1:${key(1)}` }, folder)).toThrow('same key');
    expect(() => readConfig({ ...rest, HASH_KEYS: '1:short' }, folder)).toThrow('HASH_KEYS (must');
    expect(() => readConfig(rest, folder)).toThrow('missing: HASH_KEY');
  });
  test.each([`${key(1)}`, `1:${key(1)},1:${key(2)}`, '1:c2hvcnQ=', `0:${key(1)}`, `1:${key(1)},`])(
    'refuses the ring %s without repeating it',
    (DATA_KEYS) => {
      const said = (message: string) =>
        message.includes('wrong: DATA_KEYS (') && !message.includes(key(1));
      expect(() => readConfig({ ...ringed, DATA_KEYS }, folder)).toThrow(
        expect.objectContaining({ message: expect.toSatisfy(said) }),
      );
    },
  );
});

describe('a demonstration', () => {
  test('requires no settings, and stores its keys readable by their owner only', () => {
    const first = readConfig({}, folder);
    expect(first.demonstration).toBe(true);
    const dataKey = first.dataKeys[0]!.key;
    expect(dataKey).toHaveLength(32);
    expect(dataKey.equals(first.hashKeys[0]!.key)).toBe(false);
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readConfig({}, folder).dataKeys).toEqual([{ version: 1, key: dataKey }]);
  });
  test('derives its addresses from its ports', () => {
    const config = readConfig({ PORT: '4000', OFFICE_PORT: '4001' }, folder);
    expect(config.publicUrl).toBe('http://localhost:4000');
    expect(config.officeUrl).toBe('http://localhost:4001');
  });
  test('creates no new keys for existing data', () => {
    mkdirSync(join(folder, 'pg'));
    expect(() => readConfig({}, folder)).toThrow('missing');
  });
  test('says that its keys are damaged', () => {
    writeFileSync(join(folder, 'keys.json'), '{');
    expect(() => readConfig({}, folder)).toThrow('damaged');
  });
});

describe('other origins', () => {
  const origins = (more: object) => readConfig({ ...whole, ...more }, folder).corsOrigins;
  test('may make no call unless they are configured', () => {
    expect(origins({})).toEqual([]);
    expect(origins({ CORS_ORIGINS: 'https://a.example, https://b.example:8443/' })).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ]);
  });
  test('include the site if its API is elsewhere', () => {
    expect(origins({ VITE_API_URL: 'https://api.baixi.example' })).toEqual([
      'https://baixi.example',
    ]);
    expect(origins({ VITE_API_URL: 'https://baixi.example/base' })).toEqual([]);
  });
  test.each(['*', 'https://a.example/path', 'a.example', 'null'])('cannot be %s', (value) => {
    expect(() => origins({ CORS_ORIGINS: value })).toThrow('CORS_ORIGINS');
  });
});

describe('trusted proxies', () => {
  const trusts = (TRUST_PROXY: string) => {
    const { trustProxy } = readConfig({ TRUST_PROXY }, folder);
    return (address: string, hop = 0) => trustProxy !== false && trustProxy(address, hop);
  };
  test('do not exist unless they are configured', () => {
    expect(readConfig({}, folder).trustProxy).toBe(false);
    expect(trusts('no')('127.0.0.1')).toBe(false);
  });
  test('can be a number, the nearest on a private network', () => {
    const trust = trusts('2');
    for (const near of ['127.0.0.1', '::1', '::ffff:10.0.0.7', '192.168.1.1', 'fd00::7']) {
      expect(trust(near)).toBe(true);
    }
    expect(trust('203.0.113.7')).toBe(false);
    expect([trust('203.0.113.7', 1), trust('203.0.113.7', 2)]).toEqual([true, false]);
  });
  test('can be networks', () => {
    const trust = trusts('203.0.113.0/24, 2001:db8::/32, loopback');
    for (const one of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '127.0.0.1']) {
      expect(trust(one, 5)).toBe(true);
    }
    for (const one of ['203.0.114.9', '10.0.0.1', 'unknown', '']) expect(trust(one)).toBe(false);
  });
  test.each(['yes', 'true', '*'])('%s, which trusts anybody, prevents the start', (value) => {
    expect(() => trusts(value)).toThrow(
      /TRUST_PROXY \(would believe any address a client writes: give the number of proxies/,
    );
  });
  test.each(['0', '10', '-1', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', 'loopback,'])(
    '%s prevents the start',
    (value) => expect(() => trusts(value)).toThrow('TRUST_PROXY (must be no, a number of proxies'),
  );
});

test('a browser gets no secret', () => {
  const config = readConfig({ ...whole, GOOGLE_CLIENT_ID: 'id' }, folder);
  const told = JSON.stringify(pageSettings(config));
  for (const secret of ['token', 'secret', '0123456789abcdef', whole.DATA_KEY, 'db.example']) {
    expect(told).not.toContain(secret);
  }
});

test('.env.example explains every setting', () => {
  const explained = readFileSync('.env.example', 'utf8');
  const source = readFileSync('server/config/config-schema.ts', 'utf8');
  const brand = ['brand', 'company'].map((name) => readFileSync(`contract/${name}.ts`, 'utf8'));
  const names = `${source}\n${brand.join('\n')}`.match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm) ?? [];
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) expect(explained).toContain(`\n${name.trim()}=`);
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('the virus scanner listens at %s', (CLAMD, address) => {
  expect(readConfig({ CLAMD }, folder).clamd).toEqual({ address, limitMs: 20_000 });
  const CLAMD_SECONDS = '45';
  expect(readConfig({ CLAMD, CLAMD_SECONDS }, folder).clamd?.limitMs).toBe(45_000);
});

test('an invalid address of a virus scanner is refused', () => {
  expect(readConfig({}, folder).clamd).toBeNull();
  expect(() => readConfig({ CLAMD: 'clamd' }, folder)).toThrow('CLAMD');
  for (const CLAMD_SECONDS of ['0', '121', 'soon']) {
    expect(() => readConfig({ CLAMD_SECONDS }, folder)).toThrow('CLAMD_SECONDS');
  }
});

test('traces are off unless a collector is set, and a wrong ratio prevents the start', () => {
  expect(readConfig({}, folder).otlp).toBeNull();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }, folder).otlp).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    ratio: 1,
  });
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ] as const) {
    expect(() => readConfig({ [name]: value }, folder)).toThrow(name);
  }
});
