// Tests upload limits: types, sizes and rates; and the virus scanner in front of all uploads.
import { beforeAll, describe, expect, test } from 'vitest';
import { contentOffice } from '#contract/content/office.ts';
import { verification } from '#contract/verification/calls.ts';
import { startClamd } from '../../../tests/doubles/clamd.ts';
import {
  newOperator,
  newPicture,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { bankAccount, stepsOn } from '../../../tests/actors/verifying.ts';
import { quota } from '../../verification/documents/quota.ts';
import { storedKeys } from '../../../tests/files/stored-files.ts';

const clamd = await startClamd();
const server = useServer({ environment: { CLAMD: `127.0.0.1:${clamd.address.port}` } });
const proof = { kind: 1, monthlyIncome: 40_000, from: '2026-05-01', to: '2026-10-31' };
const { sendFinancialStatement } = verification;

const send = async ({ token }: Person) =>
  server.ask(sendFinancialStatement, proof, { token, files: [await newPicture('image')] });
const text = (bytes: string) => [
  { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes: Buffer.from(bytes) },
];
const codesOf = async (answers: Promise<{ code: string | null }>[]) =>
  (await Promise.all(answers)).map(({ code }) => code ?? 'kept').toSorted();

/** Inserts rows as if a member had uploaded this many files of this many bytes, some days ago. */
const fill = (member: Person, files: number, bytes: number, daysAgo: number) =>
  server.rows(
    `insert into verification.upload
       (member_id, name, filename, content_type, stored, original, created_at)
     select $1, 'image', 'a.pdf', 'application/pdf', jsonb_build_object('bytes', 0),
       jsonb_build_object('bytes', $3::bigint), $5::timestamptz - $4 * interval '1 day'
     from generate_series(1, $2)`,
    [member.id, files, bytes, daysAgo, server.services.clock.now()],
  );

const kept = async ({ id }: Person) => {
  const rows = await server.rows('select from verification.upload where member_id = $1', [id]);
  return rows.length;
};

describe('the upload limit of a member', () => {
  test.each([
    ['bytes in all', 1, quota.bytes, 30],
    ['files in all', quota.files, 1, 30],
    ['bytes a day', 1, quota.dayBytes, 0],
    ['files a day', quota.dayFiles, 1, 0],
  ])('refuses more: %s', async (_, files, bytes, daysAgo) => {
    const member = await newVerifiedMember(server);
    await fill(member, files, bytes, daysAgo);
    const before = await kept(member);
    const seen = clamd.seen.length;
    const { status, code, body } = await send(member);
    expect([status, code]).toEqual([422, 'UPLOADS_FULL']);
    expect(body).toMatchObject({ message: expect.stringContaining('已達上限') });
    expect(await kept(member)).toBe(before);
    // If the files or bytes already stored exceed the limit, the upload is not even scanned.
    if (files > 1) expect(clamd.seen.length).toBe(seen);
  });

  test('starts again after a day', async () => {
    const member = await newVerifiedMember(server);
    await fill(member, 1, quota.dayBytes, 2);
    expect((await send(member)).status).toBe(200);
  });

  test('gives the last place to one of several concurrent uploads', async () => {
    const member = await newVerifiedMember(server);
    await fill(member, quota.dayFiles - 1 - (await kept(member)), 1, 0);
    const answers = await codesOf([send(member), send(member), send(member)]);
    expect(answers).toEqual(['UPLOADS_FULL', 'UPLOADS_FULL', 'kept']);
    expect(await kept(member)).toBe(quota.dayFiles);
  });
});

test('allows five proofs of income in review, and no sixth', async () => {
  const member = await newVerifiedMember(server);
  for (let i = 1; i < quota.waitingStatements; i += 1)
    expect((await send(member)).status).toBe(200);
  const answers = await codesOf([send(member), send(member), send(member)]);
  expect(answers).toEqual(['REVIEWS_WAITING', 'REVIEWS_WAITING', 'kept']);
  const tasks = await server.rows(
    `select from tasks.task t join verification.financial_statement s on s.id = t.subject_id
     where t.kind = 'financial_review' and t.status = 'open' and s.member_id = $1`,
    [member.id],
  );
  expect(tasks).toHaveLength(quota.waitingStatements);
});

test('slows a member who uploads too often, and nobody else', async () => {
  const member = await newVerifiedMember(server);
  const codes: (string | null)[] = [];
  for (let i = 0; i < 18; i += 1) {
    const how = { token: member.token, files: text('this is no picture at all') };
    codes.push((await server.ask(sendFinancialStatement, proof, how)).code);
  }
  expect(codes.slice(0, 12)).toEqual(Array(12).fill('FILE_TYPE'));
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  expect((await send(await newVerifiedMember(server))).status).toBe(200);
});

describe('a virus scanner', () => {
  let member: Person;
  beforeAll(async () => {
    member = await newVerifiedMember(server);
  });
  const virus = text('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');

  test('gets each file as it arrived, before anything else opens it', async () => {
    const picture = await newPicture('image');
    await server.ok(sendFinancialStatement, proof, { token: member.token, files: [picture] });
    expect(clamd.seen.some((bytes) => bytes.equals(picture.bytes))).toBe(true);
  });

  test('causes refusals for members and at the office', async () => {
    const before = await storedKeys(server.services);
    const how = { token: member.token, files: virus };
    const { status, code, body } = await server.ask(sendFinancialStatement, proof, how);
    expect([status, code]).toEqual([422, 'FILE_INFECTED']);
    expect(body).toMatchObject({ message: expect.stringContaining('惡意程式') });
    const { token: third } = await stepsOn(server).memberAt(3);
    const step = { token: third, files: virus };
    expect(await server.refused(verification.bankInfo, bankAccount, step)).toBe('FILE_INFECTED');
    const { token } = await newOperator(server, ['editor']);
    const office = { token, files: virus };
    expect(await server.refused(contentOffice.uploadImage, { alt: '圖' }, office)).toBe(
      'FILE_INFECTED',
    );
    const after = await storedKeys(server.services);
    // The bank step requires that the ID step was submitted, which stored four pictures.
    expect(after.length - before.length).toBe(4);
  });

  test('that is unreachable causes a refusal of every file', async () => {
    await clamd.close();
    const { status, code, body, headers } = await send(member);
    expect([status, code]).toEqual([503, 'FILE_SCAN_DOWN']);
    expect(body).toMatchObject({ message: expect.stringContaining('暫停接收檔案') });
    expect(headers.get('retry-after')).toBe('60');
  });
});
