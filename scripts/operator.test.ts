// Protects `npm run operator`: with the settings of production it makes two admins, no more.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useServer } from '../tests/server.ts';

const server = useServer();
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

/** Runs the command as somebody at the machine of a production would. */
async function run(...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: server.databaseUrl,
    PUBLIC_URL: 'https://baixi.example',
    OFFICE_URL: 'https://office.baixi.example',
    DATA_KEY: key(1),
    HASH_KEY: key(2),
    PERSON_KEY: key(9),
    CAPTCHA_KEY: key(3),
    FILES_DIR: server.services.config.filesDir,
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'service@baixi.example',
    SMS_URL: 'https://sms.example',
    SMS_TOKEN: 'token',
    BANK_WEBHOOK_SECRET: '0123456789abcdef',
    BANK_COMPANY_CODES: '99688',
    BANK_STATEMENT_DIR: server.services.config.filesDir,
    BANK_ORDER_DIR: server.services.config.filesDir,
    SEAL_P12: 'AAAA',
    SEAL_P12_PASSWORD: 'secret',
  };
  const command = promisify(execFile)(process.execPath, ['scripts/operator.ts', ...args], { env });
  return command.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stderr: string }) => ({ code: failed.code, said: failed.stderr }),
  );
}

test('an empty office gets two admins by the command, each by a link', async () => {
  expect(await run('--email', 'nobody')).toMatchObject({ code: 1 });
  for (const name of ['first', 'second']) {
    const { code, said } = await run('--email', `${name}@baixi.example`, '--name', '林經理');
    expect(said).toMatch(/https:\/\/office\.baixi\.example\/setup#[\w-]{43}/);
    expect(code).toBe(0);
  }
  const third = await run('--email', 'third@baixi.example', '--name', '林經理');
  expect(third).toMatchObject({ code: 1, said: expect.stringContaining('Two admins') });
  const made = await server.rows('select roles, held_until from identity.operator');
  expect(made).toEqual([
    { roles: ['admin'], held_until: null },
    { roles: ['admin'], held_until: null },
  ]);
});
