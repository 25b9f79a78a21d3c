// Tests of `npm run log:verify` as an auditor and an investor run it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofs } from '#contract/proofs/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { integrate } from '../../server/proofs/log.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { cosign } from '../../server/proofs/witnesses.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';
import { openWitness } from '../../tests/actors/witness.ts';
import { useServer } from '../../tests/server.ts';

// The test changes a leaf on purpose.
const witness = await openWitness('witness.example');
const PROOF_WITNESSES = `${witness.key} ${witness.url}`;
const server = useServer({ invariants: false, environment: { PROOF_WITNESSES } });
afterAll(() => witness.close());
const folder = mkdtempSync(join(tmpdir(), 'baixi-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const kept = join(folder, 'kept.txt');
const file = join(folder, 'proof.json');
let key: string;

/** Runs the command; the server answers meanwhile in this process. */
async function run(...args: string[]) {
  const all = ['scripts/log/log-verify.ts', ...args];
  const ran = await promisify(execFile)(process.execPath, all, { encoding: 'utf8' }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const code = 'code' in ran ? Number(ran.code) : 0;
  return { code, says: ran.stdout + ran.stderr };
}

beforeAll(async () => {
  const made = await funded(server, await newOffice(server));
  await sign(server, made.borrower);
  await integrate(server.services);
  // A chain whose rows were not sealed for a minute counts as broken, and no worker runs here.
  await sealAuditLog(server.services);
  await sealLedger(server.services);
  key = (await server.ok(proofs.proofLog, {})).data.key;
  witness.log = key;
  await cosign(server.services);
  const [order] = (await server.ok(investing.orders, {}, made.investors[0]!)).data;
  const input = { invest_id: order!.id };
  const { body } = await server.ask(proofs.orderProof, input, made.investors[0]!);
  writeFileSync(file, JSON.stringify(body));
});

test('a proof is verified without a server, and a changed one refused', async () => {
  const found = await run('--proof', file, '--key', key);
  expect(found).toMatchObject({ code: 0, says: expect.stringContaining('The proof holds.') });
  expect(found.says).toMatch(/order P\d{8} of NT\$10000 in case A20261123-001/);
  expect(found.says).toContain('the borrower confirmed the case with step-up');
  const forged = join(folder, 'forged.json');
  writeFileSync(forged, readFileSync(file, 'utf8').replace('10000', '90000'));
  expect(await run('--proof', forged, '--key', key)).toMatchObject({
    code: 1,
    says: expect.stringContaining('the facts were changed'),
  });
  expect((await run('--proof', file)).code).toBe(2);
  expect((await run('--proof', join(folder, 'none'), '--key', key)).code).toBe(2);
});

test('a quorum of known witnesses is demanded of a proof and of a running log', async () => {
  const stranger = await openWitness('stranger.example');
  await stranger.close();
  const proof = ['--proof', file, '--key', key];
  const both = `${witness.key},${stranger.key}`;
  const site = [server.siteUrl, '--kept', join(folder, 'witnessed.txt'), '--key', key];
  for (const subject of [proof, site]) {
    expect(await run(...subject, '--witnesses', witness.key)).toMatchObject({
      code: 0,
      says: expect.stringContaining('Cosigned by witness.example.'),
    });
    expect((await run(...subject, '--witnesses', both, '--quorum', '1')).code).toBe(0);
    expect(await run(...subject, '--witnesses', both)).toMatchObject({
      code: 1,
      says: expect.stringContaining('Too few of the witnesses'),
    });
    expect((await run(...subject, '--witnesses', 'nonsense')).code).toBeGreaterThan(0);
    expect((await run(...subject, '--witnesses', both, '--quorum', 'x')).code).toBe(2);
  }
});

test('a running log is verified, and compared with the checkpoint of the last time', async () => {
  const first = await run(server.siteUrl, '--kept', kept);
  expect(first).toMatchObject({ code: 0, says: expect.stringContaining('No checkpoint was kept') });
  const again = await run(`${server.siteUrl}/`, '--kept', kept, '--key', key);
  expect(again).toMatchObject({ code: 0, says: expect.stringContaining('It begins with the 5') });
  const wrong = await run(server.siteUrl, '--kept', join(folder, 'x'), '--key', 'nothing');
  expect(wrong).toMatchObject({ code: 2, says: expect.stringContaining('no public key') });
  expect((await run()).code).toBe(2);
  expect((await run(server.siteUrl, '--database')).code).toBe(2);
});

test('the log in the database is compared with everything that it is about', async () => {
  const args = ['--database', '--url', server.programUrl, '--kept', kept, '--key', key];
  const found = await run(...args);
  expect(found.says).toContain('nothing lacks its leaf');
  expect(found.code).toBe(0);
  await server.rows(`update investing."order" set amount = amount + 1000`);
  const different = await run(...args);
  expect(different.code).toBe(1);
  expect(different.says).toMatch(/Leaf \d+ \(order\) differs from the order/);
  await server.rows(`update investing."order" set amount = amount - 1000`);
  await server.rows('alter table proofs.leaf disable trigger user');
  await server.rows('delete from proofs.leaf where position = 3');
  expect(await run(server.siteUrl, '--kept', kept, '--key', key)).toMatchObject({
    code: 1,
    says: expect.stringContaining('tile/entries/000.p/5 is missing'),
  });
});
