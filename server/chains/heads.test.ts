// Tests of the signed heads outside the database: tampering that only the heads reveal, and
// tampering that the verifier finds.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeHistory, tamper } from '../../scripts/attack/tamper.ts';
import { tampers } from '../../scripts/attack/tampers.ts';
import { useServer } from '../../tests/server.ts';
import { headLine, publicKeyText, signHeads, signingKey } from './heads.ts';

// The test tampers with the books on purpose.
const server = useServer({ invariants: false });

/** Runs `npm run audit:verify` as an auditor does, with a copy of the heads and the public key. */
function verify(file: string, key = server.services.config.heads.key) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      'scripts/audit-verify.ts',
      '--database',
      server.programUrl,
      '--heads',
      file,
      '--key',
      publicKeyText(signingKey(key)),
    ],
    { encoding: 'utf8' },
  );
  return { code: status, says: stdout };
}

test('every change by a database owner is detected', async () => {
  const { pool, config } = server.services;
  await makeHistory({ pool, heads: config.heads });
  const target = { ownerUrl: server.databaseUrl, pool, heads: config.heads };
  const rounds = tampers.length * 3;
  const { tries, failures } = await tamper(target, { rounds, seed: 20_261_122, say: () => {} });
  expect(failures).toEqual([]);
  expect(tries).toBeGreaterThanOrEqual(60);
}, 120_000);

test('a head is signed for each chain that has grown, and for no other', async () => {
  const { file } = server.services.config.heads;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(8);
  expect(JSON.parse(lines.at(-1)!)).toEqual({
    chain: 'ledger',
    position: 400,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.any(String),
    signature: expect.any(String),
  });
  expect(await signHeads(server.services, { betweenMs: 0 })).toEqual([]);
});

test('an auditor compares with a copy of the heads, and a forged head is reported', () => {
  const { file, key } = server.services.config.heads;
  const copy = `${file}.copy`;
  const text = readFileSync(file, 'utf8');
  const says = (sentence: string) => ({ code: 1, says: expect.stringContaining(sentence) });
  writeFileSync(copy, text);
  expect(verify(copy)).toEqual({ code: 0, says: expect.stringContaining('all 8 signed heads') });
  expect(verify(copy, Buffer.alloc(32, 7))).toEqual(says('Line 1 of the heads is not signed'));
  writeFileSync(copy, text.replace('"position":400', '"position":401'));
  expect(verify(copy)).toEqual(says('is not signed with this key'));
  const more = { chain: 'ledger', position: 401, hash: 'ab', at: '2026-11-20' } as const;
  writeFileSync(copy, text + headLine(more, signingKey(key)));
  expect(verify(copy)).toEqual(says('it was cut'));
  writeFileSync(copy, text + headLine({ ...more, position: 400 }, signingKey(key)));
  expect(verify(copy)).toEqual(says('the chain was rewritten'));
});

test('missing heads are reported once the chains are an hour old', async () => {
  const copy = `${server.services.config.heads.file}.copy`;
  writeFileSync(copy, '');
  expect(verify(copy).code).toBe(0);
  await server.rows(`set session_replication_role = replica;
    update tasks.seal set sealed_at = sealed_at - interval '2 hours';
    set session_replication_role = origin`);
  expect(verify(copy).says).toContain('There is no signed head');
});
