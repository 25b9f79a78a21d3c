// Tests of timestamps on sealed PDFs: accepted after the end of the certificates, by our verifier
// and by others, and refused once anything is changed or missing.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleContract } from '../../server/adapters/testing/sample-contract.ts';
import {
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../../server/adapters/timestamps/stand-in.ts';
import {
  TimestampUnavailable,
  type Timestamps,
} from '../../server/adapters/timestamps/timestamps.ts';
import { createDemoP12, identityOf } from '../../server/adapters/pdf/key-store.ts';
import { createLongTerm, stampedUntil } from '../../server/adapters/pdf/long-term.ts';
import { createDocuments } from '../../server/adapters/pdf/pdf.ts';
import {
  type PdfFile,
  bodyOf,
  openPdf,
  signaturesOf,
  withRevision,
} from '../../server/adapters/pdf/revisions.ts';
import { sealPdf } from '../../server/adapters/pdf/pdf-seal.ts';
import { type Trusted, verifyPdf } from './verify.ts';

const password = 'demonstration';
const shown = { reason: '借貸契約完成簽署', name: '百溪' };
const start = new Date('2026-11-23T06:30:00Z');
const inYears = (years: number) => new Date(start.getTime() + years * 365 * 86_400_000);
let clock = start;
const now = () => clock;
// The seal's certificate ends after one year, and the timestamps' after five.
const p12 = await createDemoP12({ name: '百溪（示範）', now: start, password, years: 1 });
const standIn = await openStandIn(await makeStandInKeys({ now: start, years: 5 }), now);
const timestamps = standInTimestamps(standIn, now);
const pdf = createDocuments({ seal: { p12, password }, timestamps, size: 1 });
const longTerm = pdf.longTerm!;
const sealedBy = new X509Certificate((await identityOf({ p12, password })).certificate);
const trusted: Trusted = { seal: [sealedBy], timestamps: [standIn.root] };
let folder: string;
let bare: Buffer;
let sealed: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'long-term-'));
  bare = await pdf.renderContract(sampleContract('final'));
  sealed = await pdf.seal(bare, { ...shown, signedAt: start });
});
afterAll(async () => {
  pdf.close();
  await rm(folder, { recursive: true });
});

/** Returns the output of a program, also if it refuses. */
const said = (program: string, given: string[]): Promise<string> =>
  promisify(execFile)(program, given).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (error.code === 'ENOENT') throw new Error(`${program} is not installed`);
      return `${error.stdout ?? ''}${error.stderr ?? ''}`;
    },
  );
const kept = async (name: string, bytes: Buffer | string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
};

describe('a sealed document with timestamps', () => {
  test('is valid for pdfsig, at once and with a further timestamp', async () => {
    const twice = await longTerm.extend(sealed);
    for (const bytes of [sealed, twice.pdf]) {
      const verdict = await said('pdfsig', ['-nocert', await kept('sealed.pdf', bytes)]);
      expect(verdict).toContain('Signature is Valid.');
      expect(verdict).toContain('Total document signed');
      expect(verdict).not.toContain('Invalid');
    }
    expect(twice.pdf.subarray(0, sealed.length).equals(sealed)).toBe(true);
  });

  test('is valid for OpenSSL, also after the end of the seal’s certificate', async () => {
    const ca = await kept('root.pem', standIn.root.toString());
    const [, stamp] = signaturesOf(openPdf(sealed));
    const token = await kept('token.der', stamp!.contents);
    const at = String(Math.floor(inYears(3).getTime() / 1000));
    const ask = async (data: Buffer) =>
      said('openssl', [
        'ts',
        '-verify',
        '-token_in',
        '-in',
        token,
        '-CAfile',
        ca,
        '-attime',
        at,
        '-data',
        await kept('data', data),
      ]);
    expect(await ask(stamp!.data)).toContain('Verification: OK');
    expect(await ask(Buffer.concat([stamp!.data, Buffer.from(' ')]))).toContain('FAILED');
  });

  test('is valid for our verifier until the timestamp’s certificate ends', async () => {
    expect(sealedBy.validToDate < inYears(2)).toBe(true);
    expect(await verifyPdf(sealed, trusted, inYears(2))).toMatchObject({
      signer: expect.stringContaining('百溪（示範）'),
      timestamps: 1,
      sealedBefore: start,
    });
    expect(stampedUntil(sealed)).toEqual(standIn.certificate.validToDate);
    await expect(verifyPdf(sealed, trusted, inYears(6))).rejects.toThrow('no trusted authority');
  });

  test('is valid for 15 years if it is stamped again in time', async () => {
    let current = { pdf: sealed, until: standIn.certificate.validToDate };
    const roots = [standIn.root];
    for (const year of [4, 8, 12]) {
      clock = inYears(year);
      const next = await openStandIn(await makeStandInKeys({ now: clock, years: 5 }), now);
      roots.push(next.root);
      current = await createLongTerm(standInTimestamps(next, now)).extend(current.pdf);
      expect(current.until).toEqual(next.certificate.validToDate);
    }
    clock = start;
    const verdict = await verifyPdf(current.pdf, { ...trusted, timestamps: roots }, inYears(16));
    expect(verdict).toMatchObject({ timestamps: 4, sealedBefore: start });
    expect(stampedUntil(current.pdf)).toEqual(current.until);
  });
});

