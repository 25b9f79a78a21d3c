// Tests `npm run operator`: with production settings it creates two admins and no more.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useServer } from '../tests/server.ts';
import { productionSeal } from './chaos/processes.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const server = useServer({
  environment: { DATA_KEYS: `1:${key(1)}`, HASH_KEYS: `1:${key(2)}` },
});

/** Runs the command as an administrator of a production machine would. */
const run = (...args: string[]) => runWith({}, ...args);

async function runWith(settings: Record<string, string>, ...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.programUrl,
    DATABASE_OWNER_URL: server.databaseUrl,
    PUBLIC_URL: 'https://baixi.example',
    OFFICE_URL: 'https://office.baixi.example',
    DATA_KEY: key(1),
    HASH_KEY: key(2),
    PERSON_KEY: key(9),
    CAPTCHA_KEY: key(3),
    HEADS_KEY: key(4),
    PROOF_KEY: key(5),
    HEADS_FILE: `${server.services.config.filesDir}/heads.jsonl`,
    FILES_DIR: server.services.config.filesDir,
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'service@baixi.example',
    SMS_URL: 'https://sms.example',
    SMS_TOKEN: 'token',
    BANK_WEBHOOK_SECRET: '0123456789abcdef',
    BANK_CODE: '812',
    BANK_COMPANY_CODES: '99688',
    BANK_STATEMENT_DIR: server.services.config.filesDir,
    BANK_ORDER_DIR: server.services.config.filesDir,
    ...productionSeal,
    ...settings,
  };
  const command = promisify(execFile)(process.execPath, ['scripts/operator.ts', ...args], { env });
  return command.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stderr: string }) => ({ code: failed.code, said: failed.stderr }),
  );
}

test('an address that already belongs to an operator is answered in one sentence', async () => {
  await run('--email', 'taken@baixi.example', '--name', '林經理');
  const again = await run('--email', 'Taken@baixi.example', '--name', '林經理');
  const sentence = "taken@baixi.example is an operator's already; give another address.\n";
  expect(again).toEqual({ code: 1, said: sentence });
  await server.rows('update identity.operator set disabled_at = now()');
});

test('an empty office gets two admins by the command, each with a link', async () => {
  expect(await run('--email', 'nobody')).toMatchObject({ code: 1 });
  for (const name of ['first', 'second']) {
    const { code, said } = await run('--email', `${name}@baixi.example`, '--name', '林經理');
    expect(said).toMatch(/https:\/\/office\.baixi\.example\/setup#[\w-]{43}/);
    expect(code).toBe(0);
  }
  const third = await run('--email', 'third@baixi.example', '--name', '林經理');
  expect(third).toMatchObject({ code: 1, said: expect.stringContaining('Two admins') });
  const made = await server.rows(
    'select roles, held_until from identity.operator where disabled_at is null',
  );
  expect(made).toEqual([
    { roles: ['admin'], held_until: null },
    { roles: ['admin'], held_until: null },
  ]);
});

const empty = { DATABASE_URL: '', DATABASE_OWNER_URL: '' };
test.each([
  ['operator', ['--email', 'fifth@baixi.example', '--name', '林經理']],
  ['audit-verify', []],
  ['journal', []],
])('without a database %s says so in one sentence', (script, args) => {
  const cwd = mkdtempSync(join(tmpdir(), 'nothing-'));
  const file = resolve(`scripts/${script}.ts`);
  const env = { PATH: process.env['PATH'], ...empty };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
  expect(stderr).toContain('Set DATABASE_URL');
  expect(readdirSync(cwd)).toEqual([]);
  rmdirSync(cwd);
});

test('a token for metrics without their port does not hinder a command', async () => {
  const token = { METRICS_TOKEN: 'x'.repeat(24) };
  const said = await runWith(token, '--email', 'fourth@baixi.example', '--name', '林經理');
  expect(said).toMatchObject({ code: 1, said: expect.stringContaining('Two admins') });
});

test('another data key is refused in one sentence', async () => {
  const who = ['--email', 'fourth@baixi.example', '--name', '林經理'];
  const { code, said } = await runWith({ DATA_KEY: key(7) }, ...who);
  expect([code, said.split('\n').length]).toEqual([1, 2]);
  expect(said).toContain('Version 1 of the data key is not the key that this database knows');
});

test.each([
  ['with another password', { SEAL_P12_PASSWORD: 'another' }],
  ['that is none', { SEAL_P12: 'AAAA' }],
])('a key store of the seal %s is refused in one sentence', async (_what, settings) => {
  const who = ['--email', 'fourth@baixi.example', '--name', '林經理'];
  const { code, said } = await runWith(settings, ...who);
  expect([code, said.split('\n').length]).toEqual([1, 2]);
  expect(said).toContain('SEAL_P12 is no key store');
});
