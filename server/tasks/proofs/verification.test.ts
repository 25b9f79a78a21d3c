// Tests of the verification that an operator asks for: the request, the job, and the proof file,
// which is compared with the database and with the signed heads.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { auditOffice } from '#contract/tasks/audit.ts';
import type { ProofFile } from '#contract/tasks/proof-file.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { headLine, publicKeyText, signingKey } from '../../chains/heads.ts';
import { withTransaction } from '../../database/db.ts';
import { post } from '../../ledger/front.ts';
import { sealLedger } from '../../ledger/sealing.ts';
import { runRequestedJobs, runDay } from '../../worker.ts';
import { sealAuditLog } from '../jobs.ts';
import { verifyOnRequest } from './verify-job.ts';
import { workOn } from '../../work.ts';

// The last tests break the chain on purpose.
const server = useServer({ invariants: false });
const heads = () => server.services.config.heads;
const proofPath = () => `${heads().file}.proof.json`;

/** Lets the next request through, as if the last one had been made some minutes ago. */
const waitSome = () =>
  server.rows(`update tasks.verification set asked_at = asked_at - interval '5 minutes'`);

/** Seals all rows, which waits for the transactions of other test files, whatever they do. */
async function sealAll(): Promise<void> {
  const unsealed = async () => {
    await sealAuditLog(server.services);
    await sealLedger(server.services);
    const [row] = await server.rows<{ count: number }>(
      `select (select count(*) from tasks.audit where id not in (select audit_id from tasks.seal))
         + (select count(*) from ledger.transfer
            where id not in (select transfer_id from ledger.seal)) as count`,
    );
    return Number(row!.count);
  };
  await expect.poll(unsealed).toBe(0);
}

async function verified(token: string): Promise<ProofFile> {
  await waitSome();
  const { data } = await server.ok(auditOffice.verifyChains, {}, { token });
  await verifyOnRequest(server.services);
  return (await server.ok(auditOffice.proofFile, { id: data.id }, { token })).data;
}

/** Runs `npm run audit:verify` with a proof file, as an auditor does. */
function check(proof: object | string, more: readonly string[] = [], key = heads().key) {
  writeFileSync(proofPath(), typeof proof === 'string' ? proof : JSON.stringify(proof));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      'scripts/audit-verify.ts',
      '--proof',
      proofPath(),
      '--heads',
      heads().file,
      '--key',
      publicKeyText(signingKey(key)),
      ...(more.length > 0 ? more : ['--offline']),
    ],
    { encoding: 'utf8' },
  );
  return { code: status, says: stdout + stderr };
}

test('an auditor asks once, sees that it runs, and gets the signed result', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const [a, b] = ['bank_fee', 'platform_bank'] as const;
  const entries = [
    { account: a, amount: 500 },
    { account: b, amount: -500 },
  ];
  const move = { id: 'chained', kind: 'receipt' as const, on: day('2026-11-20'), entries };
  await withTransaction(server.services.pool, (tx) => post(workOn(server.services, tx), [move]));
  // After its first run the job can be requested by name.
  await runDay(server.services);
  const { data: asked } = await server.ok(auditOffice.verifyChains, {}, { token });
  expect(asked).toMatchObject({ state: 'pending', finishedAt: null });
  // Another request while it runs starts nothing.
  const { token: admin } = await newOperator(server, ['admin']);
  const { data: again } = await server.ok(auditOffice.verifyChains, {}, { token: admin });
  expect(again).toEqual(asked);
  expect(await server.refused(auditOffice.proofFile, { id: asked.id }, { token })).toBe(
    'NOT_FOUND',
  );
  await sealAll();
  await runRequestedJobs(server.services);
  const { data } = await server.ok(auditOffice.auditChain, {}, { token });
  expect(data.verification).toMatchObject({ id: asked.id, state: 'done' });
  const { data: proof } = await server.ok(auditOffice.proofFile, { id: asked.id }, { token });
  for (const { chain, rows, broken, head } of proof.chains) {
    expect(broken, chain).toBeNull();
    expect(rows, chain).toBeGreaterThan(0);
    expect(head?.position, chain).toBeLessThanOrEqual(rows);
  }
  expect(data.chains.map(({ proof: kept }) => kept?.at)).toEqual([proof.at, proof.at]);
  const log = await server.rows(`select from tasks.audit where action = 'audit.verify_asked'`);
  expect(log).toHaveLength(1);
});

