// Requests, responses and tokens of timestamp authorities (RFC 3161), by PKI.js.
import type { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { assertStampsTime } from './chains.ts';
import {
  SHA_256,
  SignatureRefused,
  TST_INFO,
  exact,
  octets,
  sha256,
  verifySignature,
} from './signed-data.ts';

/** Statuses by which an authority grants a request, also with modifications. */
const GRANTED = new Set<number>([pkijs.PKIStatus.granted, pkijs.PKIStatus.grantedWithMods]);

/** Returns a request in DER for a token over the data, with the authority's certificates. */
export function timestampRequest(data: Buffer, nonce: Buffer): Buffer {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: SHA_256,
        algorithmParams: new asn1js.Null(),
      }),
      hashedMessage: octets(sha256(data)),
    }),
    nonce: new asn1js.Integer({ valueHex: exact(nonce) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

/** Returns the token of a response; throws SignatureRefused if the authority gave none. */
export function tokenIn(response: Buffer): Buffer {
  try {
    const { result } = asn1js.fromBER(exact(response));
    const { status } = new pkijs.TimeStampResp({ schema: result }).status;
    if (!GRANTED.has(status)) throw new SignatureRefused(`the authority refuses, status ${status}`);
    // The token is copied as it was sent, because it is signed.
    const [, token] = (result as asn1js.Sequence).valueBlock.value;
    if (!token) throw new SignatureRefused('the authority sent no token');
    return Buffer.from((token as asn1js.BaseBlock).valueBeforeDecodeView.slice());
  } catch (error) {
    if (error instanceof SignatureRefused) throw error;
    throw new SignatureRefused('the answer is no timestamp response', { cause: error });
  }
}

export type ReadToken = {
  at: Date;
  nonce: Buffer | null;
  signer: X509Certificate;
  certificates: X509Certificate[];
};

/**
 * Verifies that a token is over the data, by a certificate for timestamps. Does not verify who
 * issued the certificate. Throws SignatureRefused.
 */
export async function readToken(token: Buffer, data: Buffer): Promise<ReadToken> {
  const { signed, signer, certificates } = await verifySignature(token, data);
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== TST_INFO || !eContent) throw new SignatureRefused('not a timestamp');
  assertStampsTime(signer);
  const info = pkijs.TSTInfo.fromBER(eContent.getValue());
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView);
  if (hashAlgorithm.algorithmId !== SHA_256 || !imprint.equals(sha256(data))) {
    throw new SignatureRefused('a timestamp is over other data');
  }
  const nonce = info.nonce ? Buffer.from(info.nonce.valueBlock.valueHexView) : null;
  return { at: info.genTime, nonce, signer, certificates };
}
