// Seals a PDF: a PAdES baseline signature (ETSI EN 319 142-1) over the whole file, at level B-B, or
// at level B-T if a timestamp can be had.
import { plainAddPlaceholder } from '@signpdf/placeholder-plain';
import { Signer, SignPdf } from '@signpdf/signpdf';
import {
  type SigningIdentity,
  addToken,
  derOf,
  signData,
  signatureValue,
} from '../timestamps/signed-data.ts';
import { type KeyStore, identityOf } from './key-store.ts';

export type Seal = KeyStore & {
  /** Reason for the seal and name of the signer, as a PDF reader shows them. */
  reason: string;
  name: string;
  /** The time of signing, from the real clock. */
  signedAt: Date;
};

/** Returns a timestamp token over the value of a signature. */
export type StampSignature = (signature: Buffer) => Promise<Buffer>;

/** Returns the sealed PDF. Throws if the password, the key store or the timestamp is wrong. */
export async function sealPdf(pdf: Buffer, seal: Seal, stamp?: StampSignature): Promise<Buffer> {
  const { reason, name, signedAt } = seal;
  const prepared = plainAddPlaceholder({
    pdfBuffer: pdf,
    reason,
    name,
    contactInfo: '',
    location: 'Taiwan',
    signingTime: signedAt,
    signatureLength: 12_288,
    subFilter: 'ETSI.CAdES.detached',
  });
  const signer = new CadesSigner(await identityOf(seal), stamp);
  return new SignPdf().sign(withId(prepared), signer);
}

/**
 * Adds the file's identifier to the last trailer: PDF/A requires the identifier in every trailer,
 * but the library that reserves space for the signature omits it.
 */
function withId(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const id = /\/ID\s*\[[^\]]*\]/.exec(text);
  const trailer = text.lastIndexOf('trailer\n<<\n');
  if (!id || trailer < 0) throw new Error('a PDF without identifier or trailer');
  const at = trailer + 'trailer\n<<\n'.length;
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(`${id[0]}\n`), pdf.subarray(at)]);
}

/**
 * Creates a detached CMS signature with the attributes that PAdES requires. The signing time is in
 * the PDF, not in the signature.
 */
class CadesSigner extends Signer {
  readonly #identity: SigningIdentity;
  readonly #stamp: StampSignature | undefined;

  constructor(identity: SigningIdentity, stamp: StampSignature | undefined) {
    super();
    this.#identity = identity;
    this.#stamp = stamp;
  }

  override async sign(pdf: Buffer): Promise<Buffer> {
    const signed = await signData(pdf, this.#identity);
    if (this.#stamp) addToken(signed, await this.#stamp(signatureValue(signed)));
    return derOf(signed);
  }
}
