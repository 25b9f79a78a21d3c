// Tests of revisions: each lists and adds only its own objects, fields are as large as needed, and
// files that do not fit are refused.
import * as asn1js from 'asn1js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStandInKeys, openStandIn, standInTimestamps } from '../timestamps/stand-in.ts';
import { type Timestamps, TimestampUnavailable } from '../timestamps/timestamps.ts';
import { sampleContract } from '../testing/sample-contract.ts';
import { createDemoP12 } from './key-store.ts';
import { createLongTerm } from './long-term.ts';
import { sealPdf } from './pdf-seal.ts';
import { createDocuments } from './pdf.ts';
import { bodyOf, firstPageOf, openPdf, signaturesOf, withRevision } from './revisions.ts';
import { SPARE, filled, withField } from './signature-field.ts';

const now = () => new Date('2026-11-23T06:30:00Z');
const password = 'demonstration';
const p12 = await createDemoP12({ name: '百溪（示範）', now: now(), password });
const shown = { reason: '借貸契約', name: '百溪', signedAt: now() };
/** An authority whose certificate, and so each token, is longer by an address. */
const authorityWith = async (listUrl?: string): Promise<Timestamps> =>
  standInTimestamps(await openStandIn(await makeStandInKeys({ now: now(), listUrl }), now), now);
const authority = await authorityWith();
const longer = await authorityWith(`http://baixi.example/${'list'.repeat(150)}`);
let current = authority;
let asked = 0;
const timestamps: Timestamps = {
  stamp: (...given) => {
    asked += 1;
    return current.stamp(...given);
  },
  revocationLists: (...given) => current.revocationLists(...given),
};
const documents = createDocuments({ seal: { p12, password }, timestamps, size: 1 });
afterAll(() => documents.close());
let bare: Buffer;
let sealed: Buffer;
beforeAll(async () => {
  bare = await documents.renderContract(sampleContract('final'));
  sealed = await documents.seal(bare, shown);
});

/** Length of a value in DER, without the zeros that fill its field. */
const usedOf = (contents: Buffer): number => {
  const { offset } = asn1js.fromBER(new Uint8Array(contents).buffer);
  return offset;
};
const unusedOf = (pdf: Buffer): number[] =>
  signaturesOf(openPdf(pdf)).map(({ contents }) => contents.length - usedOf(contents));

describe('a revision', () => {
  test('lists its own objects only, and adds little more than them', async () => {
    const before = openPdf(sealed);
    const objects = new Map([
      [before.size, '<< /Type /Note >>'],
      [before.size + 1, '<< /Type /Other >>'],
    ]);
    const added = withRevision(before, objects).subarray(sealed.length).toString('latin1');
    const section = before.size + 2;
    const listed = /\/Index \[([^\]]*)\]/.exec(added)![1];
    expect(listed).toBe([before.size, before.size + 1, section].map((one) => `${one} 1`).join(' '));
    const bodies = [...objects.values()].join('').length;
    expect(added.length).toBeLessThan(bodies + 450);
    const again = openPdf(Buffer.concat([sealed, Buffer.from(added, 'latin1')]));
    expect(bodyOf(again, before.size + 1)).toBe('<< /Type /Other >>');
    expect([...again.places.keys()].length).toBe(before.places.size + 3);
  });

  test('with a further timestamp repeats neither certificates nor other objects', async () => {
    const { pdf } = await documents.longTerm!.extend(sealed);
    const [, , stamp] = signaturesOf(openPdf(pdf));
    const grown = pdf.length - sealed.length - stamp!.contents.length * 2;
    expect(pdf.subarray(0, sealed.length).equals(sealed)).toBe(true);
    expect(grown).toBeLessThan(3_000);
  });
});

