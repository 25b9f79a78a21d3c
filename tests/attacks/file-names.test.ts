// Attack S14: file names that leave their folder, break a header or pretend to be another type.
// None reaches the disk, and the answer has a single header with an escaped name.
import { expect, test } from 'vitest';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verification } from '#contract/verification/calls.ts';
import { randomOf } from '../../actors/random.ts';
import { fromElsewhere, newPicture, newVerifiedMember } from '../actors/people.ts';
import { useServer } from '../server.ts';
import { report, roundsOr, SEED } from './report.ts';

const TRIES = roundsOr(60);
const PER_CALL = 10;
/** Number of proofs that a member may have pending. */
const CALLS = 4;
const STEMS = ['a', '收入證明', 'x'.repeat(300), '..', '.', 'CON', '~root', '$HOME', 'a b', '👩‍👩‍👧‍👦'];
const CLIMBS = ['../', '..\\', '/etc/', 'C:\\', '%2e%2e%2f', '..%c0%af', '....//', 'file:///', ''];
const BREAKS = [
  '\\"; x-evil: 1',
  '%0d%0aX-Evil: 1',
  ';filename=b.html',
  '\u202egpj.exe',
  `'"<svg>`,
];
const ENDINGS = ['.jpg', '.jpg.html', '.php', '.JPG', '', '.', '.svg', '%00.jpg', ':stream.jpg'];

const server = useServer();
const random = randomOf(SEED);
const nameOf = () =>
  random.pick(CLIMBS) +
  random.pick(STEMS) +
  random.pick([...BREAKS, '', '']) +
  random.pick(ENDINGS);

/** Builds the form by hand, because a browser would escape these names. */
function formOf(names: readonly string[], picture: Uint8Array): Buffer {
  const fields = { kind: '1', monthlyIncome: '50000', from: '2026-01-01', to: '2026-06-30' };
  const pieces = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const [k, name] of names.entries()) {
    const star = k % 3 === 0 ? `; filename*=UTF-8''${encodeURIComponent(name.slice(0, 80))}` : '';
    const head = `content-disposition: form-data; name="image"; filename="${name}"${star}`;
    pieces.push(Buffer.from(`--b\r\n${head}\r\ncontent-type: image/jpeg\r\n\r\n`));
    pieces.push(Buffer.from(picture), Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
}

type Download = { names: string[]; token: string; id: string };

async function problemOf({ names, token, id }: Download): Promise<string | null> {
  const [row] = await server.rows<{ filename: string }>(
    'select filename from verification.upload where id = $1',
    [id],
  );
  const stored = row?.filename ?? '';
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[/\\\u0000-\u001f\u007f\u202e]/.test(stored) || stored.length > 255 || stored === '') {
    return `stored as ${JSON.stringify(stored)} of ${JSON.stringify(names)}`;
  }
  const { headers, status } = await server.ask(verificationChanges.ownUpload, { id }, { token });
  const disposition = headers.get('content-disposition') ?? '';
  const isEscaped = /^attachment; filename\*=UTF-8''[\w%.!~*'()-]+$/.test(disposition);
  if (status === 200 && isEscaped && headers.get('x-evil') === null) return null;
  return `${status} ${disposition} of ${JSON.stringify(stored)}`;
}

test(`${TRIES} names of files change neither path nor header`, async () => {
  const failures: string[] = [];
  const picture = await newPicture('image');
  let token = '';
  let taken = 0;
  const calls = Math.ceil(TRIES / PER_CALL);
  for (let call = 0; call < calls; call += 1) {
    if (call % CALLS === 0) ({ token } = await newVerifiedMember(server));
    await server.rows('delete from identity.throttle');
    const names = Array.from({ length: PER_CALL }, nameOf);
    const answer = await fetch(server.siteUrl + verification.sendFinancialStatement.path, {
      method: 'POST',
      body: new Uint8Array(formOf(names, picture.bytes)),
      headers: {
        ...fromElsewhere(),
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    });
    const body = (await answer.json()) as { data?: { files: { id: string }[] } };
    if (answer.status !== 200 || !body.data) {
      if (answer.status !== 400) failures.push(`${answer.status} of ${JSON.stringify(names)}`);
      continue;
    }
    taken += body.data.files.length;
    for (const { id } of body.data.files) {
      const problem = await problemOf({ names, token, id });
      if (problem) failures.push(problem);
    }
  }
  report({ tries: calls * PER_CALL, failures, says: [`${taken} files were taken`] });
  expect(taken).toBeGreaterThan(TRIES / 4);
}, 600_000);