test('a verification begins a minute after the last, and a repeated request is one', async () => {
  const { token } = await newOperator(server, ['admin']);
  expect(await server.refused(auditOffice.verifyChains, {}, { token })).toBe('TOO_MANY_REQUESTS');
  await waitSome();
  const key = { token, key: randomUUID() };
  const first = await server.ok(auditOffice.verifyChains, {}, key);
  await verifyOnRequest(server.services);
  expect(await server.ok(auditOffice.verifyChains, {}, key)).toEqual(first);
  expect(await server.rows(`select from tasks.verification`)).toHaveLength(2);
  // Two people at the same moment.
  await waitSome();
  const both = await Promise.all(
    [1, 2].map(() => server.ok(auditOffice.verifyChains, {}, { token })),
  );
  expect(both[0]).toEqual(both[1]);
  expect(await server.rows(`select from tasks.verification`)).toHaveLength(3);
  await Promise.all([1, 2].map(() => verifyOnRequest(server.services)));
  expect(
    await server.rows(`select from tasks.verification where finished_at is null`),
  ).toHaveLength(0);
});

test.each(['reviewer', 'approver', 'finance', 'editor'] as const)(
  'the role %s may neither ask for one nor read a proof',
  async (role) => {
    const { token } = await newOperator(server, [role]);
    expect(await server.refused(auditOffice.verifyChains, {}, { token })).toBe('ROLE_REQUIRED');
    expect(await server.refused(auditOffice.proofFile, { id: '1' }, { token })).toBe(
      'ROLE_REQUIRED',
    );
  },
);

test('the proof agrees with the heads without a database, and with the database', async () => {
  const { token } = await newOperator(server, ['auditor']);
  expect(await server.refused(auditOffice.proofFile, { id: '999' }, { token })).toBe('NOT_FOUND');
  const proof = await verified(token);
  const offline = check(proof);
  expect(offline.says).toContain('The proof agrees with the signed heads.');
  expect(offline.says).not.toContain('the database');
  expect(offline.code).toBe(0);
  const online = check(proof, ['--database', server.programUrl]);
  expect(online.says).toContain('The proof agrees with the database.');
  expect(online.code).toBe(0);
});

test('a changed proof, one of another key, and one unlike the heads are found', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const proof = await verified(token);
  const no = { code: 1, says: expect.stringContaining('This is no proof') };
  expect(check({ ...proof, at: '2026-01-01T00:00:00.000Z' })).toEqual(no);
  expect(check({ ...proof, heads: { rows: 0, broken: null } })).toEqual(no);
  expect(check({ ...proof, chains: proof.chains.slice(1) })).toEqual(no);
  expect(check('not json')).toEqual(no);
  expect(check(proof, [], Buffer.alloc(32, 7))).toEqual(no);
  const text = readFileSync(heads().file, 'utf8');
  const [{ head } = { head: null }] = proof.chains;
  try {
    const lines = text.split('\n').filter((line) => !line.includes(head?.hash ?? '-'));
    writeFileSync(heads().file, lines.join('\n'));
    expect(check(proof)).toEqual({
      code: 1,
      says: expect.stringContaining('it has no such head'),
    });
    const other = { chain: 'audit', position: head?.position ?? 0, hash: 'ab', at: 'x' } as const;
    writeFileSync(heads().file, lines.join('\n') + headLine(other, signingKey(heads().key)));
    expect(check(proof)).toEqual({
      code: 1,
      says: expect.stringContaining('it has another hash there'),
    });
  } finally {
    writeFileSync(heads().file, text);
  }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.ts', '--offline'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'Say what to check: --proof FILE\n' });
});

test('a verification that fails says so, and a killed worker’s is taken over', async () => {
  const { token } = await newOperator(server, ['admin']);
  await waitSome();
  await server.ok(auditOffice.verifyChains, {}, { token });
  await server.rows(`update tasks.verification set started_at = now() where finished_at is null`);
  await verifyOnRequest(server.services);
  const state = async () =>
    (await server.ok(auditOffice.auditChain, {}, { token })).data.verification?.state;
  expect(await state()).toBe('pending');
  await server.rows(`update tasks.verification set started_at = now() - interval '1 hour'
    where finished_at is null`);
  const broken = {
    ...server.services,
    config: { ...server.services.config, heads: { ...heads(), file: '/' } },
  };
  await expect(verifyOnRequest(broken)).rejects.toThrow();
  expect(await state()).toBe('failed');
});

test('a proof of a broken chain names the row, and older proofs disagree', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const before = await verified(token);
  await server.rows(`set session_replication_role = replica;
    update tasks.audit set reason = 'x' where id = (select min(audit_id) from tasks.seal);
    update tasks.seal set hash = '\\x00' where position = ${before.chains[0]?.head?.position};
    set session_replication_role = origin`);
  expect(check(before, ['--database', server.programUrl])).toEqual({
    code: 1,
    says: expect.stringMatching(/disagrees with the database at audit \d+: it has another hash/),
  });
  const after = await verified(token);
  expect(after.chains[0]?.broken).toMatchObject({ how: 'changed' });
  expect(after.heads.broken).toMatchObject({ how: 'rewritten' });
  expect(check(after)).toEqual({
    code: 1,
    says: expect.stringContaining('By the proof the audit chain breaks at'),
  });
});