describe('the verifier refuses', () => {
  test('any flipped bit', async () => {
    const [seal, stamp] = signaturesOf(openPdf(sealed));
    const [hole, end] = [seal!.byteRange[1], seal!.byteRange[2] + seal!.byteRange[3]];
    const places = [100, 20_000, 60_000, hole - 40, hole + 200, end - 60, end + 300];
    for (const at of [...places, stamp!.byteRange[1] + 200, sealed.length - 60]) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1;
      await expect(verifyPdf(altered, trusted, inYears(2)), `byte ${at}`).rejects.toThrow();
    }
  });

  test('a document without timestamp, and one with something after it', async () => {
    const plain = await sealPdf(bare, { ...shown, signedAt: start, p12, password });
    await expect(verifyPdf(plain, trusted, start)).rejects.toThrow('no timestamp');
    const longer = withRevision(openPdf(sealed), new Map([[900, '<< >>']]));
    await expect(verifyPdf(longer, trusted, start)).rejects.toThrow('added after');
  });

  test('a missing security store', async () => {
    const empty: Timestamps = { ...timestamps, revocationLists: async () => [] };
    const without = await createLongTerm(empty).extend(
      await sealPdf(bare, { ...shown, signedAt: start, p12, password }),
    );
    await expect(verifyPdf(without.pdf, trusted, inYears(2))).rejects.toThrow('no revocation list');
    const renamed = Buffer.from(sealed);
    renamed.write('/DSX', renamed.lastIndexOf('/DSS '), 'latin1');
    await expect(verifyPdf(renamed, trusted, inYears(2))).rejects.toThrow();
  });

  test('a foreign authority of the timestamp or of the seal', async () => {
    const other = await openStandIn(await makeStandInKeys({ now: start }), now);
    const foreign = { ...trusted, timestamps: [other.root] };
    await expect(verifyPdf(sealed, foreign, start)).rejects.toThrow('no trusted authority');
    const stranger = { ...trusted, seal: [standIn.root] };
    await expect(verifyPdf(sealed, stranger, start)).rejects.toThrow('no trusted authority');
  });

  /** Returns the sealed document with another revision and a valid timestamp over all of it. */
  const stampedOver = async (change: (file: PdfFile) => Buffer): Promise<Buffer> => {
    const plain = await sealPdf(bare, { ...shown, signedAt: start, p12, password });
    return (await longTerm.extend(change(openPdf(plain)))).pdf;
  };

  test('a change between the seal and a timestamp that is valid itself', async () => {
    const places = [...openPdf(bare).places];
    const isStream = (at: number) =>
      /^\d+ 0 obj\n<<\s*\/Length/.test(bare.toString('latin1', at, at + 40));
    const packed = places.find(([, place]) => typeof place === 'string')![0];
    const stream = places.find(([, place]) => typeof place === 'number' && isStream(place))![0];
    for (const object of [packed, stream]) {
      const change = new Map([[object, '<< /Type /Other >>']]);
      const bytes = await stampedOver((file) => withRevision(file, change));
      await expect(verifyPdf(bytes, trusted, start)).rejects.toThrow('changed after the seal');
    }
  });

  test('another catalog, which would show other pages', async () => {
    const bytes = await stampedOver((file) => {
      const catalog = bodyOf(file, file.root);
      return withRevision({ ...file, root: file.size }, new Map([[file.size, catalog]]));
    });
    await expect(verifyPdf(bytes, trusted, start)).rejects.toThrow('changed after the seal');
  });

  test('an object that is deleted', async () => {
    const [object] = [...openPdf(bare).places].find(([, place]) => typeof place === 'string')!;
    const bytes = await stampedOver((file) => {
      const changed = withRevision(file, new Map([[object, 'null']]));
      // The row of the object, which is the first one, says "free" instead of its offset.
      changed[changed.indexOf('stream\n', changed.lastIndexOf('/XRef')) + 7] = 0;
      return changed;
    });
    await expect(verifyPdf(bytes, trusted, start)).rejects.toThrow('changed after the seal');
  });
});

