// Tests of witnesses: each new checkpoint is cosigned and served with valid cosignatures only, each
// answer of c2sp.org/tlog-witness is understood, and nothing waits for a witness that is away.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { cosignersOf, witnessKeyIn } from '#contract/proofs/cosignature.ts';
import { proofs } from '#contract/proofs/calls.ts';
import { keyIn, openCheckpoint } from '#contract/proofs/note.ts';
import { verifyProof } from '#contract/proofs/proof-file.ts';
import type { Person } from '../../tests/actors/people.ts';
import { openWitness, type Witness } from '../../tests/actors/witness.ts';
import { useServer } from '../../tests/server.ts';
import { funded, newOffice, sign } from '../lending/testing/cases.ts';
import { inWork } from '../work.ts';
import { insertPending } from './event-queries.ts';
import { headLeaf } from './leaves.ts';
import { integrate } from './log.ts';
import { nodeCrypto } from './note-signing.ts';
import { cosign } from './witnesses.ts';

const one = await openWitness('witness.example/one');
const two = await openWitness('witness.example/two');
afterAll(async () => void (await Promise.all([one.close(), two.close()])));
const PROOF_WITNESSES = [one, two].map(({ key, url }) => `${key} ${url}/`).join(', ');
const server = useServer({ environment: { PROOF_WITNESSES } });

const note = async () => (await fetch(`${server.siteUrl}/log/checkpoint`)).text();
const log = async () => (await server.ok(proofs.proofLog, {})).data;
const cosigners = async () => {
  const keys = await Promise.all([one, two].map(({ key }) => witnessKeyIn(nodeCrypto, key)));
  return cosignersOf(
    nodeCrypto,
    await note(),
    keys.map((key) => key!),
  );
};
let leaves = 0;
/** Lets the log grow by leaves, and signs its new state. */
async function grow(count: number) {
  for (let k = 0; k < count; k += 1) {
    leaves += 1;
    const head = { position: leaves, hash: String(leaves).padStart(64, '0') };
    await inWork(server.services, ({ tx, today }) =>
      insertPending(tx, [headLeaf('audit_head', today, head)]),
    );
  }
  await integrate(server.services);
}
let investor: Person;
let orderId: string;
beforeAll(async () => {
  const made = await funded(server, await newOffice(server));
  await sign(server, made.borrower);
  await integrate(server.services);
  investor = made.investors[0]!;
  orderId = (await server.ok(investing.orders, {}, investor)).data[0]!.id;
  const { key } = await log();
  for (const witness of [one, two]) witness.log = key;
});
beforeEach(() => {
  for (const witness of [one, two]) Object.assign(witness, { instead: null, asked: [] });
});
const statuses = (witness: Witness) => witness.asked.map(({ status }) => status);

test('each new checkpoint is cosigned once by each witness, and served with it', async () => {
  expect(await cosigners()).toEqual([]);
  await cosign(server.services);
  expect(await cosigners()).toEqual(['witness.example/one', 'witness.example/two']);
  const { key, size, witnesses } = await log();
  expect(one.asked).toEqual([{ old: 0, size, status: 200 }]);
  expect(witnesses).toEqual([
    { key: one.key, cosignedAt: expect.any(String) },
    { key: two.key, cosignedAt: expect.any(String) },
  ]);
  // Lines of others are left out, and the log's own signature still holds.
  expect(await note()).not.toContain('somebody.example');
  expect(
    await openCheckpoint(nodeCrypto, await note(), (await keyIn(nodeCrypto, key))!),
  ).toMatchObject({ size });
  await cosign(server.services);
  expect(one.asked).toHaveLength(1);
  await grow(300);
  expect(await cosigners()).toEqual([]);
  await cosign(server.services);
  expect(one.asked.at(-1)).toEqual({ old: size, size: size + 300, status: 200 });
  expect(await cosigners()).toHaveLength(2);
});

