// Tests how large the documents of a loan are: sealed, with both timestamps, as they are stored.
import { afterAll, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import { drawnSignature } from '../../../actors/pictures.ts';
import { readSignature } from '../../adapters/images/signature.ts';
import type { ContractKind } from '../../adapters/pdf/contract-document.ts';
import { createDemoP12 } from '../../adapters/pdf/key-store.ts';
import { createDocuments } from '../../adapters/pdf/pdf.ts';
import { digest, sampleContract } from '../../adapters/testing/sample-contract.ts';
import {
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../../adapters/timestamps/stand-in.ts';
import { contractClauses } from './contract-text.ts';

const now = () => new Date('2026-11-23T06:30:00Z');
const password = 'demonstration';
const p12 = await createDemoP12({ name: '百溪（示範）', now: now(), password });
const timestamps = standInTimestamps(
  await openStandIn(await makeStandInKeys({ now: now() }), now),
  now,
);
const documents = createDocuments({ seal: { p12, password }, timestamps, size: 1 });
afterAll(() => documents.close());

const stroke = 'M40 150C80 20 120 20 140 120S400 190 560 90';
const signature = (await readSignature(await drawnSignature(stroke, { width: 600, height: 200 })))
  .png;
const certificate = {
  signedAt: now(),
  address: '2001:db8:85a3::8a2e:370:7334',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1',
  otpReference: 'SMS-0194f3c2',
  otpSentTo: '0912***678',
  draftSha256: digest,
};
const names = '陳○明 王○ 歐陽○○ 林○樺 張○軒 黃○涵 吳○豪 劉○彣 蔡○晏 楊○翔'.split(' ');

/** Returns the number of bytes of a document with the whole text and so many investors. */
async function sizeOf(kind: ContractKind, investorCount: number): Promise<number> {
  const clauses = contractClauses({
    principal: money(100_000),
    rateAnnualBps: 1_200,
    apr: 19.86,
    periods: 12,
    method: 'level',
    dueRule: 'ANNIVERSARY',
    instalment: money(8_885),
    instalmentLast: money(8_884),
    totalInterest: money(6_619),
    platformFee: money(4_000),
    remittanceFee: money(15),
    netDisbursement: money(95_985),
    servicing: servicingTermsOf(initialNumbers),
    investorCount,
    purpose: '進修／證照／學費',
    trustBank: '臺灣銀行',
    platform: { name: '百溪', company: '百溪金融科技股份有限公司' },
    court: '臺灣臺北地方法院',
  });
  const investors = Array.from({ length: investorCount }, (_, index) => ({
    orderNo: `O20261121${String(index + 1).padStart(3, '0')}`,
    nameMasked: names[index % names.length]!,
    amount: money(100_000 / investorCount),
    own: kind === 'extract' && index === 0,
  }));
  const more = {
    final: { signature, certificate },
    annex: { masterSha256: digest, disbursedOn: day('2026-11-24') },
    extract: { masterSha256: digest },
  };
  const document = sampleContract(kind, {
    clauses,
    investors,
    ...more[kind as keyof typeof more],
  });
  const pdf = await documents.renderContract(document);
  const shown = { reason: '借貸契約 C20261121-001', name: '百溪金融科技股份有限公司' };
  return (await documents.seal(pdf, { ...shown, signedAt: now() })).length;
}

test('a contract with ten investors has at most 200 kB, and each more adds little', async () => {
  const ten = await sizeOf('final', 10);
  expect(ten).toBeGreaterThan(100_000);
  expect(ten).toBeLessThanOrEqual(200_000);
  expect(((await sizeOf('final', 100)) - ten) / 90).toBeLessThan(300);
});

test.each([
  ['extract', 190_000],
  ['annex', 195_000],
] as const)('an %s has at most %i bytes', async (kind, most) => {
  expect(await sizeOf(kind, 10)).toBeLessThanOrEqual(most);
});