describe('a document that version 0.7.0 sealed, with plain tables and longer fields,', () => {
  const file = (name: string) => readFileSync(`tests/doubles/sealed-0.7.0.${name}`);
  const old = gunzipSync(file('pdf.gz'));
  const [seal, root] = file('pem')
    .toString()
    .split(/(?<=END CERTIFICATE-----\n)/);
  const oldTrusted: Trusted = {
    seal: [new X509Certificate(seal!)],
    timestamps: [new X509Certificate(root!)],
  };

  test('is valid, and refused once a bit is changed', async () => {
    expect(await verifyPdf(old, oldTrusted, inYears(2))).toMatchObject({
      signer: expect.stringContaining('百溪（示範）'),
      timestamps: 1,
      sealedBefore: start,
    });
    for (const at of [100, 18_000, 20_000, 30_000, 46_000, 48_000, old.length - 60]) {
      const altered = Buffer.from(old);
      altered[at]! ^= 1;
      await expect(verifyPdf(altered, oldTrusted, inYears(2)), `byte ${at}`).rejects.toThrow();
    }
  });

  test('is stamped again by a revision with a plain table', async () => {
    const twice = await longTerm.extend(old);
    expect(twice.pdf.subarray(0, old.length).equals(old)).toBe(true);
    const added = twice.pdf.subarray(old.length).toString('latin1');
    expect(added).toMatch(/\nxref\n(\d+ 1\n\d{10} 00000 n \n)+trailer\n/);
    expect(added).not.toContain('/XRef');
    const both = { ...oldTrusted, timestamps: [...oldTrusted.timestamps, standIn.root] };
    expect(await verifyPdf(twice.pdf, both, inYears(2))).toMatchObject({ timestamps: 2 });
    const verdict = await said('pdfsig', ['-nocert', await kept('old.pdf', twice.pdf)]);
    expect(verdict).toContain('Signature is Valid.');
    expect(verdict).toContain('Total document signed');
  });

  test.each([
    ['objects in a stream beside its table', /\/Prev/, '/XRefStm 9\n/Prev'],
    ['a second catalog', /\/Root/, '/Root 9 0 R\n/Root'],
    ['a catalog under a name of escapes', /\/Root/, '/Ro#6ft 9 0 R\n/Root'],
    ['a second place of an object', /xref\n/, 'xref\n35 1\n0000000017 00000 n \n'],
  ])('hides no %s', (_what, from, to) => {
    const end = old.lastIndexOf('\nxref\n');
    const tail = old.subarray(end).toString('latin1').replace(from, to);
    const altered = Buffer.concat([old.subarray(0, end), Buffer.from(tail, 'latin1')]);
    expect(altered.length).toBeGreaterThan(old.length);
    expect(() => openPdf(altered)).toThrow(/hidden cross-references|twice at once/);
  });
});

test('npm run contracts:verify says whether a document is valid, and why not', async () => {
  const [file, root] = [
    await kept('sealed.pdf', sealed),
    await kept('root.pem', standIn.root.toString()),
  ];
  const ask = (...more: string[]) =>
    said(process.execPath, [
      'scripts/contracts/contracts.ts',
      '--file',
      file,
      '--timestamps',
      root,
      ...more,
    ]);
  expect(await ask('--at', inYears(2).toISOString())).toMatch(/^Valid at .*百溪（示範）/s);
  expect(await ask('--at', inYears(6).toISOString())).toMatch(/^Not valid: no trusted authority/);
  expect(await ask('--at', 'soon')).toMatch(/^Say /);
});

describe('while the authority is away', () => {
  test('a document is sealed without timestamp, and stamped later', async () => {
    let asked = 0;
    const away: Timestamps = {
      stamp: () => {
        asked += 1;
        return Promise.reject(new TimestampUnavailable('away'));
      },
      revocationLists: () => Promise.reject(new TimestampUnavailable('away')),
    };
    const without = createDocuments({ seal: { p12, password }, timestamps: away, size: 1 });
    const first = await without.seal(bare, { ...shown, signedAt: start });
    await without.seal(bare, { ...shown, signedAt: start });
    without.close();
    // The second seal did not wait for the authority again.
    expect(asked).toBe(1);
    expect(stampedUntil(first)).toBeNull();
    const later = await longTerm.extend(first);
    expect(await verifyPdf(later.pdf, trusted, inYears(0.5))).toMatchObject({ timestamps: 1 });
  });
});