test('a reader demands a quorum of the witnesses that they know', async () => {
  const { body } = await server.ask(proofs.orderProof, { invest_id: orderId }, investor);
  const text = JSON.stringify(body);
  const { key } = await log();
  const stranger = await openWitness('witness.example/stranger');
  await stranger.close();
  const found = (witnesses: string[], atLeast: number) =>
    verifyProof(nodeCrypto, text, key, { witnesses, atLeast });
  expect(await found([one.key, two.key], 2)).toMatchObject({
    fault: null,
    cosigners: ['witness.example/one', 'witness.example/two'],
  });
  expect(await found([one.key, stranger.key], 1)).toMatchObject({ fault: null });
  expect(await found([one.key, stranger.key], 2)).toEqual({ fault: 'witnesses' });
  // A key that is written twice is one witness, and the key of a log is none.
  expect(await found([one.key, one.key], 2)).toEqual({ fault: 'witness_key' });
  expect(await found([key], 1)).toEqual({ fault: 'witness_key' });
  // Another signature of the same form, with the name and the id of the witness.
  const forged = text.replace(/(— witness\.example\/one [\w+/]{60})(.)/, (_all, start, letter) =>
    [start, letter === 'A' ? 'B' : 'A'].join(''),
  );
  expect(forged).not.toBe(text);
  const quorum = { witnesses: [one.key], atLeast: 1 };
  expect(await verifyProof(nodeCrypto, forged, key, quorum)).toEqual({ fault: 'witnesses' });
});

test('a witness that knows another size says so, and is asked from there', async () => {
  const { size } = await log();
  await grow(5);
  // It has forgotten everything, as after a restore of an old backup.
  one.latest = { size: 0, root: nodeCrypto.sha256(new Uint8Array()) as Uint8Array };
  await cosign(server.services);
  expect(one.asked).toEqual([
    { old: size, size: size + 5, status: 409 },
    { old: 0, size: size + 5, status: 200 },
  ]);
  expect(await cosigners()).toHaveLength(2);
});

test.each([
  { status: 404, text: '' },
  { status: 403, text: '' },
  { status: 422, text: '' },
  { status: 400, text: '' },
  { status: 302, text: '' },
  { status: 409, text: '999999999\n' },
  { status: 409, text: 'nonsense' },
  { status: 200, text: '' },
  { status: 200, text: `— witness.example/one ${Buffer.alloc(76).toString('base64')}\n` },
])(
  'a refusal ($status $text) fails the job, and the other witness has cosigned',
  async (instead) => {
    await grow(1);
    one.instead = instead;
    await expect(cosign(server.services)).rejects.toThrow('witness.example/one');
    expect(await cosigners()).toEqual(['witness.example/two']);
    one.instead = null;
    await cosign(server.services);
    expect(await cosigners()).toHaveLength(2);
  },
);

test('a log that was rewritten gets no cosignature', async () => {
  await grow(2);
  one.latest = { size: one.latest.size, root: new Uint8Array(32) };
  await expect(cosign(server.services)).rejects.toThrow('refused the checkpoint with 422');
  expect(await cosigners()).toEqual(['witness.example/two']);
  // The witness keeps what it saw, and the test makes it honest again.
  one.latest = two.latest;
  await cosign(server.services).catch(() => undefined);
});

test('a witness that is away or overloaded is asked again, and nothing waits for it', async () => {
  await grow(1);
  for (const status of [500, 503, 429]) {
    one.instead = { status, text: '' };
    await cosign(server.services);
    expect(await cosigners()).toEqual(['witness.example/two']);
  }
  expect(statuses(one)).toEqual([500, 503, 429]);
  await two.close();
  await grow(1);
  one.instead = null;
  await cosign(server.services);
  expect(await cosigners()).toEqual(['witness.example/one']);
  const { size } = await log();
  expect((await note()).split('\n')[1]).toBe(String(size));
});