describe('a field', () => {
  test('is at most 176 bytes longer than what is in it', async () => {
    const plain = await documents.seal(bare, shown, { stampedLater: true });
    expect(unusedOf(plain)).toEqual([0]);
    const [own, stamp] = unusedOf(sealed);
    expect(own).toBeLessThanOrEqual(SPARE + 48);
    expect(stamp).toBeLessThanOrEqual(SPARE + 8);
    expect(SPARE).toBe(128);
  });

  test('is made longer if a token does not fit', async () => {
    current = longer;
    const before = asked;
    const pdf = await documents.seal(bare, shown);
    const [seal, stamp] = signaturesOf(openPdf(pdf));
    // One token more for the seal; the timestamp over the file knows the length by then.
    expect(asked - before).toBe(3);
    expect(usedOf(stamp!.contents)).toBeGreaterThan(
      usedOf(signaturesOf(openPdf(sealed))[1]!.contents) + 500,
    );
    expect(Math.max(...unusedOf(pdf))).toBeLessThanOrEqual(SPARE + 48);
    expect(seal!.isTimestamp).toBe(false);
    current = authority;
    const short = await documents.seal(bare, shown);
    expect(signaturesOf(openPdf(short)).map(({ isTimestamp }) => isTimestamp)).toEqual([
      false,
      true,
    ]);
  });

  test('is given up if tokens go on growing, or the authority changes with each', async () => {
    let length = 0;
    const stamp = async () => {
      length += 1_000;
      return Buffer.from(new asn1js.OctetString({ valueHex: new ArrayBuffer(length) }).toBER());
    };
    const seal = { ...shown, p12, password };
    const growing = sealPdf(bare, seal, { stamp, tokenLength: () => length });
    await expect(growing).rejects.toThrow('4 signatures in a row that were longer');
    let turn = 0;
    const changing = createLongTerm({
      ...authority,
      stamp: (...given) => ((turn += 1) % 2 === 0 ? longer : authority).stamp(...given),
    });
    await expect(changing.extend(sealed)).rejects.toThrow(TimestampUnavailable);
    expect(turn).toBeLessThan(12);
  });

  test('refuses what is longer than it', () => {
    const field = { signature: '/Type /Sig', name: 'Signature', space: 100 };
    const prepared = withField(openPdf(bare), new Map(), field);
    expect(() => filled(prepared, Buffer.alloc(101))).toThrow('101 bytes in a field for 100');
    expect(filled(prepared, Buffer.alloc(100)).length).toBe(prepared.pdf.length);
  });
});

test('the identifier of a file may contain anything, also what looks like entries', async () => {
  const end = bare.lastIndexOf('/Type /XRef');
  const tail = bare.subarray(end).toString('latin1');
  const named = tail.replace(/\/ID\s*\[[^\]]*\]/, '/ID [(a/W+b/W=#%/Size 1) (/Root 9 0 R\\))]');
  expect(named).not.toBe(tail);
  const odd = Buffer.concat([bare.subarray(0, end), Buffer.from(named, 'latin1')]);
  const pdf = await documents.seal(odd, shown);
  expect(signaturesOf(openPdf(pdf))).toHaveLength(2);
});

describe('a seal is refused', () => {
  const seal = { ...shown, p12, password };

  test('on a file that has one', async () => {
    await expect(sealPdf(sealed, seal)).rejects.toThrow('sealed already');
  });

  test('on a file with annotations elsewhere, with a tree of pages, and on none', async () => {
    const file = openPdf(bare);
    const page = firstPageOf(file);
    const changed = (object: number, from: string, to: string) =>
      withRevision(file, new Map([[object, bodyOf(file, object).replace(from, to)]]));
    const elsewhere = changed(page, '/StructParents', '/Annots 1 0 R /StructParents');
    await expect(sealPdf(elsewhere, seal)).rejects.toThrow('whose Annots are elsewhere');
    const tree = changed(page, '/Type /Page', '/Type /Pages');
    await expect(sealPdf(tree, seal)).rejects.toThrow('without first page');
    await expect(sealPdf(Buffer.from('%PDF-1.7'), seal)).rejects.toThrow('without end');
  });

  test('if the cross-references hide objects or are damaged', async () => {
    const end = bare.lastIndexOf('/Type /XRef');
    for (const [from, to] of [
      ['/W [1 4 2]', '/W [2 4 1]'],
      ['/Predictor 12', '/Predictor 15'],
      ['/FlateDecode', '/LZWDecodes'],
      ['/Info', '/Encrypt'],
    ] as const) {
      const [head, tail] = [bare.subarray(0, end), bare.subarray(end).toString('latin1')];
      const altered = Buffer.concat([head, Buffer.from(tail.replace(from, to), 'latin1')]);
      expect(altered.equals(bare), from).toBe(false);
      await expect(sealPdf(altered, seal), from).rejects.toThrow(/cross-references/);
    }
  });
});
