// Whether certificates were revoked, by the lists that a document contains.
import type { X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { SignatureRefused, exact } from '../../server/adapters/timestamps/signed-data.ts';

/** Returns whether the list was issued by this authority, and is still valid at an instant. */
async function speaksOf(der: Buffer, issuer: X509Certificate, at: Date): Promise<boolean> {
  const list = pkijs.CertificateRevocationList.fromBER(exact(der));
  const issuerCertificate = pkijs.Certificate.fromBER(exact(issuer.raw));
  if (!list.issuer.isEqual(issuerCertificate.subject)) return false;
  if (list.nextUpdate && list.nextUpdate.value < at) return false;
  return list.verify({ issuerCertificate });
}

/**
 * Throws SignatureRefused unless, for each certificate of a chain but the trusted one, a list says
 * that it was not revoked at an instant.
 */
export async function assertNotRevoked(
  chain: readonly X509Certificate[],
  lists: readonly Buffer[],
  at: Date,
): Promise<void> {
  for (const [index, certificate] of chain.slice(0, -1).entries()) {
    let isKnown = false;
    for (const der of lists) {
      if (!(await speaksOf(der, chain[index + 1]!, at))) continue;
      const list = pkijs.CertificateRevocationList.fromBER(exact(der));
      // An authority may drop a certificate from its list once it has ended.
      if (list.thisUpdate.value > certificate.validToDate) continue;
      isKnown = true;
      const serial = BigInt(`0x${certificate.serialNumber}`);
      const entry = (list.revokedCertificates ?? []).find(
        ({ userCertificate }) => userCertificate.toBigInt() === serial,
      );
      if (entry && entry.revocationDate.value <= at) {
        throw new SignatureRefused('a certificate was revoked');
      }
    }
    if (!isKnown) throw new SignatureRefused('no revocation list tells about a certificate');
  }
}
