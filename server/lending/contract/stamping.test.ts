// Tests of the jobs that stamp sealed documents: after the authority was away, and again before a
// timestamp ends.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lending } from '#contract/lending/calls.ts';
import { stepUp } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { createDemoP12 } from '../../adapters/pdf/key-store.ts';
import { stampedUntil } from '../../adapters/pdf/long-term.ts';
import { type Documents, createDocuments } from '../../adapters/pdf/pdf.ts';
import { openPdf, signaturesOf } from '../../adapters/pdf/revisions.ts';
import {
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../../adapters/timestamps/stand-in.ts';
import { TimestampUnavailable, type Timestamps } from '../../adapters/timestamps/timestamps.ts';
import { type Borrower, funded, newOffice, signature } from '../testing/cases.ts';
import { renewStamps, stampDocuments } from './stamping.ts';

const now = () => new Date(performance.timeOrigin + performance.now());
const away: Timestamps = {
  stamp: () => Promise.reject(new TimestampUnavailable('away')),
  revocationLists: () => Promise.reject(new TimestampUnavailable('away')),
};
const authorityFor = async (years: number) =>
  standInTimestamps(await openStandIn(await makeStandInKeys({ now: now(), years }), now), now);
let authority: Timestamps = away;
const password = 'demonstration';
const seal = { p12: await createDemoP12({ name: '百溪', now: now(), password }), password };
const documents: Documents = createDocuments({
  seal,
  size: 1,
  timestamps: {
    stamp: (...given) => authority.stamp(...given),
    revocationLists: (...given) => authority.revocationLists(...given),
  },
});
const server = useServer({ instead: () => ({ documents }) });
let borrower: Borrower;
let signed: number;
beforeAll(async () => {
  ({ borrower } = await funded(server, await newOffice(server)));
  const as = { token: borrower.token };
  await server.ok(lending.stylemap, { stylemap: await signature() }, as);
  await stepUp(server, borrower, borrower.phone);
  await server.ok(lending.signContract, {}, as);
  signed = (await rows()).length;
});
afterAll(() => documents.close());

type Row = { id: number; stored: StoredFile; sha256: string; until: Date | null };
const rows = () =>
  server.rows<Row>(
    'select id, stored, sha256, stamped_until as until from lending.contract order by id',
  );
const audited = () =>
  server.rows(`select from tasks.audit where action = 'loan.document_stamped' order by id`);
const timestampsIn = (pdf: Buffer) =>
  signaturesOf(openPdf(pdf)).filter(({ isTimestamp }) => isTimestamp).length;
const years = (from: Date | null) => (from!.getTime() - now().getTime()) / (365 * 86_400_000);

test('while the authority is away, contracts are signed and the job waits', async () => {
  expect(signed).toBeGreaterThan(1);
  expect((await rows()).filter(({ until }) => until !== null)).toEqual([]);
  await stampDocuments(server.services);
  await server.advance(1);
  await expect(stampDocuments(server.services)).rejects.toThrow(`${signed} sealed documents wait`);
  // A run whose time is over leaves the rest to the next one and is no failure.
  await expect(stampDocuments(server.services, 0)).resolves.toBeUndefined();
  expect(await audited()).toEqual([]);
});

test('once it is back, documents are stamped, also beside one that is damaged', async () => {
  authority = await authorityFor(0.5);
  const before = await rows();
  const [first] = before;
  const swap = (key: string) =>
    server.rows(
      `update lending.contract set stored = stored || jsonb_build_object('key', $2::text)
      where id = $1`,
      [first!.id, key],
    );
  await swap('00/00/00000000000000000000000000000000');
  await expect(stampDocuments(server.services)).rejects.toThrow('1 sealed documents wait');
  await swap(first!.stored.key);
  await stampDocuments(server.services);
  const after = await rows();
  for (const [index, { stored, sha256, until }] of after.entries()) {
    const [old, pdf] = [before[index]!, await server.services.files.get(stored)];
    // The hash stays that of the sealed bytes, with which the stamped file begins.
    expect(sha256).toBe(old.stored.sha256);
    const sealed = pdf.subarray(0, old.stored.bytes);
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(sha256);
    expect(years(until)).toBeCloseTo(0.5, 1);
    expect(stampedUntil(pdf)).toEqual(until);
  }
  expect(await audited()).toHaveLength(signed);
  const own = await server.ok(lending.contract, {}, { token: borrower.token });
  expect(timestampsIn(Buffer.from(own))).toBe(1);
});

test('a document that was stamped while it was sealed is not stamped again', async () => {
  const before = await rows();
  await server.rows('update lending.contract set stamped_until = null');
  await stampDocuments(server.services);
  expect(await rows()).toEqual(before);
  expect(await audited()).toHaveLength(signed);
});

test('nothing is renewed while the authority offers nothing better', async () => {
  const before = await rows();
  await renewStamps(server.services);
  expect(await rows()).toEqual(before);
});

test('timestamps that end within a year are renewed once, also after an interruption', async () => {
  const better = await authorityFor(10);
  // The first document takes two requests, because the authority's certificate is another one, so
  // that the last document gets none.
  let left = signed;
  authority = {
    ...better,
    stamp: (...given) => (left-- > 0 ? better.stamp(...given) : away.stamp(...given)),
  };
  await expect(renewStamps(server.services)).rejects.toThrow('away');
  const isRenewed = ({ until }: Row) => years(until) > 5;
  const half = (await rows()).filter(isRenewed).length;
  expect(half).toBe(signed - 1);
  authority = better;
  await renewStamps(server.services);
  await renewStamps(server.services);
  const after = await rows();
  expect(after.every(isRenewed)).toBe(true);
  for (const { stored } of after) {
    expect(timestampsIn(await server.services.files.get(stored))).toBe(2);
    expect(await server.services.files.verify(stored)).toBeNull();
  }
  expect(await audited()).toHaveLength(2 * signed);
});
