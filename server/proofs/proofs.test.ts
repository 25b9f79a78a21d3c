// Tests of the proof log over HTTP: leaves of a loan's life, tiles and checkpoints, proofs of
// orders, a second listing, several writers, and the nightly timestamp.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { proofs } from '#contract/proofs/calls.ts';
import { keyIn, openCheckpoint } from '#contract/proofs/note.ts';
import { type OrderProof, verifyProof } from '#contract/proofs/proof-file.ts';
import { type LoggedLeaf, verifyLog } from '#contract/proofs/whole-log.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  signedLoan,
  statusOf,
  today,
} from '../../tests/actors/loans.ts';
import { newMember, newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { readToken } from '../adapters/timestamps/tokens.ts';
import { moveLoan } from '../lending/front.ts';
import { funded, newOffice, sign } from '../lending/testing/cases.ts';
import { type Work, inWork } from '../work.ts';
import { drain } from '../worker.ts';
import { insertPending } from './event-queries.ts';
import { logHeads } from './heads.ts';
import { followLoan, headLeaf } from './leaves.ts';
import { integrate } from './log.ts';
import { nodeCrypto } from './note-signing.ts';
import { stampCheckpoint } from './stamping.ts';

const server = useServer();
const get = (path: string) => fetch(`${server.siteUrl}/log/${path}`);
const bytesAt = async (path: string) => {
  const answer = await get(path);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
};
const logKey = async () => (await server.ok(proofs.proofLog, {})).data.key;

/** Reads the whole log as a stranger does and returns its leaves. */
async function wholeLog(): Promise<LoggedLeaf[]> {
  const key = (await keyIn(nodeCrypto, await logKey()))!;
  const { leaves, faults } = await verifyLog(nodeCrypto, { get: bytesAt, key, before: null });
  expect(faults).toEqual([]);
  return leaves;
}

let made: Awaited<ReturnType<typeof funded>>;
let orderId: string;
let investor: Person;
beforeAll(async () => {
  const office = await newOffice(server);
  made = await funded(server, office);
  investor = made.investors[0]!;
  const [order] = (await server.ok(investing.orders, {}, investor)).data;
  orderId = order!.id;
});

const proofOf = (person: Person, id = orderId) =>
  server.refused(proofs.orderProof, { invest_id: id }, person);

describe('before the first checkpoint', () => {
  test('the log has no files, and an order no proof', async () => {
    expect((await get('checkpoint')).status).toBe(404);
    expect((await get('tile/0/000')).status).toBe(404);
    expect(await proofOf(investor)).toBe('PROOF_PENDING');
    const { data } = await server.ok(proofs.proofLog, {});
    expect(data).toMatchObject({ size: 0, signedAt: null, stampedAt: null });
    expect(data.key).toMatch(/^127\.0\.0\.1:\d+\/log\+[0-9a-f]{8}\+|^localhost:\d+\/log\+/);
  });

  test('leaves wait from the transaction of the move on', async () => {
    const { leaves } = (await server.ok(proofs.orderLog, { invest_id: orderId }, investor)).data;
    expect(leaves).toEqual([{ kind: 'listing', on: today(server), index: null }]);
  });
});

test('the borrower confirms the case by signing, and each order is committed to', async () => {
  await sign(server, made.borrower);
  await integrate(server.services);
  const { leaves } = (await server.ok(proofs.orderLog, { invest_id: orderId }, investor)).data;
  expect(leaves.map(({ kind, index }) => [kind, index])).toEqual([
    ['listing', 0],
    ['confirmation', 1],
    ['contract', 2],
    ['order', 3],
  ]);
  const all = await wholeLog();
  expect(all.map(({ leaf }) => leaf.kind).slice(0, 5)).toEqual([
    'listing',
    'confirmation',
    'contract',
    'order',
    'order',
  ]);
  const [sealed] = await server.rows<{ sha256: string }>(
    `select sha256 from lending.contract where kind = 'final' and loan_id = $1`,
    [made.loan.id],
  );
  expect(all[2]!.leaf).toMatchObject({ kind: 'contract', sha256: sealed!.sha256 });
});

test('a leaf names no person, case, amount or account', async () => {
  const text = (await wholeLog()).map((leaf) => leaf.text).join('\n');
  const { caseNo } = made.loan;
  for (const said of [caseNo, caseNo.slice(1), 'P0000', '10000', made.borrower.email]) {
    expect(text).not.toContain(said);
  }
});

describe('the proof of an order', () => {
  let text: string;
  test('is verified without the server, and says what was lent to whom', async () => {
    const answer = await server.ask(proofs.orderProof, { invest_id: orderId }, investor);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    text = JSON.stringify(answer.body);
    const result = await verifyProof(nodeCrypto, text, await logKey());
    if (result.fault !== null) throw new Error(result.fault);
    const [order, ...others] = result.facts.map(({ opening }) => opening);
    expect(order).toMatchObject({ kind: 'order', case: made.loan.caseNo, amount: 10_000 });
    expect(others.map(({ kind }) => kind)).toEqual(['listing', 'confirmation', 'contract']);
    expect(result.missing).toEqual([]);
  });

  test('names what was taken out of it', async () => {
    const proof = JSON.parse(text) as OrderProof;
    const stripped = { ...proof, leaves: proof.leaves.slice(0, 2) };
    const result = await verifyProof(nodeCrypto, JSON.stringify(stripped), await logKey());
    expect(result).toMatchObject({ fault: null, missing: ['confirmation', 'contract'] });
  });

  test('is refused once anything in it is changed', async () => {
    const key = await logKey();
    const proof = JSON.parse(text) as OrderProof;
    const faultOf = async (change: (of: OrderProof) => void, by = key) => {
      const copy = structuredClone(proof);
      change(copy);
      return (await verifyProof(nodeCrypto, JSON.stringify(copy), by)).fault;
    };
    const [first] = proof.leaves;
    expect(await faultOf(() => {})).toBeNull();
    expect(await faultOf((of) => (of.leaves[0]!.index += 1))).toBe('inclusion');
    const more = first!.opening.replace('10000', '20000');
    expect(await faultOf((of) => (of.leaves[0]!.opening = more))).toBe('commitment');
    expect(await faultOf((of) => (of.leaves[0]!.leaf = of.leaves[1]!.leaf))).toBe('leaf');
    expect(await faultOf((of) => of.leaves[0]!.path.pop())).toBe('inclusion');
    expect(await faultOf((of) => of.leaves.shift())).toBe('case');
    expect(await faultOf((of) => of.leaves.push(first!))).toBe('case');
    const grown = (of: OrderProof) =>
      (of.checkpoint = of.checkpoint.replace(/^(\d+)$/m, (size) => `${Number(size) + 1}`));
    expect(await faultOf(grown)).toBe('signature');
    expect(await faultOf(() => {}, key.replace('+', 'x+'))).toBe('key');
    expect((await verifyProof(nodeCrypto, 'nothing', key)).fault).toBe('format');
  });

  test('is given to its investor only', async () => {
    const stranger = await newMember(server);
    for (const one of [stranger, made.investors[1]!]) {
      expect(await proofOf(one)).toBe('ORDER_NOT_FOUND');
      const looked = server.refused(proofs.orderLog, { invest_id: orderId }, one);
      expect(await looked).toBe('ORDER_NOT_FOUND');
    }
    expect((await server.ask(proofs.orderProof, { invest_id: orderId }, {})).status).toBe(401);
    const finance = await newOperator(server, ['finance']);
    const asOperator = await server.ask(proofs.orderProof, { invest_id: orderId }, finance);
    expect(asOperator.status).toBe(401);
  });
});

/** Kinds of the leaves of a loan, in the order of the log. */
const kindsOf = async (loanId: number) =>
  (
    await server.rows<{ kind: string }>(
      'select kind from proofs.leaf where loan_id = $1 order by position',
      [loanId],
    )
  ).map(({ kind }) => kind);

test('a disbursement, its return, a second signature and the settlement are leaves', async () => {
  const team = await newTeam(server);
  const loan = await signedLoan(server, EXAMPLE);
  await disburse(server, loan, team);
  const reference = `disbursement-${loan.id}-1`;
  expect((await server.ok(demonstration.bankReturn, { reference })).data.returned).toBe(true);
  const again = (work: Work) => moveLoan(work, loan.id, 55, { action: 'loan.signed' });
  await inWork(server.services, again);
  const account = await disburse(server, loan, team);
  const how = { id: String(loan.id), kind: 'full' } as const;
  const { data } = await server.ok(servicing.instructPrepayment, how, loan.borrower);
  await pay(server, account, data.total);
  await drain(server.services);
  await goTo(server, addDays(today(server), 1));
  await integrate(server.services);
  expect(await statusOf(server, loan.id)).toMatchObject({ status: 90 });
  const orders = loan.orderIds.map(() => 'order');
  expect(await kindsOf(loan.id)).toEqual([
    ...orders,
    'disbursement',
    'disbursement_return',
    'disbursement',
    'settlement',
  ]);
  await wholeLog();
});

test('each day has the heads of both chains, once', async () => {
  await logHeads(server.services);
  await logHeads(server.services);
  await integrate(server.services);
  const heads = (await wholeLog()).flatMap(({ leaf }) => ('position' in leaf ? [leaf] : []));
  const days = heads.map(({ kind, on }) => `${kind} ${on}`);
  expect(new Set(days).size).toBe(days.length);
  const [audit] = heads.filter(({ kind }) => kind === 'audit_head').toReversed();
  const [seal] = await server.rows<{ hash: string }>(
    `select encode(hash, 'hex') as hash from tasks.seal where position = $1`,
    [audit!.position],
  );
  expect(audit!.hash).toBe(seal!.hash);
});

test('a second listing of a contract is kept out of the log, and opens a task', async () => {
  const before = (await wholeLog()).length;
  const loanId = Number(made.loan.id);
  // An owner of the database lists the case again.
  await server.rows('update lending.loan set status = 30 where id = $1', [loanId]);
  await inWork(server.services, (work) =>
    followLoan(work, {
      id: loanId,
      memberId: made.borrower.id,
      from: 30,
      to: 40,
      action: 'loan.agreed',
    }),
  );
  await server.rows('update lending.loan set status = 55 where id = $1', [loanId]);
  await integrate(server.services);
  await integrate(server.services);
  expect(await wholeLog()).toHaveLength(before);
  const tasks = await server.rows(
    `select subject_label from tasks.task where kind = 'attention' and status = 'open'
       and subject_type = 'loan' and subject_id = $1`,
    [loanId],
  );
  expect(tasks).toEqual([{ subject_label: '同一契約重複上架' }]);
  const { leaves } = (await server.ok(proofs.orderLog, { invest_id: orderId }, investor)).data;
  expect(leaves.filter(({ kind }) => kind === 'listing')).toHaveLength(1);
});

test('several writers leave no gap and double nothing, across the edges of tiles', async () => {
  const start = (await wholeLog()).length;
  const hash = 'ab'.repeat(32);
  const on = (k: number) => addDays(day('2000-01-01'), k);
  const write = (k: number) =>
    inWork(server.services, ({ tx }) =>
      insertPending(tx, [headLeaf('audit_head', on(k), { position: k + 1, hash })]),
    );
  // Some writers roll back, and six processes add to the log meanwhile.
  const writers = Array.from({ length: 700 }, (_, k) =>
    k % 50 === 49
      ? inWork(server.services, async ({ tx }) => {
          await insertPending(tx, [headLeaf('audit_head', on(k), { position: k + 1, hash })]);
          throw new Error('rolled back');
        }).catch(() => {})
      : write(k),
  );
  const adders = Array.from({ length: 6 }, async () => {
    for (let k = 0; k < 10; k += 1) await integrate(server.services);
  });
  await Promise.all([...writers, ...adders]);
  await integrate(server.services);
  const all = await wholeLog();
  expect(all).toHaveLength(start + 686);
  const mine = all.slice(start).map(({ leaf }) => ('position' in leaf ? leaf.position : 0));
  expect(new Set(mine).size).toBe(686);
}, 60_000);

describe('what is served', () => {
  test('full tiles are cached for ever, partial ones for an hour, checkpoints never', async () => {
    const control = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await control('tile/0/000')).toBe('public, max-age=31536000, immutable');
    expect(await control('tile/entries/000')).toContain('immutable');
    expect(await control('tile/0/000.p/7')).toBe('public, max-age=3600');
    expect(await control('checkpoint')).toBe('no-store');
    const { headers } = await get('checkpoint');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const tile = await get('tile/0/000');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect((await tile.arrayBuffer()).byteLength).toBe(8_192);
  });

  test('an address that no tile has is not found', async () => {
    const paths = ['tile/0/900', 'tile/0/0', 'tile/9/000', 'tile/64/000', 'tile/0/000.p/256'];
    for (const path of [...paths, 'tile/entries/900', 'tile/0/..%2f000', 'tile', 'other']) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});

test('a checkpoint of before is consistent, a forged one is not', async () => {
  const key = (await keyIn(nodeCrypto, await logKey()))!;
  const [old] = await server.rows<{ note: string }>(
    'select note from proofs.checkpoint where size > 5 order by id limit 1',
  );
  const before = (await openCheckpoint(nodeCrypto, old!.note, key))!;
  const faults = async (head: typeof before) =>
    (await verifyLog(nodeCrypto, { get: bytesAt, key, before: head })).faults.map(
      ({ what }) => what,
    );
  expect(await faults(before)).toEqual([]);
  expect(await faults({ ...before, root: before.root.map((byte) => byte ^ 1) })).toEqual([
    'rewritten',
  ]);
  expect(await faults({ ...before, size: 1_000_000 })).toEqual(['shorter']);
});

test('the newest checkpoint gets one timestamp, which covers its bytes', async () => {
  await stampCheckpoint(server.services);
  await stampCheckpoint(server.services);
  const rows = await server.rows<{ token: Buffer; note: string }>(
    `select s.token, c.note from proofs.stamp s join proofs.checkpoint c on c.id = s.checkpoint_id
     order by s.checkpoint_id desc`,
  );
  const { at } = await readToken(rows[0]!.token, Buffer.from(rows[0]!.note));
  expect(server.services.clock.realNow().getTime() - at.getTime()).toBeLessThan(60_000);
  expect(new Set(rows.map(({ note }) => note)).size).toBe(rows.length);
  const { data } = await server.ok(proofs.proofLog, {});
  expect(data.stampedAt).not.toBeNull();
  await stampCheckpoint({ ...server.services, timestamps: null });
});

test('another key signs the same size again, and a program of another origin too', async () => {
  const { config } = server.services;
  const count = () => server.rows('select from proofs.checkpoint');
  const before = (await count()).length;
  await integrate(server.services);
  expect(await count(), 'nothing new').toHaveLength(before);
  const proofKey = Buffer.alloc(32, 9);
  await integrate({ ...server.services, config: { ...config, proofKey } });
  expect(await count()).toHaveLength(before + 1);
  await integrate(server.services);
  await wholeLog();
});

test('the program can neither change nor delete a leaf', async () => {
  const program = server.services.pool;
  for (const statement of [
    'update proofs.leaf set opening = null',
    'delete from proofs.leaf',
    'delete from proofs.tile',
    'truncate proofs.leaf',
    `update proofs.checkpoint set note = 'x'`,
  ]) {
    await expect(program.query(statement), statement).rejects.toThrow('permission denied');
  }
});
