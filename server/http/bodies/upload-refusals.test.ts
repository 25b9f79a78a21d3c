// Sends each kind of forbidden file to every call that takes files. Each file must be refused with
// the code that the call declares for it, whatever else the call requires.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { newOperator, newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { allCalls, type WiredCall } from '../../../tests/attacks/calls.ts';
import { startClamd } from '../../../tests/doubles/clamd.ts';
import { badBytes } from '../../../tests/files/bad-files.ts';
import { useServer } from '../../../tests/server.ts';
import { quota } from '../../verification/documents/quota.ts';

const clamd = await startClamd();
const server = useServer({ environment: { CLAMD: `127.0.0.1:${clamd.address.port}` } });
const unscanned = useServer({ environment: { CLAMD: '127.0.0.1:1' } });
afterAll(() => clamd.close());

let operator: Person;
beforeAll(async () => {
  operator = await newOperator(server, roles);
});

const virus = () => Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');
const ofFiles = /^(FILE_|UPLOADS_FULL$)/;
/**
 * Text tables have a different maximum size and type, so these refusals are tested with bank
 * statements elsewhere.
 */
const ofText = ['FILE_SIZE', 'FILE_TYPE'];
const uploading = allCalls.filter(({ endpoint }) => endpoint.files);
const pairs = uploading.flatMap((call) =>
  call.endpoint.refusals
    .filter((code) => ofFiles.test(code))
    .filter((code) => !(call.endpoint.files?.text && ofText.includes(code)))
    .map((code) => [`${call.name} ${code}`, call, code] as const),
);

const sent = ({ endpoint }: WiredCall, bytes: Uint8Array) => [
  { name: endpoint.files!.names[0]!, filename: 'a.jpg', type: 'image/jpeg', bytes },
];

/** Returns somebody who may make the call. */
const askerOf = async ({ door }: WiredCall, at = server) => {
  if (door !== 'office') return newVerifiedMember(at);
  return at === server ? operator : newOperator(at, roles);
};

async function answerTo(call: WiredCall, code: RefusalCode): Promise<string | null> {
  const at = code === 'FILE_SCAN_DOWN' ? unscanned : server;
  const asker = await askerOf(call, at);
  if (code === 'UPLOADS_FULL') {
    await server.rows(
      `insert into verification.upload
         (member_id, name, filename, content_type, stored, original, created_at)
       select $1, 'image', 'a.pdf', 'application/pdf', '{"bytes": 0}', '{"bytes": 1}', $3
       from generate_series(1, $2)`,
      [asker.id, quota.files, server.services.clock.now()],
    );
  }
  const isClean = ['FILE_INFECTED', 'FILE_SCAN_DOWN', 'UPLOADS_FULL'].includes(code);
  const bytes = isClean ? virus() : await badBytes(code);
  const how = { token: asker.token, files: sent(call, bytes) };
  return (await at.ask(call.endpoint, {}, how)).code;
}

test('the calls that take files were found', () => {
  expect(uploading.length).toBeGreaterThan(10);
  expect(pairs.length).toBeGreaterThan(80);
});

test.each(pairs)('%s', async (_, call, code) => {
  expect(await answerTo(call, code)).toBe(code);
});
