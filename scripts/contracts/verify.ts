// Verifies a sealed PDF as somebody does who trusts only the two authorities, now or in many years:
// from the newest timestamp backwards, each proves that the older ones existed in time.
import { X509Certificate } from 'node:crypto';
import { chainOf } from '../../server/adapters/timestamps/chains.ts';
import {
  SignatureRefused,
  signatureValue,
  verifySignature,
} from '../../server/adapters/timestamps/signed-data.ts';
import { readToken } from '../../server/adapters/timestamps/tokens.ts';
import {
  type PdfFile,
  PdfRefused,
  type SignatureField,
  bodyOf,
  fieldsOf,
  formOf,
  openPdf,
  securityStoreOf,
  signaturesOf,
  signedPageOf,
} from '../../server/adapters/pdf/revisions.ts';
import { assertNotRevoked } from './revocation.ts';

export type Trusted = {
  /** Authorities of the seal. */
  seal: readonly X509Certificate[];
  /** Authorities of the timestamps. */
  timestamps: readonly X509Certificate[];
};

export type Verdict = {
  /** Subject of the certificate that sealed the document. */
  signer: string;
  /** The document is proven to have existed, sealed, at this time. */
  sealedBefore: Date;
  /** Number of timestamps over the whole document. */
  timestamps: number;
};

type Evidence = { certificates: X509Certificate[]; lists: Buffer[]; trusted: Trusted };

/**
 * Verifies the seal and all timestamps at an instant. Throws SignatureRefused or PdfRefused, with
 * the reason, unless the document is of level B-LTA and unchanged.
 */
export async function verifyPdf(pdf: Buffer, trusted: Trusted, at: Date): Promise<Verdict> {
  const file = openPdf(pdf);
  const [seal, ...timestamps] = signaturesOf(file);
  if (!seal || seal.isTimestamp) throw new PdfRefused('the document has no seal');
  if (timestamps.length === 0 || !timestamps.every(({ isTimestamp }) => isTimestamp)) {
    throw new PdfRefused('the document has no timestamp');
  }
  if (endOf(timestamps.at(-1)!) !== pdf.length) {
    throw new PdfRefused('something was added after the newest timestamp');
  }
  assertOnlyStamped(pdf.subarray(0, endOf(seal)), file);
  const store = securityStoreOf(file);
  const evidence: Evidence = {
    certificates: [...store.Certs.values()].map((der) => new X509Certificate(der)),
    lists: [...store.CRLs.values()],
    trusted,
  };
  let time = at;
  for (const { contents, data } of timestamps.toReversed()) {
    time = await tokenTime(contents, data, { ...evidence, time });
  }
  const { signed, signer, token } = await verifySignature(seal.contents, seal.data);
  if (token) time = await tokenTime(token, signatureValue(signed), { ...evidence, time });
  const { certificates: others, lists } = evidence;
  const chain = chainOf(signer, { others, trusted: trusted.seal, at: time });
  await assertNotRevoked(chain, lists, time);
  return { signer: signer.subject, sealedBefore: time, timestamps: timestamps.length };
}

const endOf = ({ byteRange: [, , from, length] }: SignatureField): number => from + length;

/** Verifies a token whose certificate must be valid at `time`; returns the token's own time. */
async function tokenTime(
  contents: Buffer,
  data: Buffer,
  { certificates: others, lists, trusted, time }: Evidence & { time: Date },
): Promise<Date> {
  const { at, signer } = await readToken(contents, data);
  if (at > time) throw new SignatureRefused('a timestamp is later than what proves it');
  const chain = chainOf(signer, { others, trusted: trusted.timestamps, at: time });
  chainOf(signer, { others, trusted: trusted.timestamps, at });
  await assertNotRevoked(chain, lists, at);
  return at;
}

/**
 * Throws unless everything after the seal is timestamps and what they need, because a reader shows
 * the newest version of each object, which the seal does not cover.
 */
function assertOnlyStamped(sealed: Buffer, file: PdfFile): void {
  const before = openPdf(sealed);
  const stable = (pdf: PdfFile, object: number) =>
    bodyOf(pdf, object)
      .replace(/\/DSS \d+ 0 R/, '')
      .replace(/\/Extensions << \/ESIC <<[^<>]*>> >>/, '')
      .replace(/\s+/g, ' ')
      .replace(/ >>$/, '>>');
  const lists: Record<string, number> = { Fields: formOf(before), Annots: signedPageOf(before) };
  const listOf = (pdf: PdfFile, name: string) =>
    new RegExp(`/${name}\\s*\\[([^\\]]*)\\]`).exec(bodyOf(pdf, lists[name]!))?.[1]?.trim() ?? '';
  const added = fieldsOf(file).slice(fieldsOf(before).length);
  for (const name of Object.keys(lists)) {
    const expected = [listOf(before, name), ...added.map((field) => `${field} 0 R`)].join(' ');
    if (listOf(file, name) !== expected) throw new PdfRefused('fields were changed after the seal');
  }
  // A reader starts at the catalog, so that another one would show another document.
  if (file.root !== before.root) throw new PdfRefused('the document was changed after the seal');
  for (const [object, place] of before.places) {
    if (file.places.get(object) === place) continue;
    const plain = (pdf: PdfFile) =>
      stable(pdf, object).replace(/\/(Fields|Annots) ?\[[^\]]*\]/, '');
    const isList = Object.values(lists).includes(object);
    if ((object !== before.root && !isList) || plain(before) !== plain(file)) {
      throw new PdfRefused('the document was changed after the seal');
    }
  }
  for (const field of added) {
    if (!/\/Rect \[0 0 0 0\]/.test(bodyOf(file, field))) {
      throw new PdfRefused('something visible was added after the seal');
    }
  }
}
